import RosterCore
import RosterJSON
import RosterTestSupport
import Testing

@testable import RosterStore

@Suite("Journal: damaged entries")
struct JournalTests {
  /// Runs a test with a list at revision 5.
  private func withList(
    checks: Bool = true, _ body: (SQLiteList, TemporaryStore) throws -> Void
  ) throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    var state = try list.commit(newSection(["a"]), on: list.load())
    for item in 1...4 {
      state = try list.commit(
        Changeset { $0.insertItem("\(item)", at: ItemPath(section: 0, item: item)) }, on: state)
    }
    try body(list, temporary)
    if checks { #expect(try temporary.store.check() == []) }
  }

  @Test(arguments: [
    "change = 'x'", "change = ''", "change = '{\"insertedItems\":[[0,0,999999999,1]]}'",
    "change = '{\"states\":[[1,\"Row#0\"]]}'", "change = '{\"states\":[[9,\"Row\"]]}'",
    "user_info = '{'", "user_info = '[]'",
  ])
  func aDamagedEntryIsCorrupt(damage: String) throws {
    try withList(checks: false) { list, temporary in
      try temporary.store.pool.write {
        try $0.execute("UPDATE journal SET \(damage) WHERE id & 0xff = 3")
      }
      #expect(storageErrorCode { _ = try list.journal(after: 0, limit: 9) } == .corrupt)
      #expect(try list.journal(after: 3, limit: 9).count == 2)
    }
  }
}
