import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// A list whose journal does not reach back to the beginning.
@Suite("Compacted lists")
struct CompactedListTests {
  private let two = JournalRetention(revisionCountMax: 2)

  private func code(_ error: (any Error)?) -> StorageError.Code? {
    if case .storage(let error) = error as? DataSourceError { return error.code }
    return (error as? StorageError)?.code
  }

  @Test func aRevisionThatIsGoneNamesTheOldestThatIsLeft() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abc"))
      for letter in ["d", "e", "f", "g"] { try await list.apply(.insert(letter)) }
      try list.compact(two)
      #expect(try list.oldestRevision == 3)
      let snapshot = try list.snapshot(at: 3)
      #expect(try snapshot.models(inSection: 0) == ["e", "d", "a", "b", "c"])
      #expect(try snapshot.state.path(of: ItemID(rawValue: 4)) == ItemPath(section: 0, item: 1))
      let error = #expect(throws: StorageError.self) { try list.snapshot(at: 2) }
      #expect(error?.code == .compacted)
      #expect(error?.oldestRevision == 3)
      #expect(throws: StorageError.self) { try list.batches(after: 2) }
      #expect(code(#expect(throws: StorageError.self) { try list.snapshot(at: 6) }) == .stale)
    }
  }

  @Test func aSequenceThatHasEndedHoldsNothing() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abc"))
      let batches = try list.batches()
      let task = Task {
        var iterator = batches.makeAsyncIterator()
        while try await iterator.next() != nil {}
        // The sequence does not begin again.
        let rest = try await iterator.next()
        return rest == nil
      }
      for letter in ["d", "e", "f", "g"] { try await list.apply(.insert(letter)) }
      task.cancel()
      #expect(try await task.value)
      try await list.apply(.insert("h"))
      #expect(try list.compact(two).oldestRevision == 4)
      let rest = try await batches.nextIfPublished()
      #expect(rest == nil)
    }
  }

  @Test func allRevisionsThatAreLeftAreReadWhole() async throws {
    try await ListFile.with { file in
      var history = RandomHistory(seed: 5)
      let list = try file.openList()
      var rows: [ListRows<String, String>] = []
      for _ in 0..<40 {
        try list.applySynchronously(try history.next())
        rows.append(history.list.rows)
      }
      try list.compact(JournalRetention(revisionCountMax: 25))
      for revision in 15...40 {
        let snapshot = try list.snapshot(at: revision)
        #expect(try snapshot.rows == rows[revision - 1], "revision \(revision)")
        for section in 0..<snapshot.state.sectionCount {
          for (item, id) in try snapshot.state.itemIDs(inSection: section).enumerated() {
            #expect(
              try snapshot.state.path(of: id) == ItemPath(section: section, item: item))
          }
        }
      }
      await list.close()
    }
  }

  @Test func aSnapshotThatIsHeldSaysThatItsRevisionIsGone() async throws {
    try await ListFile.withList(DataSourceConfiguration(cachedModelCountMax: 0)) { list, _ in
      try await list.apply(.section("abc"))
      let held = list.snapshot
      for letter in ["x", "y", "z"] { try await list.apply(.update(1, letter)) }
      try list.compact(two)
      let error = #expect(throws: StorageError.self) { try held.models(inSection: 0) }
      #expect(error?.code == .compacted)
      // A model that was not replaced is unchanged.
      #expect(try held.model(at: ItemPath(section: 0, item: 0)) == "a")
    }
  }

  @Test func whatTheJournalNoLongerHasCannotBeUndone() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abc"))
      for letter in ["d", "e", "f"] { try await list.apply(.insert(letter)) }
      try list.compact(JournalRetention(revisionCountMax: 1))
      try await list.apply(.undo())
      let canUndo = try list.canUndo()
      #expect(!canUndo)
      let error = await #expect(throws: DataSourceError.self) { try await list.apply(.undo()) }
      guard case .storage(let storage) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(storage.code == .compacted)
      #expect(storage.oldestRevision == 3)
      #expect(try list.snapshot.models(inSection: 0) == ["e", "d", "a", "b", "c"])
    }
  }

  @Test func whatALiveSubscriberHasNotGotStays() async throws {
    try await ListFile.withList { list, _ in
      let batches = try list.batches()
      try await list.apply(.section("abc"))
      for letter in ["d", "e", "f"] { try await list.apply(.insert(letter)) }
      try list.compact(JournalRetention(revisionCountMax: 0))
      #expect(try list.oldestRevision == 0)
      var iterator = batches.makeAsyncIterator()
      for _ in 0..<3 { _ = try await iterator.next() }
      try list.compact(JournalRetention(revisionCountMax: 0))
      #expect(try list.oldestRevision == 3)
      #expect(try await iterator.next()?.target.revision == 4)
    }
  }

  @Test func aRegisteredSubscriberGoesOnWhereItWas() async throws {
    try await ListFile.with { file in
      let list = try file.openList()
      try await list.apply(.section("abc"))
      #expect(try list.acknowledge(by: "index") == 0)
      try list.acknowledge(1, by: "index")
      for letter in ["d", "e", "f"] { try await list.apply(.insert(letter)) }
      let result = try list.compact(JournalRetention(revisionCountMax: 0))
      #expect(result.heldBy == "index")
      await list.close()
      let again = try file.openList()
      let missed = try again.batches(after: again.acknowledge(by: "index"))
      await again.close()
      #expect(try await missed.collect().revisions == [2, 3, 4])
    }
  }

  @Test func whoIsForgottenHoldsNothingBack() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abc"))
      try list.acknowledge(0, by: "index")
      try list.acknowledge(1, by: "backup")
      try await list.apply(.insert("d"))
      #expect(
        try list.registeredSubscribers().map { "\($0.name) \($0.revision)" } == [
          "backup 1", "index 0",
        ])
      let retention = JournalRetention(revisionCountMax: 0)
      #expect(try list.compact(retention).heldBy == "index")
      try list.removeRegisteredSubscriber("index")
      try list.removeRegisteredSubscriber("nobody")
      #expect(try list.registeredSubscribers().map(\.name) == ["backup"])
      #expect(try list.compact(retention).oldestRevision == 1)
    }
  }

  @Test func aListWithARetentionCompactsItselfEverySoOften() async throws {
    var configuration = DataSourceConfiguration()
    configuration.retention = JournalRetention(revisionCountMax: 10)
    configuration.compactionInterval = 20
    try await ListFile.withList(configuration) { list, _ in
      try await list.apply(.section("abc"))
      for number in 0..<98 { try await list.apply(.update(number % 3, "\(number)")) }
      #expect(try list.oldestRevision == 70)
      try await list.apply(.update(0, "last"))
      #expect(try list.oldestRevision == 90)
    }
  }

  @Test(arguments: [false, true])
  func aListKeepsSixteenMegabytesUnlessItKeepsAll(keepsAll: Bool) async throws {
    var configuration = DataSourceConfiguration()
    if keepsAll { configuration.retention = nil }
    configuration.compactionInterval = 50
    try await ListFile.withList(configuration) { list, _ in
      try await list.apply(.section("abc"))
      let model = String(repeating: "m", count: 200_000)
      for number in 1..<150 { try await list.apply(.update(number % 3, "\(number) \(model)")) }
      await list.idle()
      let keptCount = try 150 - list.oldestRevision
      #expect(keptCount == (keepsAll ? 150 : (16 << 20) / 200_100))
    }
  }
}
