import RosterCore
import RosterTestSupport
import Testing

@testable import RosterStore

/// Damage to what no row of the journal vouches for, and what the check says of it.
@Suite("Check: what was compacted, order, names and subscribers")
struct SealTests {
  /// A list of items 1 to 3 and 4 to 6 in two sections, at revision 8, of which the first 4 are
  /// compacted; 2 was updated twice, 3 removed and the sections exchanged since.
  private func makeStore() throws -> TemporaryStore {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    _ = try temporary.list("empty")
    let scope = ScopePath([ScopeKey(typeName: "Row")])
    var state = try list.commit(newSection(["one", "two", "three"]), on: list.load())
    state = try list.commit(newSection(at: 1, ["four", "five", "six"]), on: state)
    let header = SupplementID(.header, of: try #require(state.sectionID(at: 0)))
    let states = [
      StateChange(
        StateAddress(item: ItemID(rawValue: 1), scope: scope), StoredState(value: .text("1"))),
      StateChange(
        StateAddress(supplement: header, scope: scope), StoredState(value: .text("2"))),
    ]
    state = try list.commit(states, on: state)
    for changeset: Changeset<String, String> in [
      Changeset { $0.updateItem(at: ItemPath(section: 0, item: 1), "two b") },
      Changeset { $0.updateItem(at: ItemPath(section: 0, item: 1), "two c") },
      Changeset {
        $0.removeItem(at: ItemPath(section: 0, item: 2))
        $0.updateSection(at: 0, "titled")
      },
      Changeset { $0.moveSection(from: 0, to: 1) },
      Changeset {
        $0.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 2))
      },
    ] {
      state = try list.commit(changeset, on: state)
    }
    try list.acknowledge(6, by: "index")
    try list.compact(JournalRetention(), keeping: 4)
    try list.compact(JournalRetention(revisionCountMax: 4))
    #expect(try list.oldestRevision() == 4)
    #expect(try temporary.store.check() == [])
    return temporary
  }

  /// Does damage and expects a finding that says so.
  private func expect(
    _ finding: String, after damage: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let temporary = try makeStore()
    try temporary.damage(damage, sourceLocation: sourceLocation)
    try temporary.expect(finding, sourceLocation: sourceLocation)
  }

  private static let base = "altered that was written before the journal begins, up to revision: 4"
  private static let order = "the order of items and sections is not the one that was left by"

  @Test(arguments: [
    "UPDATE item SET model = 'another' WHERE id & 7 = 1",
    "UPDATE item SET model = '{broken' WHERE id & 7 = 5",
    "UPDATE item SET version = 2 WHERE id & 7 = 1",
    "UPDATE section SET model = NULL WHERE id & 7 = 2",
    "UPDATE item_history SET model = 'another' WHERE until = 5",
    "UPDATE state SET value = '3'",
    "UPDATE state SET type_version = 9",
    "UPDATE supplement_state SET kind = 'footer'",
    "UPDATE state SET scope = 'Row/Like'",
    "UPDATE section_history SET version = version + 1",
  ])
  func whatCompactedRevisionsWroteIsCovered(damage: String) throws {
    try expect(Self.base, after: damage)
  }

  @Test func aBeforeImageThatMovedInTimeIsFound() throws {
    let tally = "are not those that were written or ended by revision: 6"
    try expect(
      "the models of items \(tally)", after: "UPDATE item_history SET until = 7 WHERE until = 6")
    try expect("the models of sections \(tally)", after: "UPDATE section_history SET until = 7")
    try expect(
      "an item has two models at one revision",
      after: "UPDATE item_history SET until = 6 WHERE until = 5")
  }

  @Test(arguments: [
    "UPDATE leaf SET items = '[5,4,6]' WHERE id & 7 = 2",
    "UPDATE leaf SET ord = ord + 1",
    "UPDATE section SET ord = -ord",
    "UPDATE journal SET pages = pages + 1 WHERE id & 15 = 8",
    "UPDATE journal SET pages = NULL WHERE id & 15 = 8",
    "DELETE FROM journal WHERE id & 15 = 8",
    "DELETE FROM journal WHERE id & 15 > 6",
  ])
  func theOrderIsCovered(damage: String) throws {
    try expect(Self.order, after: damage)
  }

  @Test func theNumbersOfTheJournalAreCovered() throws {
    for column in ["next_item", "next_section", "next_leaf", "committed", "pages"] {
      try expect(
        "altered that was written by revision: 8",
        after: "UPDATE journal SET \(column) = \(column) + 1 WHERE id & 15 = 8")
    }
  }

  @Test func theBeginOfTheJournalIsKnown() throws {
    try expect(
      "the journal does not begin with revision: 5", after: "DELETE FROM journal WHERE id & 15 = 5")
    try expect("the row of the list was altered", after: "UPDATE list SET oldest = 5")
  }

  @Test func namesAreCovered() throws {
    try expect(
      "list \"mine\": the row of the list was altered",
      after: "UPDATE list SET name = 'mine' WHERE name = 'main'")
    try expect(
      "the row of the list was altered",
      after: """
        UPDATE list SET name = 'x' WHERE id = 1; UPDATE list SET name = 'main' WHERE id = 2;
        UPDATE list SET name = 'empty' WHERE id = 1
        """)
    try expect("a list is gone", after: "DELETE FROM list WHERE name = 'empty'")
  }

  @Test func subscribersAreCovered() throws {
    for damage in [
      "UPDATE subscriber SET revision = 7", "UPDATE subscriber SET name = 'x'",
      "DELETE FROM subscriber", "INSERT INTO subscriber VALUES (1, 'x', 5)",
    ] {
      try expect("a subscriber was altered, or one is gone", after: damage)
    }
  }

  @Test func theSchemaIsCovered() throws {
    try expect(
      "index section_of_list is not as Roster made it", after: "DROP INDEX section_of_list")
    try expect(
      "trigger t is not one of Roster's",
      after: "CREATE TRIGGER t AFTER DELETE ON item BEGIN SELECT 1; END")
    try expect("the steps to its format", after: "PRAGMA user_version = 4")
    try expect(
      "the steps to its format", after: "DELETE FROM grdb_roster_step WHERE name LIKE 'm0003%'")
  }

  @Test func writingGoesOnWithoutMakingGoodWhatWasAltered() throws {
    let temporary = try makeStore()
    try temporary.store.pool.write {
      try $0.execute("UPDATE leaf SET items = '[5,4,6]' WHERE id & 7 = 2")
      try $0.execute("UPDATE item SET model = 'another' WHERE id & 7 = 1")
    }
    let list = try temporary.list()
    var state = try list.load()
    for _ in 1...3 {
      state = try list.commit(
        Changeset { $0.insertItem("x", at: ItemPath(section: 0, item: 0)) }, on: state)
    }
    try list.acknowledge(9, by: "index")
    try list.compact(JournalRetention(revisionCountMax: 1))
    let findings = try temporary.store.check().map(\.message)
    #expect(findings.contains { $0.hasPrefix(Self.order) }, "\(findings)")
    #expect(findings.contains { $0.contains("written before the journal begins") }, "\(findings)")
  }

  @Test(arguments: [
    "UPDATE item SET model = 'x' WHERE version = 5",
    "UPDATE section SET model = 'x' WHERE version = 6",
    "UPDATE journal SET origin = 'x' WHERE id & 15 = 5",
    "DELETE FROM journal WHERE id & 15 = 5",
    "DELETE FROM journal WHERE id & 15 = 6",
    "UPDATE list SET base = base + 1 WHERE id = 1",
  ])
  func aCompactionRefusesWhatWasAltered(damage: String) throws {
    let temporary = try makeStore()
    let list = try temporary.list()
    try list.acknowledge(8, by: "index")
    try temporary.store.pool.write { try $0.execute(damage) }
    func count() throws -> Int? {
      try temporary.store.pool.read {
        try $0.integer("SELECT count(*) FROM journal")
      }
    }
    let damaged = try count()
    let error = #expect(throws: StorageError.self) {
      try list.compact(JournalRetention(revisionCountMax: 1))
    }
    #expect(error?.code == .corrupt)
    #expect(error?.message.contains("roster salvage") == true)
    #expect(try count() == damaged)
  }
}
