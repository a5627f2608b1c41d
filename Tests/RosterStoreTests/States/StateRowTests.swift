import RosterCore
import RosterTestSupport
import Testing

@testable import RosterStore

@Suite("States: rows")
struct StateRowTests {
  private let like = ScopePath([ScopeKey(typeName: "Row"), ScopeKey(typeName: "Like")])
  private let page = ScopePath([ScopeKey(typeName: "Row", identifier: "a/\"b\"", ordinal: 2)])

  private func item(_ number: Int) -> ItemID { ItemID(rawValue: number) }

  private func set(_ number: Int, _ scope: ScopePath, _ text: String) -> StateChange {
    StateChange(StateAddress(item: item(number), scope: scope), state(text))
  }

  private func forget(_ number: Int, _ scope: ScopePath) -> StateChange {
    StateChange(StateAddress(item: item(number), scope: scope), nil)
  }

  private func state(_ text: String) -> StoredState { StoredState(value: .text(text)) }

  /// Runs a test with a list of some items.
  private func withList(
    _ items: [String] = ["a", "b", "c"],
    _ body: (SQLiteList, TemporaryStore, inout CommitGroupBuilder) throws -> Void
  ) throws {
    try withStore { temporary in
      let list = try temporary.list()
      var builder = CommitGroupBuilder(try list.commit(newSection(items), on: list.load()))
      try body(list, temporary, &builder)
    }
  }

  private func count(_ table: String, _ temporary: TemporaryStore) throws -> Int? {
    try temporary.store.pool.read { try $0.integer("SELECT count(*) FROM \(table)") }
  }

  @Test(arguments: ["state", "state_history"])
  func aScopeThatIsUnreadableIsCorrupt(table: String) throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    var builder = CommitGroupBuilder(try list.commit(newSection(["a", "b"]), on: list.load()))
    try builder.add(states: [set(1, like, "1"), set(2, like, "1")])
    try builder.add(states: [set(1, like, "2"), set(2, like, "2")])
    try list.commit(builder.group)
    try temporary.store.pool.write {
      try $0.execute("UPDATE \(table) SET scope = CAST(x'ff' AS TEXT) WHERE item & 3 = 1")
    }
    let revision = table == "state" ? 3 : 2
    #expect(storageErrorCode { _ = try list.states(of: [item(1)], at: revision) } == .corrupt)
    #expect(try list.states(of: [item(2)], at: revision) == [[like: state("\(revision - 1)")]])
  }

  @Test func aRevisionOfStatesOnlyTouchesNeitherItemsNorPages() throws {
    try withList((0..<600).map { "\($0)" }) { list, temporary, builder in
      func rows() throws -> [[RecordValue]] {
        try temporary.store.pool.read { database in
          try ["section", "leaf", "item", "item_history", "section_history"].flatMap {
            try database.rows("SELECT * FROM \($0)")
          }
        }
      }
      let before = try rows()
      try builder.add(states: [set(1, like, "1"), set(600, like, "1")])
      try builder.add(states: [set(1, like, "2"), forget(600, like)])
      try list.commit(builder.group)
      #expect(try rows() == before)
      #expect(try count("journal", temporary) == 3)
      #expect(try count("state", temporary) == 1)
      #expect(try count("state_history", temporary) == 2)
      let entry = try list.journal(after: 2, limit: 1)[0]
      #expect(entry.record.outline == ChangesetOutline())
      #expect(entry.states.map(\.item) == [item(1), item(600)])
    }
  }

  /// Reading must not walk through the before-images of a state, nor of all states of an item.
  @Test(arguments: [
    "SELECT scope, type_version, value FROM state WHERE item = ? AND version <= ?",
    """
    SELECT scope, until, version, type_version, value FROM state_history
    WHERE item = ? AND (scope, until) > (?, ?) ORDER BY scope, until LIMIT 1
    """,
    "SELECT 1 FROM state WHERE item BETWEEN ? AND ? LIMIT 1",
  ])
  func readingSearchesByKey(sql: String) throws {
    try withStore { temporary in
      let plan = try temporary.store.pool.read {
        try $0.rows("EXPLAIN QUERY PLAN " + sql.replacing("?", with: "1")).compactMap { row in
          row.last?.text.map { String(decoding: $0, as: UTF8.self) }
        }
      }
      #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH"), "\(plan)")
    }
  }
}
