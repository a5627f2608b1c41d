#if Postgres
  import RosterCore
  import RosterRows
  import RosterTestKit
  import RosterTestSupport
  import Testing

  @testable import RosterPostgres

  /// What is checked of a list on a server beside the rows that it has in a file.
  @Suite(
    "Checks of a server", .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct CheckingTests {
    /// Three lists: one that was never changed, one with a revision, and one with two.
    private func filled() throws -> PostgresStore {
      let store = try open(#require(PostgresServer.shared))
      for (count, name) in ["a", "b", "c"].enumerated() {
        let list = try #require(try store.list(named: name))
        var state = try list.load()
        for _ in 0..<count { state = try list.commit(newSection(["x"]), on: state) }
      }
      return store
    }

    @Test func anUnalteredListIsWell() throws {
      #expect(try filled().findingsBesideRows().isEmpty)
    }

    @Test(arguments: [
      ("a", "revision = 1", "revision"), ("b", "revision = 2", "revision"),
      ("c", "revision = 1", "revision"), ("a", "mark = 1", "mark"),
      ("b", "mark = mark + 1", "mark"),
      ("c", "mark = mark - 1", "mark"), ("c", "mark = 0", "mark"),
    ])
    func anAlteredRowIsFound(name: String, change: String, what: String) throws {
      let store = try filled()
      try store.write { $0.add("UPDATE list SET \(change) WHERE name = '\(name)'") }
      let altered = try store.findingsBesideRows()
      #expect(altered.map(\.list) == [name])
      #expect(altered[0].message.contains("its \(what) is"))
    }

    @Test(arguments: [
      ("UPDATE item SET model = 'y' WHERE version = 1", "compacted"),
      ("UPDATE section SET ord = ord + 1", "compacted"),
      ("UPDATE item SET model = 'y' WHERE version = 2", "whole"),
      ("UPDATE journal SET origin = 'y'", "whole"),
    ])
    func anAlteredListIsNotPassedOn(damage: String, journal: String) throws {
      let store = try open(#require(PostgresServer.shared))
      let list = try #require(try store.list(named: "a"))
      var state = try list.commit(newSection(["x"]), on: list.load())
      state = try list.commit(insertion("z"), on: state)
      try list.verifyRevisions(after: 0, count: 2)
      if journal == "compacted" { try list.compact(JournalRetention(revisionCountMax: 0)) }
      try list.verifyContents()
      try store.write { $0.add(damage) }
      let error = #expect(throws: StorageError.self) { try list.verifyContents() }
      #expect(error?.code == .corrupt)
      #expect(error?.message.contains("list \"a\"") == true)
      guard journal == "whole" else { return }
      let altered = #expect(throws: StorageError.self) {
        try list.verifyRevisions(after: 0, count: 2)
      }
      #expect(altered?.code == .corrupt)
    }

    @Test func aLastRevisionThatIsGoneIsFound() throws {
      let store = try filled()
      try store.write { $0.add("DELETE FROM journal WHERE id = (SELECT max(id) FROM journal)") }
      #expect(try store.findingsBesideRows().map(\.list) == ["c"])
    }

    /// A writer that does not know the outcome of a commit moves the mark, however large it is.
    @Test(arguments: [0, 1, .max, .min, 6_400_000_000_000_000_000])
    func aMarkThatAWriterHasMovedIsWell(digest: Int) throws {
      let store = try filled()
      let list = try #require(try store.list(named: "c"))
      try store.write { batch in
        batch.add("UPDATE list SET mark = $1 WHERE name = 'c'") { $0.add(digest) }
        batch.add("UPDATE journal SET digest = $1 WHERE list = $2") {
          $0.add(digest)
          $0.add(list.keys.list)
        }
      }
      for _ in 0..<20 {
        #expect(try store.findingsBesideRows().isEmpty)
        try store.write { $0.add(PostgresMark.moveSQL) { $0.add(list.keys.list) } }
      }
      #expect(try store.findingsBesideRows().isEmpty)
    }

    // MARK: Rows

    private func messages(_ store: PostgresStore) throws -> [String] {
      try store.findingsBesideRows().map { finding in
        #expect(finding.list == nil)
        return finding.message
      }
    }

    /// The same schema, opened for reading.
    private func reader(_ store: PostgresStore) throws -> PostgresStore {
      var configuration = store.configuration
      configuration.isReadOnly = true
      return try PostgresStore(configuration)
    }

    @Test func rowsOfRemovedListsAreFound() throws {
      let store = try filled()
      try store.write { $0.add("DELETE FROM list") }
      #expect(
        try messages(reader(store))
          == ["section", "leaf", "item", "journal"].map {
            "table \($0) has rows of a list that does not exist"
          })
    }

    @Test(arguments: CopiedTable.all.map(\.name), [-1, 4, 8_388_607])
    func aRowOfAListThatDoesNotExistIsFound(table: String, list: Int) throws {
      let store = try filled()
      let tables = CopiedTable.all.filter { $0.name == table || $0.name == "section" }
      // A leaf needs a section.
      for table in table == "leaf" ? tables : tables.filter({ $0.name == table }) {
        let columns = table.columns.filter { $0.kind != .value }
        let values = columns.map { column in
          switch column.kind {
          case .key: "\(list << RowKey.numberBits + 1)"
          case .list: "\(list)"
          case .number, .value: "1"
          case .text: "'header'"
          case .modelKey: "'#1'"
          }
        }
        try store.write {
          $0.add(
            """
            INSERT INTO \(table.name) (\(columns.map(\.name).joined(separator: ", ")))
            VALUES (\(values.joined(separator: ", ")))
            """)
        }
      }
      #expect(
        try messages(reader(store)).last == "table \(table) has rows of a list that does not exist")
    }

    // MARK: Schema

    @Test(arguments: [
      ("DROP INDEX section_of_list", "index section_of_list is missing"),
      ("DROP INDEX item_key", "index item_key is missing"),
      ("DROP INDEX item_word_of_list", "index item_word_of_list is missing"),
      ("DROP VIEW list_items", "view list_items is missing"),
      ("DROP VIEW list_supplement_states", "view list_supplement_states is missing"),
      ("DROP FUNCTION advance_list", "function advance_list is missing"),
      ("DROP FUNCTION seal_list", "function seal_list is missing"),
      ("DROP TABLE subscriber", "table subscriber is missing"),
      (
        "ALTER TABLE list DROP CONSTRAINT list_page_capacity_check",
        "constraint list_page_capacity_check on table list is missing"
      ),
      (
        "ALTER TABLE item_history DROP CONSTRAINT item_history_pkey",
        "constraint item_history_pkey on table item_history is missing"
      ),
      (
        """
        CREATE OR REPLACE FUNCTION require_rows(name text, changed bigint, wanted bigint)
        RETURNS void LANGUAGE plpgsql AS $$ BEGIN END $$
        """, "function require_rows is not as Roster made it"
      ),
      (
        "CREATE RULE ignored AS ON DELETE TO journal DO INSTEAD NOTHING",
        "rule ignored on table journal is not one of Roster's"
      ),
      (
        """
        CREATE TRIGGER early BEFORE UPDATE ON list
        FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()
        """, "trigger early on table list is not one of Roster's"
      ),
      (
        "ALTER TABLE item ADD CONSTRAINT short CHECK (length(model) < 9)",
        "constraint short on table item is not one of Roster's"
      ),
      (
        "ALTER TABLE item ENABLE ROW LEVEL SECURITY",
        "row security on table item is not one of Roster's"
      ),
      (
        "CREATE TABLE more () INHERITS (state)",
        "table more, which inherits from table state, is not one of Roster's"
      ),
    ])
    func anAlteredSchemaIsFound(change: String, finding: String) throws {
      let store = try filled()
      try store.write { $0.add(change) }
      #expect(
        try messages(reader(store)).filter { !$0.hasPrefix("constraint subscriber_pkey") }
          == [finding])
    }

    /// Without the lists, or their journals, the rest of the rows says little.
    @Test(arguments: CopiedTable.all.map(\.name) + PostgresWordIndex.tables + ["list"])
    func aDroppedTableIsFound(table: String) throws {
      let store = try filled()
      try store.write { $0.add("DROP TABLE \(table) CASCADE") }
      #expect(try messages(reader(store)).contains("table \(table) is missing"))
    }

    @Test func whatOthersKeepInTheSchemaIsWell() throws {
      let store = try filled()
      try store.perform {
        try $0.run(
          """
          CREATE TABLE other (id integer PRIMARY KEY CHECK (id > 0));
          CREATE INDEX other_models ON item (length(model));
          CREATE VIEW other_items AS SELECT * FROM item
          """)
      }
      #expect(try store.findingsBesideRows().isEmpty)
    }
  }
#endif
