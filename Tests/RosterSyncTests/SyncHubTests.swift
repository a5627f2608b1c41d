import RosterCore
import RosterEngine
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterSync

/// What a hub keeps of its past: marks of revisions, and who made them.
@Suite struct SyncHubTests {
  /// How the hub's list goes on where a backup ends: with a change that both ways have.
  enum LastChange: CaseIterable {
    case ofADevice, ofAnotherWriter
  }

  @Test(arguments: LastChange.allCases)
  func aRestoredHubThatEndsWithTheSameChangeIsNoticed(_ last: LastChange) throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      try hub.list.applySynchronously(.section("x"))
      var one = try files.device("one")
      var two = try files.device("two")
      try one.synchronize(with: hub)
      try two.synchronize(with: hub)
      try two.list.applySynchronously(.insert("t", at: 1))
      let request = try two.request(sendsChanges: true)
      try files.copy("hub", to: "copy")
      let restored = TextHub(try files.list("copy"), name: "hub", coding: .text)
      for (hub, letter) in [(hub, "a"), (restored, "b")] {
        try hub.list.applySynchronously(.insert(letter))
        switch last {
        case .ofADevice: _ = hub.answer(request)
        case .ofAnotherWriter: try hub.list.applySynchronously(.insert("t", at: 2))
        }
      }
      try one.synchronize(with: hub)
      #expect(try one.drawing == "axt")
      try one.synchronize(with: restored)
      #expect(try one.drawing == "bxt")
    }
  }

  @Test(arguments: [false, true])
  func whatARestoredHubHasLostComesAgainFromARestoredDevice(_ comesWhole: Bool) throws {
    try SyncFiles.with { files in
      var limits = SyncLimits()
      limits.sentCountMax = 1
      let hub = try files.hub()
      var one = try files.device("one", limits: limits)
      try one.list.applySynchronously(.section("x"))
      try one.synchronize(with: hub)
      try files.copy("hub", to: "older hub")
      for letter in ["a", "b"] { try one.list.applySynchronously(.insert(letter)) }
      let request = try one.request(sendsChanges: true)
      try files.copy("one", to: "older one")
      // The first hub settles the first change, and the device hears of it.
      _ = try one.integrate(answer: hub.answer(request))
      // The restored hub has lost it, and settles the second and a third one.
      let restored = TextHub(try files.list("older hub"), name: "hub", coding: .text)
      try one.list.applySynchronously(.insert("c"))
      try one.synchronize(with: restored)
      #expect(try restored.list.drawing.sorted() == ["b", "c", "x"])
      if comesWhole { _ = try restored.list.compact(JournalRetention(revisionCountMax: 0)) }
      var again = try files.device("older one", opening: "one 2")
      try again.synchronize(with: restored)
      #expect(try restored.list.drawing.sorted() == ["a", "b", "c", "x"])
      #expect(try again.drawing == restored.list.drawing)
      try one.synchronize(with: restored)
      #expect(try one.drawing == restored.list.drawing)
    }
  }

  @Test func whatWasSettledByEachRevisionIsKnown() throws {
    try SyncFiles.with { files in
      let hub = try Self.hubOfManyOpenings(files).hub
      let head = hub.list.snapshot.revision
      // Each note tells by itself what it adds.
      var naive = SettledChanges()
      var expected = [naive]
      var byteCount = 0
      for change in try hub.list.changes(after: hub.list.snapshot(at: 0), limit: head) {
        if let note = try HubNote(change.annotation) {
          naive.add(note)
          byteCount += note.json.byteCount
        }
        expected.append(naive)
      }
      for revision in 0...head {
        let settled = try hub.settled(by: revision)
        #expect(settled.byName == expected[revision].byName, "revision \(revision)")
      }
      #expect(try hub.settled(by: head).members == naive.members)
      #expect(naive.members.byteCount > 1_000)
      #expect(byteCount < 200 * head)
      // A compaction keeps what is needed.
      _ = try hub.list.compact(JournalRetention(revisionCountMax: 0))
      #expect(try hub.list.oldestRevision > 0)
      let opened = try files.hub()
      #expect(try opened.settled(by: head).members == naive.members)
    }
  }

  /// A hub before the eleventh format had no tables: the last page of the list that comes whole said what was settled
  /// by its revision, or the list was begun again once a compaction had removed that note.
  @Test func theLastPageSaysWhatWasSettledThenWhateverIsCompacted() throws {
    try SyncFiles.with { files in
      let (hub, limits) = try Self.hubOfManyOpenings(files)
      var two = try files.device("two", limits: limits)
      try two.synchronize(with: hub)
      let list = hub.list.snapshot
      let settled = try hub.settled(by: list.revision)
      var start = WholePage.Start(revision: list.revision, mark: try hub.mark(of: list))
      // Only the last page says what is settled.
      let section = list.sectionCount - 1
      start.path = ItemPath(section: section, item: list.itemCount(inSection: section) - 1)
      for letter in ["y", "z", "y"] { try two.list.applySynchronously(.insert(letter)) }
      try two.synchronize(with: hub)
      _ = try hub.list.compact(JournalRetention(revisionCountMax: 8))
      #expect(try hub.list.oldestRevision < start.revision)
      let page = try #require(try hub.wholePage(from: start))
      guard case .whole(let last) = page.contents else {
        Issue.record("it is no page")
        return
      }
      #expect(last.next == nil && last.settled.byName == settled.byName)
      #expect(try hub.settled(by: hub.list.snapshot.revision).byName != settled.byName)
    }
  }

  @Test func aJournalThatWasCutByHandIsServedWithWhatIsLeft() throws {
    try SyncFiles.with { files in
      let (hub, limits) = try Self.hubOfManyOpenings(files)
      let full = try hub.settled(by: hub.list.snapshot.revision)
      try hub.list.removeRegisteredSubscriber(TextHub.subscriberName)
      _ = try hub.list.compact(JournalRetention(revisionCountMax: 2))
      let cut = try hub.settled(by: hub.list.snapshot.revision)
      #expect(!cut.byName.isEmpty && cut.byName.count < full.byName.count)
      // It gets the list whole, page by page.
      var two = try files.device("two", limits: limits)
      try two.synchronize(with: hub)
      #expect(try two.drawing == hub.list.drawing)
      try two.list.applySynchronously(.insert("y"))
      try two.synchronize(with: hub)
      let after = try hub.settled(by: hub.list.snapshot.revision)
      #expect(after.byName.count == cut.byName.count + 1)
      #expect(try hub.list.hubRows()?.settled.count == after.byName.count)
    }
  }

  /// Makes a hub whose messages have one item each, and lets a device be opened again and again, with some changes
  /// each time and those of another writer between.
  private static func hubOfManyOpenings(
    _ files: SyncFiles
  ) throws -> (hub: TextHub, limits: SyncLimits) {
    var limits = SyncLimits()
    limits.messageByteCountMax = 1
    let hub = try files.hub(limits)
    try hub.list.applySynchronously(.section("x"))
    for opening in 0..<40 {
      var one = try files.device("one", opening: "opening \(opening) of one")
      try one.synchronize(with: hub)
      for letter in ["a", "b", "c", "d"] {
        // Not every number follows the one before.
        if letter != "a" { try one.list.applySynchronously(TextChange()) }
        try one.list.applySynchronously(.insert(letter))
      }
      if opening % 9 == 3 { try hub.list.applySynchronously(.section("y")) }
      try one.synchronize(with: hub)
    }
    return (hub, limits)
  }

  @Test func theChangesOfARequestAreOneTransactionWithARevisionEach() throws {
    try SyncFiles.with { files in
      let file = MemoryList()
      let hub = TextHub(try TextList(inMemory: file), name: "hub", coding: .text)
      var one = try files.device("one")
      try one.list.applySynchronously(.section("abc"))
      try one.synchronize(with: hub)
      _ = one.takeOutcomes()
      let (first, before) = (one.list.snapshot.revision + 1, hub.list.snapshot.revision)
      for letter in 0..<20 { try one.list.applySynchronously(.insert("\(letter)")) }
      try one.list.applySynchronously(.update(20, "A"))
      try one.list.applySynchronously(.move(0, to: 3))
      try hub.list.applySynchronously(.remove(0))
      let commitCount = file.commitCount
      try one.synchronize(with: hub)
      #expect(file.commitCount == commitCount + 1)
      #expect(hub.list.snapshot.revision == before + 1 + 22)
      let outcomes = one.takeOutcomes()
      #expect(outcomes.map(\.revision) == Array(first..<first + 22))
      #expect(outcomes[20].kind == .refused("everything that it changes is gone"))
      #expect(outcomes.filter { $0.kind == .confirmed }.count == 21)
      #expect(try one.drawing == hub.list.drawing)
      #expect(try hub.mark(of: hub.list.snapshot) == one.record.mark)
    }
  }

  @Test(arguments: FaultyStorage.Moment.allCases)
  func aHubThatEndsInAnyCallHasSettledAllOfARequestOrNothing(
    _ moment: FaultyStorage.Moment
  ) throws {
    try SyncFiles.with { files in
      var one = try files.device("one")
      try one.list.applySynchronously(.section("abc"))
      for letter in ["x", "y"] { try one.list.applySynchronously(.insert(letter)) }
      let request = try one.request(sendsChanges: true)
      var drawings: Set<String> = []
      for skipCount in 0..<30 {
        let file = MemoryList()
        let hub = TextHub(try TextList(inMemory: file), name: "hub", coding: .text)
        file.fail(moment, skipping: skipCount)
        _ = hub.answer(request)
        file.heal()
        let opened = TextHub(try TextList(inMemory: file), name: "hub", coding: .text)
        drawings.insert(try opened.list.drawing)
        #expect(file.commitCount < 2)
        _ = opened.answer(request)
        #expect(try opened.list.drawing == "yxabc")
        #expect(file.commitCount == 1 && opened.list.snapshot.revision == 3)
        // The journal was kept for the hub before there was anything to keep.
        _ = try opened.list.compact(JournalRetention(revisionCountMax: 0))
        let compacted = TextHub(try TextList(inMemory: file), name: "hub", coding: .text)
        #expect(try compacted.settled(by: 3).members["settled"]?.arrayValue?.count == 1)
      }
      #expect(drawings == ["", "yxabc"])
    }
  }

  @Test func aDeviceThatGetsTheListWholeLearnsWhatBecameOfItsChanges() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("abc"))
      try one.synchronize(with: hub)
      _ = one.takeOutcomes()
      let revision = one.list.snapshot.revision
      try one.list.applySynchronously(.insert("x"))
      try one.list.applySynchronously(.update(1, "A"))
      try one.list.applySynchronously(
        Changeset {
          $0.updateItem(at: ItemPath(section: 0, item: 1), "A")
          $0.updateItem(at: ItemPath(section: 0, item: 2), "B")
        })
      try hub.list.applySynchronously(.remove(0))
      // The hub settles the changes, but the answer is lost; then its journal is compacted.
      _ = try hub.answer(one.request(sendsChanges: true))
      _ = try hub.list.compact(JournalRetention(revisionCountMax: 0))
      try one.synchronize(with: hub)
      #expect(try one.drawing == "xBc")
      #expect(
        one.takeOutcomes() == [
          SyncOutcome(revision: revision + 1, kind: .confirmed),
          SyncOutcome(revision: revision + 2, kind: .refused("everything that it changes is gone")),
          SyncOutcome(revision: revision + 3, kind: .rebased(lostCount: 1)),
        ])
    }
  }

  @Test func marksDoNotDependOnWhereThePageOfChangesBegins() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try hub.list.applySynchronously(.section("x"))
      for count in [1, 2, 60, 3, 1, 70, 1] {
        for letter in 0..<count { try hub.list.applySynchronously(.insert("\(letter)")) }
        try one.synchronize(with: hub)
        try one.list.applySynchronously(.insert("y"))
        if count == 3 { try one.synchronize(with: hub) }
        let answer = try hub.answer(one.request(sendsChanges: false))
        #expect(answer["revisions"] == [] && answer["whole"] == nil)
        #expect(try hub.mark(of: hub.list.snapshot) == answer["mark"]?.stringValue)
      }
    }
  }

  @Test func whatAuthorsSayReachesTheHubAndTheOtherDevices() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      var two = try files.device("two")
      let annotation = ChangeAnnotation(
        origin: "Ann", at: "2026-01-31T10:00:00Z", userInfo: ["why": "because"], group: "g",
        undo: UndoScope("drawing"))
      try one.list.applySynchronously(.section("ab"), annotation)
      try one.list.applySynchronously(.insert("c"))
      try one.synchronize(with: hub)
      let admin = ChangeAnnotation(origin: "admin", undo: .none)
      try hub.list.applySynchronously(.insert("d"), admin)
      try hub.list.applySynchronously(.insert("e"))
      try two.synchronize(with: hub)
      var said: [ChangeAnnotation] = []
      try hub.list.forEachAnnotation(upTo: hub.list.snapshot.revision) {
        said.append($1.withoutNote)
        return true
      }
      let second = ChangeAnnotation(origin: "one 1")
      #expect(said.reversed() == [annotation, second, admin, ChangeAnnotation()])
      try two.list.forEachAnnotation(upTo: two.list.snapshot.revision) { _, batch in
        #expect(
          SyncNews(batch)?.changes == [
            SyncedChange(revision: 1, annotation: annotation),
            SyncedChange(revision: 2, annotation: second),
            SyncedChange(revision: 3, annotation: admin),
          ])
        return false
      }
      try one.synchronize(with: hub)
      var outcomes: [SyncOutcome] = []
      try one.list.forEachAnnotation(upTo: one.list.snapshot.revision) { _, batch in
        if let news = SyncNews(batch) {
          outcomes += news.outcomes
          #expect(news.changes.allSatisfy { $0.annotation == admin })
        }
        return true
      }
      #expect(
        outcomes == [
          SyncOutcome(revision: 2, kind: .confirmed), SyncOutcome(revision: 3, kind: .confirmed),
        ])
      #expect(SyncNews(annotation) == nil)
      // The hub takes back what belongs to the scope, and leaves what others have put into its section.
      try hub.list.applySynchronously(.undo(in: UndoScope("drawing")))
      #expect(try hub.list.drawing == "edc")
    }
  }

  @Test(arguments: [true, .null, 1, ["drawing"]] as [JSONValue])
  func aScopeThatIsNoneIsRefused(scope: JSONValue) throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      var one = try files.device("one")
      try one.list.applySynchronously(.section("ab"))
      try one.synchronize(with: hub)
      try one.list.applySynchronously(.insert("c"), ChangeAnnotation(undo: .none))
      var request = try #require(one.request(sendsChanges: true).objectValue)
      var change = try #require(request["changes"]?.arrayValue?.first?.objectValue)
      #expect(change["undo"] == false)
      change["undo"] = scope
      request["changes"] = [.object(change)]
      request["digest"] = nil
      let answer = hub.answer(request.sealed)
      #expect(
        answer["refused"]?.stringValue?.contains("a scope of undo is neither a name nor false")
          == true)
      #expect(try hub.list.drawing == "ab")
    }
  }

  @Test func aChangeOfWhichItsAuthorSaysTooMuchIsNotTaken() throws {
    try SyncFiles.with { files in
      var limits = SyncLimits()
      limits.changeByteCountMax = 300
      let hub = try files.hub(limits)
      var one = try files.device("one", limits: limits)
      try one.list.applySynchronously(.section("ab"))
      try one.list.applySynchronously(
        .insert("c"),
        ChangeAnnotation(userInfo: ["text": .string(String(repeating: "x", count: 300))]))
      try one.synchronize(with: hub)
      #expect(one.unsent != nil)
      // A device with other limits sends it.
      var two = try files.device("two")
      try two.synchronize(with: hub)
      try two.list.applySynchronously(
        .insert("d"),
        ChangeAnnotation(userInfo: ["text": .string(String(repeating: "x", count: 300))]))
      #expect(throws: SyncError.self) { try two.synchronize(with: hub) }
      #expect(try two.drawing == "dab" && hub.list.drawing == "ab")
      try hub.list.forEachAnnotation(upTo: hub.list.snapshot.revision) { _, annotation in
        #expect(annotation.userInfo["text"] == nil)
        return true
      }
    }
  }
}

extension SettledChanges {
  /// What it says of each name: what was used last makes no difference to a device.
  fileprivate var byName: [JSONValue: Set<JSONValue>] {
    let spans = members["settled"]?.arrayValue ?? []
    return Dictionary(grouping: spans) { $0.arrayValue?.first ?? .null }.mapValues { Set($0) }
  }
}
