import Foundation
import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

/// A file under a load that does not end.
@Suite("Steady load")
struct SteadyLoadTests {
  /// The pages of the file, and those that are free.
  private func pageCounts(_ store: SQLiteStore) throws -> (all: Int, free: Int) {
    try store.pool.read { database in
      (
        try database.integer("PRAGMA page_count") ?? 0,
        try database.integer("PRAGMA freelist_count") ?? 0
      )
    }
  }

  @Test func theFileStopsGrowingUnderTwentyThousandChanges() throws {
    try withStore { temporary in
      let storage = try temporary.list()
      var state = try storage.commit(
        newSection((0..<1_000).map { "\($0)" }), on: storage.load())
      var random = SplitMix64(seed: 1)
      let retention = JournalRetention(revisionCountMax: 500)
      var pageCounts: [Int] = []
      for round in 0..<200 {
        var builder = CommitGroupBuilder(state)
        for number in 0..<100 {
          let item = ItemPath(section: 0, item: random.index(below: 1_000))
          let target = ItemPath(section: 0, item: random.index(below: 1_000))
          let model = "\(round) \(number) " + String(repeating: "x", count: 100)
          let address = StateAddress(
            item: try #require(try builder.group.target.itemID(at: item)),
            scope: ScopePath([ScopeKey(typeName: "Row")]))
          let states =
            number % 4 == 0 ? [StateChange(address, StoredState(value: .text(model)))] : []
          let changeset = Changeset<String, String> {
            switch number % 3 {
            case 0: $0.updateItem(at: item, model)
            case 1: $0.moveItem(from: item, to: target)
            default:
              $0.removeItem(at: item)
              $0.insertItem(model, at: target)
            }
          }
          try builder.add(changeset, states: number % 3 == 2 ? [] : states)
        }
        try storage.commit(builder.group)
        state = builder.group.target
        try storage.compact(retention)
        pageCounts.append(try self.pageCounts(temporary.store).all)
      }
      #expect(state.revision == 20_001)
      #expect(try storage.oldestRevision() == 19_501)
      // It grows at first, until the pages are as sparsely filled as they get.
      let half = pageCounts[..<100].max() ?? 0
      let bound = half + half / 20
      let last = pageCounts[100...].max() ?? 0
      #expect(last <= bound, "\(last) pages in the second half, \(half) in the first")
    }
  }
}
