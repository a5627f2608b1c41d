import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Undo and redo of changes of several lists.
@Suite("Changes of several lists: undo") struct JointUndoTests {
  private typealias Draft = TextList.Draft

  /// Moves the first item of a list to the end of another one.
  private static func move(_ from: inout Draft, _ to: inout Draft) throws {
    guard let item = try from.state.itemID(at: ItemPath(section: 0, item: 0)) else { return }
    let model = try from.model(of: item)
    try from.remove(item)
    try to.append(model)
  }

  /// Opens two lists, of which the first one has items, and moves the first of these to the other list.
  private func moved(_ lists: JointLists) async throws -> (inbox: TextList, archive: TextList) {
    let (inbox, archive) = (try lists.open("inbox"), try lists.open("archive"))
    try await inbox.apply(.section("ab"))
    try await lists.store.change(inbox, archive) { try Self.move(&$0, &$1) }
    return (inbox, archive)
  }

  private func texts(_ lists: TextList...) throws -> [[String]] {
    try lists.map { try $0.snapshot.texts }
  }

  private func error(_ body: () async throws -> Void) async -> String? {
    do {
      try await body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func aChangeIsUndoneAndRedoneInAllItsListsFromEachOfThem() async throws {
    try await JointLists.with { lists in
      let (inbox, archive) = try await moved(lists)
      let item = try inbox.snapshot(at: 1).itemIDs[0][0]
      for isFirst in [true, false] {
        let annotation = ChangeAnnotation(origin: "Ada")
        let undone =
          isFirst
          ? try await lists.store.apply(.undo(inbox, archive), annotation)
          : try await lists.store.apply(.undo(archive, inbox), annotation)
        #expect(undone.goneOn == [])
        #expect(undone.batches.0.map(\.changes.annotation.origin) == ["Ada"])
        #expect(undone.batches.1.count == 1)
        #expect(try texts(inbox, archive) == [["a", "b"], []])
        #expect(try inbox.snapshot.itemIDs[0][0] == item)
        if isFirst {
          try await lists.store.apply(.redo(inbox, archive))
        } else {
          try await lists.store.apply(.redo(archive, inbox))
        }
        #expect(try texts(inbox, archive) == [["b"], ["a"]])
      }
      await inbox.close()
      await archive.close()
    }
  }

  /// What an undo takes back is in the file or on the server, and another process finds it there.
  @Test func aChangeIsUndoneAfterTheListsAreOpenedAgain() async throws {
    try await JointLists.with { lists in
      let (inbox, archive) = try await moved(lists)
      await inbox.close()
      await archive.close()
      for expected in [[["a", "b"], []], [["b"], ["a"]]] {
        let again = try lists.openAgain()
        let (inbox, archive) = (try again.open("inbox"), try again.open("archive"))
        let direction: HistoryDirection = expected[1].isEmpty ? .undo : .redo
        let step = try again.store.applySynchronously(.step(direction, archive, inbox))
        #expect(step.goneOn == [])
        #expect(try texts(inbox, archive) == expected)
        await inbox.close()
        await archive.close()
      }
    }
  }

  @Test func theListsThatAreNotNamedAreSaid() async throws {
    try await JointLists.with { lists in
      let (a, b, c) = (try lists.open("a"), try lists.open("b"), try lists.open("c"))
      try await lists.store.change(b, c, a) { b, c, a in
        for text in ["1", "2"] {
          try a.append(text)
          try b.append(text)
          try c.append(text)
        }
      }
      func refusal(_ names: String...) -> String {
        "\(DataSourceError.partOfSeveral(others: names))"
      }
      #expect(await error { try await a.apply(.undo()) } == refusal("b", "c"))
      #expect(await error { try await c.apply(.undo()) } == refusal("a", "b"))
      #expect(await error { _ = try a.applySynchronously(.undo()) } == refusal("b", "c"))
      #expect(await error { try await lists.store.apply(.undo(b)) } == refusal("a", "c"))
      #expect(await error { try await lists.store.apply(.undo(b, c)) } == refusal("a"))
      #expect(await error { _ = try lists.store.applySynchronously(.undo(c, a)) } == refusal("b"))
      #expect([a, b, c].map(\.snapshot.revision) == [1, 1, 1])
      #expect([a, b, c].allSatisfy { $0.suspension == nil })
      try await lists.store.apply(.undo(c, a, b))
      #expect(try texts(a, b, c) == [[], [], []])
      #expect(await error { try await b.apply(.redo()) } == refusal("a", "c"))
      try await lists.store.apply(.redo(a, b, c))
      #expect(try texts(a, b, c) == [["1", "2"], ["1", "2"], ["1", "2"]])
      for list in [a, b, c] { await list.close() }
    }
  }

  @Test func aPartAloneIsUndoneIfTheCallerSaysSo() async throws {
    try await JointLists.with { lists in
      let (inbox, archive) = try await moved(lists)
      try await archive.apply(.undo(partOnly: true))
      #expect(try texts(inbox, archive) == [["b"], []])
      try await archive.apply(.redo())
      #expect(try texts(inbox, archive) == [["b"], ["a"]])
      _ = try archive.applySynchronously(.undo(partOnly: true))
      // What is undone there already is a later change for the other list.
      let step = try await lists.store.apply(.undo(inbox, archive))
      #expect(step.goneOn == ["archive"])
      #expect(try texts(inbox, archive) == [["a", "b"], []])
      await inbox.close()
      await archive.close()
    }
  }

  @Test func listsThatTheChangeWasNotMadeInStayAsTheyAre() async throws {
    try await JointLists.with { lists in
      let (inbox, archive) = try await moved(lists)
      let other = try lists.open("other")
      try await other.apply(.section("x"))
      let undone = try await lists.store.apply(.undo(inbox, other, archive))
      #expect(undone.batches.1.isEmpty && undone.batches.2.count == 1)
      #expect(try texts(inbox, archive, other) == [["a", "b"], [], ["x"]])
      #expect(other.snapshot.revision == 1)
      // A change of one list.
      try await lists.store.apply(.undo(inbox, other, archive))
      #expect(try texts(inbox, archive, other) == [[], [], ["x"]])
      #expect(archive.snapshot.revision == 2)
      try await lists.store.apply(.undo(other))
      #expect(other.snapshot.revision == 2)
      await #expect(throws: DataSourceError.self) {
        try await lists.store.apply(.undo(other, inbox))
      }
      for list in [inbox, archive, other] { await list.close() }
    }
  }

  @Test func whatAListHasDoneSinceStays() async throws {
    try await JointLists.with { lists in
      let (inbox, archive) = (try lists.open("inbox"), try lists.open("archive"))
      try await inbox.apply(.section("abc"))
      try await archive.apply(.section("xyz"))
      // Writes one model, removes an item, and moves one over.
      try await lists.store.change(inbox, archive) { inbox, archive in
        try Self.move(&inbox, &archive)
        let items = try archive.source.itemIDs[0].map { ItemID(rawValue: $0) }
        try archive.update(items[0], "X")
        try archive.update(items[1], "Y")
        try archive.remove(items[2])
      }
      #expect(try archive.snapshot.texts == ["X", "Y", "a"])
      try await archive.apply(.update(0, "later"))
      try await archive.apply(.insert("new", at: 3))
      let step = try await lists.store.apply(.undo(inbox, archive))
      #expect(step.goneOn == ["archive"])
      #expect(try inbox.snapshot.texts == ["a", "b", "c"])
      #expect(Set(try archive.snapshot.texts) == ["later", "y", "z", "new"])
      // The undo is the last change of the list, and is taken back with its part in the other list.
      let again = try await lists.store.apply(.undo(archive, inbox))
      #expect(again.goneOn == [])
      #expect(try inbox.snapshot.texts == ["b", "c"])
      #expect(try archive.snapshot.texts == ["later", "Y", "a", "new"])
      // Then come the later changes, and the change itself.
      try await archive.apply(.undo())
      try await archive.apply(.undo())
      #expect(try archive.snapshot.texts == ["X", "Y", "a"])
      try await lists.store.apply(.undo(archive, inbox))
      #expect(try archive.snapshot.texts == ["x", "y", "z"])
      #expect(try inbox.snapshot.texts == ["a", "b", "c"])
      await inbox.close()
      await archive.close()
    }
  }

  /// A later change of the list has written the one model that the change wrote there.
  @Test func aPartThatHasDoneNothingIsNotTakenBack() async throws {
    try await JointLists.with { lists in
      let (inbox, archive) = (try lists.open("inbox"), try lists.open("archive"))
      try await inbox.apply(.section("a"))
      try await archive.apply(.section("x"))
      try await lists.store.change(inbox, archive) { inbox, archive in
        try inbox.append("b")
        try archive.update(ItemID(rawValue: 1), "y")
      }
      try await archive.apply(.update(0, "later"))
      #expect(try await lists.store.apply(.undo(inbox, archive)).goneOn == ["archive"])
      #expect(try texts(inbox, archive) == [["a"], ["later"]])
      let step = try await lists.store.apply(.redo(inbox, archive))
      #expect(step.goneOn == [])
      #expect(step.batches.1.isEmpty)
      #expect(try texts(inbox, archive) == [["a", "b"], ["later"]])
      await inbox.close()
      await archive.close()
    }
  }

  /// The first change of two flat lists makes their sections.
  @Test func aSectionWithLaterItemsStaysWithThem() async throws {
    try await JointLists.with { lists in
      let (inbox, archive) = (try lists.open("inbox"), try lists.open("archive"))
      try await lists.store.change(inbox, archive) {
        try $0.append("a")
        try $1.append("a")
      }
      try await archive.apply(.insert("later", at: 1))
      #expect(try await lists.store.apply(.undo(inbox, archive)).goneOn == ["archive"])
      #expect(inbox.snapshot.state.sectionCount == 0)
      #expect(try archive.snapshot.rows == ListRows([.init(model: nil, items: ["later"])]))
      try await lists.store.apply(.undo(archive, inbox))
      #expect(try texts(inbox, archive) == [["a"], ["a", "later"]])
      #expect(archive.snapshot.state.sectionCount == 1)
      await inbox.close()
      await archive.close()
    }
  }

  @Test func changesOfOtherScopesAreNoReasonToSayThatAListHasGoneOn() async throws {
    try await JointLists.with { lists in
      let (inbox, archive) = (try lists.open("inbox"), try lists.open("archive"))
      let user = UndoScope("user")
      try await inbox.apply(.section("ab"))
      try await archive.apply(.emptySection)
      try await lists.store.change(
        inbox, archive, ChangeAnnotation(group: "g", undo: user)
      ) { try Self.move(&$0, &$1) }
      try await lists.store.change(
        inbox, archive, ChangeAnnotation(group: "g", undo: user)
      ) { try Self.move(&$0, &$1) }
      try await archive.apply(.insert("server's", at: 0), ChangeAnnotation(undo: .none))
      let step = try await lists.store.apply(.undo(archive, inbox, in: user))
      #expect(step.goneOn == [])
      #expect(step.batches.1.map(\.changes.annotation.group) == ["g", "g"])
      #expect(try texts(inbox, archive) == [["a", "b"], ["server's"]])
      let redone = try await lists.store.apply(.redo(inbox, archive, in: user))
      #expect(redone.goneOn == [] && redone.batches.0.count == 2)
      #expect(try inbox.snapshot.texts == [])
      #expect(Set(try archive.snapshot.texts) == ["server's", "a", "b"])
      await inbox.close()
      await archive.close()
    }
  }

  @Test func anUndoThatCannotBeCommittedChangesNoList() async throws {
    try await JointLists.with { lists in
      let (inbox, archive) = try await moved(lists)
      lists.store.fail()
      await #expect(throws: DataSourceError.self) {
        try await lists.store.apply(.undo(inbox, archive))
      }
      for list in [inbox, archive] { list.resume(after: try #require(list.suspension)) }
      #expect(try texts(inbox, archive) == [["b"], ["a"]])
      // In storage, although the call says that it failed.
      lists.store.fail(.after)
      try await lists.store.apply(.undo(inbox, archive))
      #expect(try texts(inbox, archive) == [["a", "b"], []])
      await inbox.close()
      await archive.close()
    }
  }

  @Test func aPartThatWasCompactedAwayIsSaidAndNothingIsChanged() async throws {
    try await JointLists.with { lists in
      let (inbox, archive) = try await moved(lists)
      for text in "xyz" { try await archive.apply(.insert("\(text)")) }
      _ = try archive.compact(JournalRetention(revisionCountMax: 1))
      do {
        try await lists.store.apply(.undo(inbox, archive))
        Issue.record("the part is gone")
      } catch DataSourceError.storage(let error) {
        #expect(error.code == .compacted)
      }
      #expect(try texts(inbox) == [["b"]])
      #expect(inbox.suspension == nil && archive.suspension == nil)
      try await inbox.apply(.undo(partOnly: true))
      #expect(try texts(inbox) == [["a", "b"]])
      await inbox.close()
      await archive.close()
    }
  }

  /// A row that does not name the other parts of its change, as a program of others may have written it.
  private struct PartsForgotten: JournalForwarding, KeyForwarding {
    let storage: any ListStorage

    func journal(after revision: Revision, limit: Int) throws(StorageError) -> [JournalEntry] {
      try storage.journal(after: revision, limit: limit).map { entry in
        var entry = entry
        entry.otherParts = []
        return entry
      }
    }
  }

  @Test func aPartThatNamesOthersIsSaidAndNothingIsChanged() async throws {
    try await JointLists.with { lists in
      let inbox = try lists.open("inbox")
      let archive = try lists.open(
        "archive", DataSourceConfiguration(), PartsForgotten(storage: lists.storage("archive")))
      try await inbox.apply(.section("ab"))
      try await lists.store.change(inbox, archive) { try Self.move(&$0, &$1) }
      do {
        try await lists.store.apply(.undo(inbox, archive))
        Issue.record("the parts differ")
      } catch DataSourceError.storage(let error) {
        #expect(error.code == .corrupt)
        #expect(error.message.contains("revision 1 of the list \"archive\""))
      }
      #expect(try texts(inbox, archive) == [["b"], ["a"]])
      await inbox.close()
      await archive.close()
    }
  }

  /// Another process changes a list while the undo waits for its commit.
  @Test func anUndoIsMadeAgainBehindACommitOfAnotherProcess() async throws {
    try await JointLists.with { lists in
      var configuration = DataSourceConfiguration()
      configuration.isShared = true
      let again = try lists.openAgain()
      let (inbox, archive) = (
        try lists.open("inbox", configuration), try lists.open("archive", configuration)
      )
      let other = try again.open("archive", configuration)
      try await inbox.apply(.section("ab"))
      try await archive.apply(.emptySection)
      try await lists.store.change(inbox, archive) { try Self.move(&$0, &$1) }
      let gate = lists.store.stop()
      let undo = Task { try await lists.store.apply(.undo(inbox, archive)).goneOn }
      await gate.arrival()
      try await other.change { _, list in try list.append("theirs") }
      gate.open()
      #expect(try await undo.value == ["archive"])
      #expect(try texts(inbox, archive) == [["a", "b"], ["theirs"]])
      for list in [inbox, archive, other] { await list.close() }
    }
  }
}
