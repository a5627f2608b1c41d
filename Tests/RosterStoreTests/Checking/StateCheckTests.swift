import GRDB
import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

/// Damage to states done with a SQL shell, and the findings of the check.
@Suite("Check: planted damage to states")
struct StateCheckTests {
  /// Five items at revision 6. Item 1: `Row` is written by 1, 3 and 5. Item 2: `Row` is written by
  /// 2 and forgotten by 4. Item 3: `Row` is written by 2, and goes with the item in 6.
  private func makeStore() throws -> TemporaryStore {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    let scope = ScopePath([ScopeKey(typeName: "Row")])
    func change(_ item: Int, _ text: String?) -> StateChange {
      StateChange(
        StateAddress(item: ItemID(rawValue: item), scope: scope),
        text.map { StoredState(value: .text($0)) })
    }
    var builder = CommitGroupBuilder(try list.load())
    try builder.add(newSection(["a", "b", "c", "d", "e"]), states: [change(1, "1")])
    try builder.add(states: [change(2, "2"), change(3, "2")])
    try builder.add(states: [change(1, "3")])
    try builder.add(states: [change(2, nil)])
    try builder.add(states: [change(1, "5"), change(4, "5")])
    try builder.add(Changeset { $0.removeItem(at: ItemPath(section: 0, item: 2)) })
    try list.commit(builder.group)
    #expect(try temporary.store.check() == [])
    return temporary
  }

  private func damage(_ sql: String, _ temporary: TemporaryStore) throws {
    try temporary.store.pool.write { try $0.execute(sql) }
  }

  /// Does damage and expects a finding that says so.
  private func expect(
    _ finding: String, after sql: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let temporary = try makeStore()
    try damage(sql, temporary)
    try temporary.expect(finding, sourceLocation: sourceLocation)
  }

  private static let number = "(1 << 40)"

  // MARK: Values

  @Test func aStateThatWasAltered() throws {
    for column in [
      "value = 'x'", "value = NULL", "value = CAST(value AS BLOB)", "type_version = 2",
    ] {
      try expect(
        "altered that was written by revision: 5", after: "UPDATE state SET \(column)")
      try expect(
        "altered that was written by revision: 1", after: "UPDATE state_history SET \(column)")
    }
  }

  @Test func aStateThatIsGone() throws {
    try expect(
      "altered that was written by revision: 5",
      after: "DELETE FROM state WHERE item = \(Self.number) + 4")
    try expect(
      "altered that was written by revision: 1, 2, 3", after: "DELETE FROM state_history")
  }

  @Test func aStateThatNobodyWrote() throws {
    let row = "VALUES (\(Self.number) + 5, 'Row', 4, 1, 'x')"
    try expect(
      "a state is of a revision that did not write it: 4", after: "INSERT INTO state \(row)")
    try expect(
      "a state is of a revision that did not write it: 2",
      after: "UPDATE state SET version = 2 WHERE item = \(Self.number) + 1")
  }

  @Test func aStateOfAnotherItemOrScope() throws {
    try expect(
      "a state is of an item that is not there: 3",
      after: "UPDATE state SET item = item - 1 WHERE item = \(Self.number) + 4")
    try expect(
      "altered that was written by revision: 5",
      after: "UPDATE state SET item = item + 1 WHERE item = \(Self.number) + 4")
    try expect("altered that was written by revision: 5", after: "UPDATE state SET scope = 'Other'")
  }

  @Test(arguments: ["Row/", "Row#0", "Row%41", "' || CAST(x'52ff' AS TEXT) || '"])
  func aScopeThatIsNoPath(text: String) throws {
    try expect(
      "the scope of a state is not the path of one, at item: 1, 4",
      after: "UPDATE state SET scope = '\(text)'")
    try expect(
      "the scope of a state is not the path of one, at item: 1, 2, 3",
      after: "UPDATE state_history SET scope = '\(text)' WHERE until <> 5")
  }

  // MARK: Revisions

  @Test func versionsThatAreImpossible() throws {
    try expect(
      "the version of a state is a revision that is not there yet, at item: 1, 4",
      after: "UPDATE state SET version = 7")
    for column in ["until = 7", "version = until", "version = until + 1"] {
      try expect(
        "a before-image of a state has impossible revisions, at item: 2",
        after: "UPDATE state_history SET \(column) WHERE until = 4")
    }
  }

  @Test func statesThatAreThereTwice() throws {
    try expect(
      "a state has two values at one revision, at item: 1",
      after: "UPDATE state_history SET until = 4 WHERE until = 3")
    try expect(
      "a state has two values at one revision, at item: 1",
      after: "UPDATE state_history SET until = 6 WHERE until = 5")
  }

  @Test func aStateThatDoesNotLastUntilItWasReplaced() throws {
    try expect(
      "a before-image of a state ends at a revision that did not end it, at item: 1",
      after: "UPDATE state_history SET until = 2 WHERE until = 3")
  }

  @Test func aStateThatEndsAtAnotherRevisionThanItWasForgotten() throws {
    for until in [3, 5] {
      try expect(
        "a before-image of a state ends at a revision that did not end it, at item: 2",
        after: "UPDATE state_history SET until = \(until) WHERE until = 4")
    }
  }

  @Test func aStateThatEndsAtAnotherRevisionThanItsItem() throws {
    try expect(
      "a before-image of a state ends at a revision that did not end it, at item: 3",
      after: "UPDATE state_history SET until = 5 WHERE until = 6")
  }

  @Test func aStateThatWasForgottenAndGoesOn() throws {
    try expect(
      "a state goes on that was forgotten by revision: 4",
      after: """
        INSERT INTO state SELECT item, scope, version, type_version, value
          FROM state_history WHERE until = 4;
        DELETE FROM state_history WHERE until = 4
        """)
  }

  // MARK: Anything

  /// Every alteration of one value of one row either is found or changes nothing that is read.
  @Test(arguments: 0..<80 as Range<UInt64>)
  func anyAlterationOfARowIsFoundOrDoesNoHarm(seed: UInt64) throws {
    let temporary = try makeStore()
    let list = try temporary.list()
    let before = try states(list)
    var random = SplitMix64(seed: seed)
    let isCurrent = random.happens(percent: 40)
    let columns =
      ["item", "scope", "version", "type_version", "value"] + (isCurrent ? [] : ["until"])
    let column = columns[random.index(below: columns.count)]
    let table = isCurrent ? "state" : "state_history"
    let value =
      switch column {
      case "scope": ["'Row#1'", "'row'", "''", "'Row/'"][random.index(below: 4)]
      case "value": ["'1'", "'2'", "'5'", "NULL", "5"][random.index(below: 5)]
      default: "\(column) + \(random.index(below: 7) - 3)"
      }
    let row = random.index(below: isCurrent ? 2 : 4)
    let sql = """
      UPDATE OR IGNORE \(table) SET \(column) = \(value) WHERE (item, scope, version) IN
        (SELECT item, scope, version FROM \(table) ORDER BY item, scope, version LIMIT 1 OFFSET \(row))
      """
    try damage(sql, temporary)
    let isFound = try temporary.store.check() != []
    #expect(try isFound || states(list) == before, "seed \(seed): \(sql)")
  }

  /// The states at every revision.
  private func states(_ list: SQLiteList) throws -> [[[ScopePath: StoredState]]] {
    try (0...6).map { try list.states(of: (1...6).map { ItemID(rawValue: $0) }, at: $0) }
  }
}
