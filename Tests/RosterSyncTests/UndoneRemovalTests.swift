import RosterCore
import RosterEngine
import RosterJSON
import RosterTestSupport
import Testing

@testable import RosterSync

/// A device takes a removal back, of which others have kept or brought back a part.
@Suite struct UndoneRemovalTests {
  /// A hub and two devices with the sections "ab" and "c".
  private struct Group {
    let hub: TextHub
    var one: TextDevice
    var two: TextDevice

    init(limits: SyncLimits = SyncLimits()) throws {
      hub = TextHub(try TextList(inMemory: MemoryList()), name: "hub", coding: .text)
      one = try TextDevice(
        TextList(inMemory: MemoryList()), name: "one", coding: .text, limits: limits)
      two = try TextDevice(
        TextList(inMemory: MemoryList()), name: "two", coding: .text, limits: limits)
      try one.list.applySynchronously(
        TextChange {
          $0.insertSection(at: 0)
          $0.insertSection(at: 1)
          $0.insertItems(["a", "b"], at: ItemPath(section: 0, item: 0))
          $0.insertItem("c", at: ItemPath(section: 1, item: 0))
        })
      try synchronize()
    }

    mutating func synchronize() throws {
      try one.synchronize(with: hub)
      try two.synchronize(with: hub)
      try one.synchronize(with: hub)
    }

    /// The list of all: the same, or a failure.
    func drawing(_ what: Comment? = nil) throws -> String {
      let drawing = try hub.list.drawing
      for device in [one, two] {
        #expect(try device.drawing == drawing, what)
        #expect(try device.damage() == nil, what)
      }
      return drawing
    }

    /// Lets both devices remove the first section before either hears of the other.
    mutating func removeAtBoth() throws {
      try one.list.applySynchronously(UndoneRemovalTests.removal)
      try two.list.applySynchronously(UndoneRemovalTests.removal)
      try synchronize()
    }

    /// Moves "a" behind "c", if it is in the list of the second device.
    func moveOut() throws {
      guard try two.list.drawing.hasPrefix("a") else { return }
      try two.list.applySynchronously(
        TextChange {
          $0.moveItem(
            from: ItemPath(section: 0, item: 0), to: ItemPath(section: 1, item: 1))
        })
    }
  }

  private static let removal = TextChange { $0.removeSection(at: 0) }

  @Test func anItemThatOthersHaveMovedStaysThere() throws {
    var group = try Group()
    let id = try group.one.list.snapshot.state.itemID(at: ItemPath(section: 0, item: 0))
    try group.moveOut()
    try group.two.synchronize(with: group.hub)
    try group.one.list.applySynchronously(Self.removal)
    try group.synchronize()
    #expect(try group.drawing() == "ca")
    // It comes back as the item that it was.
    #expect(try group.one.list.snapshot.state.itemID(at: ItemPath(section: 0, item: 1)) == id)
    try group.one.list.applySynchronously(.undo())
    #expect(try group.one.drawing == "b|ca")
    try group.synchronize()
    #expect(try group.drawing() == "b|ca")
    try group.one.list.applySynchronously(.redo())
    try group.synchronize()
    #expect(try group.drawing() == "ca")
  }

  /// Others move the item while the request with the removal and the undo is on its way.
  @Test func anItemThatOthersMoveMeanwhileIsThereOnce() throws {
    var group = try Group()
    try group.one.list.applySynchronously(Self.removal)
    try group.one.list.applySynchronously(.undo())
    let request = try group.one.request(sendsChanges: true)
    #expect(
      request["returning"] == ["items": [[1, [0, 0]], [2, [0, 1]]], "sections": [[1, 0]]])
    try group.moveOut()
    try group.two.synchronize(with: group.hub)
    _ = try group.one.integrate(answer: group.hub.answer(request))
    #expect(group.one.takeOutcomes().suffix(2).map(\.kind) == [.confirmed, .confirmed])
    try group.synchronize()
    #expect(try group.drawing() == "b|ca")
  }

  @Test func aRequestThatBringsNothingBackSaysNothingOfThat() throws {
    let group = try Group()
    var one = group.one
    try one.list.applySynchronously(.insert("x"))
    try one.list.applySynchronously(.undo())
    try one.list.applySynchronously(.redo())
    #expect(try one.request(sendsChanges: true)["returning"] == nil)
  }

  /// Another device moves the item, each device synchronizes after any of the steps, and requests have one
  /// change or all.
  @Test(arguments: 0..<3, [1, 256])
  func everyItemIsThereOnceInAnyOrder(_ moveTurn: Int, _ sentCountMax: Int) throws {
    var limits = SyncLimits()
    limits.sentCountMax = sentCountMax
    for stepCount in 2...4 {
      // Of the longest ones some are enough.
      for schedule in stride(
        from: 0, to: 1 << (2 * (stepCount + 1)), by: stepCount == 4 ? 5 : 1)
      {
        var group = try Group(limits: limits)
        let what: Comment = "\(stepCount) steps, schedule \(schedule)"
        for turn in 0...stepCount {
          switch (turn, turn - (turn > moveTurn ? 1 : 0)) {
          case (moveTurn, _): try group.moveOut()
          case (_, 0): try group.one.list.applySynchronously(Self.removal)
          case (_, let step):
            try group.one.list.applySynchronously(.step(step.isMultiple(of: 2) ? .redo : .undo))
          }
          if schedule >> (2 * turn) & 1 == 1 { try group.one.synchronize(with: group.hub) }
          if schedule >> (2 * turn) & 2 == 2 { try group.two.synchronize(with: group.hub) }
          for list in [group.hub.list, group.one.list, group.two.list] {
            let letters = try list.drawing.filter { $0 != "|" }
            #expect(Set(letters).count == letters.count, what)
          }
        }
        try group.synchronize()
        let letters = try group.drawing(what).filter { $0 != "|" }.sorted()
        // After a redo the removed ones are gone, but for one that others have moved.
        let expected: [[Character]] =
          stepCount == 3 ? [["c"], ["a", "c"]] : [["a", "b", "c"]]
        #expect(expected.contains(letters), what)
      }
    }
  }

  // MARK: Two devices

  /// What two devices remove.
  enum Removal: CaseIterable {
    case item, section

    /// The removal in a list, if it has all of it.
    fileprivate func changeset(in drawing: String) -> TextChange? {
      guard drawing.hasPrefix("ab") else { return nil }
      switch self {
      case .item: return TextChange { $0.removeItem(at: ItemPath(section: 0, item: 0)) }
      case .section: return UndoneRemovalTests.removal
      }
    }
  }

  /// What a device does after it has taken its removal back.
  enum Afterthought: CaseIterable {
    case none, update, move, insertion, removal

    /// Changes the list, if it begins with "a".
    ///
    /// - Returns: Whether it does.
    fileprivate func apply(to list: TextList) throws -> Bool {
      guard self != .none, try list.drawing.hasPrefix("a") else { return false }
      let first = ItemPath(section: 0, item: 0)
      try list.applySynchronously(
        TextChange { changes in
          switch self {
          case .none: return
          case .update: changes.updateItem(at: first, "A")
          case .move: changes.moveItem(from: first, to: ItemPath(section: 1, item: 1))
          case .insertion: changes.insertItem("x", at: ItemPath(section: 0, item: 1))
          case .removal: changes.removeItem(at: first)
          }
        })
      return true
    }

    /// The list in which all end, unless what it touches is removed, or comes back, later.
    fileprivate var result: String {
      switch self {
      case .none: "ab|c"
      case .update: "Ab|c"
      case .move: "b|ca"
      case .insertion: "axb|c"
      case .removal: "b|c"
      }
    }
  }

  /// Two devices remove the same, and both take that back; then the second one changes it. Each
  /// synchronizes after any of the steps.
  @Test(arguments: Removal.allCases, Afterthought.allCases)
  func whatTwoDevicesTakeBackIsThereOnceInAnyOrder(
    _ removal: Removal, _ afterthought: Afterthought
  ) throws {
    // Which device does each step.
    for (order, turns) in [[0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 1, 1, 0, 1], [1, 0, 1, 1, 0]]
      .enumerated()
    {
      for schedule in stride(from: order, to: 1 << (2 * turns.count), by: 29) {
        var limits = SyncLimits()
        limits.sentCountMax = schedule.isMultiple(of: 2) ? 1 : 256
        var group = try Group(limits: limits)
        let before = group.hub.list.snapshot
        let what: Comment = "turns \(turns), schedule \(schedule)"
        var stepCounts = [0, 0]
        var hasRemoved = [false, false]
        var expected = "ab|c"
        for (turn, number) in turns.enumerated() {
          let list = number == 0 ? group.one.list : group.two.list
          switch stepCounts[number] {
          case 0:
            if let changeset = try removal.changeset(in: list.drawing) {
              try list.applySynchronously(changeset)
              hasRemoved[number] = true
            }
          case 1: if hasRemoved[number] { try list.applySynchronously(.undo()) }
          default: if try afterthought.apply(to: list) { expected = afterthought.result }
          }
          stepCounts[number] += 1
          if schedule >> (2 * turn) & 1 == 1 { try group.one.synchronize(with: group.hub) }
          if schedule >> (2 * turn) & 2 == 2 { try group.two.synchronize(with: group.hub) }
          for list in [group.hub.list, group.one.list, group.two.list] {
            let letters = try list.drawing.lowercased().filter { $0 != "|" }
            #expect(Set(letters).count == letters.count, what)
          }
        }
        try group.synchronize()
        let result = try group.drawing(what)
        let others = try laterResults(
          of: afterthought, behind: removal, in: group.hub.list, after: before)
        #expect(result == expected || others.contains(result), "\(what): \(result)")
      }
    }
  }

  /// The lists in which all may end if the last change of the second device, an afterthought, is not the last one in the
  /// hub's order: what it touches is removed later, or was gone when it came and is brought back later.
  private func laterResults(
    of afterthought: Afterthought, behind removal: Removal, in list: TextList,
    after before: TextList.Snapshot
  ) throws -> Set<String> {
    let revisions = try list.replayedChanges(
      after: before, limit: list.snapshot.revision - before.revision)
    let last = try revisions.lastIndex { try HubNote($0.batch.annotation)?.key.name == "two" }
    guard let last else { return [] }
    let later = revisions[(last + 1)...].map(\.applied.identities)
    let item = try #require(try before.state.itemID(at: ItemPath(section: 0, item: 0)))
    let isRemovedLater = later.contains { $0.removedItems.contains { $0.id == item } }
    switch (afterthought, removal) {
    case (.none, _), (.insertion, .item): return []
    case (.update, _), (.move, _), (.removal, _):
      let comesLater = later.contains { $0.insertedItems.contains(item) }
      return isRemovedLater || comesLater ? ["ab|c"] : []
    case (.insertion, .section):
      let section = try #require(before.state.sectionID(at: 0))
      let comesOrGoesLater = later.contains {
        $0.removedSections.contains(section) || $0.insertedSections.contains(section)
      }
      // The section stays with what the other device has not seen in it, and what comes back stands before that.
      return (comesOrGoesLater ? ["ab|c"] : Set()).union(isRemovedLater ? ["abx|c"] : [])
    }
  }

  /// The second device is opened again between its removal and its undo.
  @Test func aDeviceThatIsOpenedAgainKnowsWhatIsGone() throws {
    var group = try Group()
    try group.removeAtBoth()
    try group.one.list.applySynchronously(.undo())
    try group.one.synchronize(with: group.hub)
    group.two = try TextDevice(
      group.two.list, name: "again", coding: .text, limits: SyncLimits())
    try group.two.list.applySynchronously(.undo())
    let request = try group.two.request(sendsChanges: true)
    #expect(
      request["changes"]?.arrayValue?.last?["gone"] == ["items": [1, 2], "sections": [1]])
    _ = try group.two.integrate(answer: group.hub.answer(request))
    #expect(group.two.takeOutcomes().map(\.kind) == [.confirmed])
    try group.synchronize()
    #expect(try group.drawing() == "ab|c")
  }

  /// A request with an undo is on its way while the user redoes and undoes again.
  @Test func anUndoAfterARedoKnowsWhatIsGone() throws {
    var group = try Group()
    try group.removeAtBoth()
    try group.one.list.applySynchronously(.undo())
    try group.one.synchronize(with: group.hub)
    try group.two.list.applySynchronously(.undo())
    let request = try group.two.request(sendsChanges: true)
    try group.two.list.applySynchronously(.redo())
    try group.two.list.applySynchronously(.undo())
    _ = try group.two.integrate(answer: group.hub.answer(request))
    #expect(try group.two.drawing == "ab|c")
    try group.synchronize()
    #expect(try group.drawing() == "ab|c")
  }

  /// Rows of a device that only watches keep their identities if an item goes and comes back at once.
  @Test func whatComesBackInTheSameAnswerIsTheSameItem() throws {
    var group = try Group()
    let id = try group.two.list.snapshot.state.itemID(at: ItemPath(section: 0, item: 0))
    try group.one.list.applySynchronously(Self.removal)
    try group.one.synchronize(with: group.hub)
    try group.one.list.applySynchronously(.undo())
    try group.synchronize()
    #expect(try group.drawing() == "ab|c")
    #expect(try group.two.list.snapshot.state.itemID(at: ItemPath(section: 0, item: 0)) == id)
  }

  /// What others insert has numbers that the list did not give before, also long after.
  @Test func anAnswerSaysNothingOfWhatIsNew() throws {
    var group = try Group()
    for letter in ["u", "v", "w", "x", "y"] {
      if letter == "x" { try group.two.synchronize(with: group.hub) }
      try group.one.list.applySynchronously(.insert(letter))
      try group.one.synchronize(with: group.hub)
    }
    let answer = try group.hub.answer(group.two.request(sendsChanges: false))
    let revisions = try #require(answer["revisions"]?.arrayValue)
    #expect(revisions.count == 2)
    #expect(revisions.allSatisfy { $0["returned"] == nil })
  }

  /// A short answer cannot fill the memory of a device.
  @Test(
    arguments: [
      ("removed", ["items": [[1, 8_388_609]]]), ("removed", ["sections": [[1, 8_388_609]]]),
      ("returned", ["items": [[1, 3]]]), ("returned", ["sections": [[1, 3]]]),
    ] as [(String, JSONValue)])
  func moreNumbersThanThereCanBeAreRefused(_ member: String, _ numbers: JSONValue) throws {
    var group = try Group()
    try group.one.list.applySynchronously(.insert("x"))
    try group.one.synchronize(with: group.hub)
    var answer = try #require(
      group.hub.answer(group.two.request(sendsChanges: false)).objectValue)
    var revision = try #require(answer["revisions"]?.arrayValue?.first?.objectValue)
    revision[member] = numbers
    answer["revisions"] = [.object(revision)]
    answer["digest"] = nil
    let sealed = answer.sealed
    #expect(throws: SyncError.self) { try group.two.integrate(answer: sealed) }
    #expect(try group.two.drawing == "ab|c")
    try group.synchronize()
    _ = try group.drawing()
  }

  @Test func aHubWithACompactedJournalKnowsWhatComesBack() throws {
    var group = try Group()
    try group.removeAtBoth()
    _ = try group.hub.list.compact(JournalRetention(revisionCountMax: 0))
    try group.one.list.applySynchronously(.undo())
    try group.two.list.applySynchronously(.undo())
    try group.synchronize()
    #expect(try group.drawing() == "ab|c")
  }

  /// What a device says of the hub's numbers may be anything.
  @Test(
    arguments: [
      ["items": [3, 0], "sections": [2]],  // what the list has
      ["items": [2, 2], "sections": [1]],  // one item twice
      ["items": [9, 9_007_199_254_740_991], "sections": [7]],  // what the hub has not given
      ["items": [2, 1], "sections": [1]],  // others than it was
      ["items": [1], "sections": []],  // too few
    ] as [JSONValue])
  func numbersThatCannotBeAreNew(_ gone: JSONValue) throws {
    var group = try Group()
    try group.one.list.applySynchronously(Self.removal)
    try group.synchronize()
    try group.one.list.applySynchronously(.undo())
    var request = try group.one.request(sendsChanges: true)
    request = try Self.replacing(gone, in: request)
    _ = try group.one.integrate(answer: group.hub.answer(request))
    try group.synchronize()
    #expect(try group.drawing() == "ab|c")
  }

  @Test(
    arguments: [
      ["items": [1, 2, 3]], ["items": [[1, 16_777_216]]], ["items": [[1, 2, 3]]], ["items": [-1]],
      ["sections": "1"],
    ] as [JSONValue])
  func numbersThatAreNoneAreRefused(_ gone: JSONValue) throws {
    var group = try Group()
    try group.one.list.applySynchronously(Self.removal)
    try group.synchronize()
    try group.one.list.applySynchronously(.undo())
    let request = try Self.replacing(gone, in: group.one.request(sendsChanges: true))
    #expect(group.hub.answer(request)["refused"] != nil)
    #expect(try group.hub.list.drawing == "c")
  }

  /// Returns a request whose last change says something else of what it brings back.
  private static func replacing(_ gone: JSONValue, in request: JSONValue) throws -> JSONValue {
    var members = try #require(request.objectValue)
    var changes = try #require(members["changes"]?.arrayValue)
    var change = try #require(changes.last?.objectValue)
    change["gone"] = gone
    changes[changes.count - 1] = .object(change)
    members["changes"] = .array(changes)
    members["digest"] = nil
    return members.sealed
  }
}
