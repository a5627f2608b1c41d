#if Postgres
  import RosterCore
  import RosterRows
  import RosterTestKit
  import Testing

  @testable import RosterPostgres

  /// Lists on a server, which all tests of the process share. The names of the lists tell the tests
  /// apart.
  final class TemporarySchema: TemporaryStorage {
    private let prefix: String
    private var names: Set<String> = []
    private var store: PostgresStore

    init(_ clock: (@Sendable () -> Int)?) throws {
      let server = try #require(PostgresServer.shared)
      prefix = server.newSchema()
      var configuration = PostgresConfiguration(server.connection)
      if let clock { configuration.clock = clock }
      store = try PostgresStore(configuration)
    }

    func list(_ name: String, _ pageSizes: PageSizes) throws -> any JournalStorage {
      try open(name, in: store, pageSizes)
    }

    func reopen() throws {
      store.close()
      store = try PostgresStore(store.configuration)
    }

    func listOfAnotherWriter(_ name: String) throws -> any JournalStorage {
      try open(name, in: PostgresStore(store.configuration))
    }

    private func open(
      _ name: String, in store: PostgresStore, _ pageSizes: PageSizes = .standard
    ) throws -> PostgresList {
      names.insert(name)
      return try #require(try store.list(named: "\(prefix)/\(name)", create: true, pageSizes))
    }

    func rowCount(_ table: StateRows, of name: String) throws -> Int {
      let list = try open(name, in: store)
      return try integers(
        "SELECT count(*) FROM \(table.rawValue) WHERE item BETWEEN $1 AND $2", list)[0]
    }

    // MARK: Findings

    func findings() throws -> [String] {
      try names.sorted().flatMap { name in
        let list = try open(name, in: store)
        return try Self.rules.flatMap { rule, sql in
          try integers(sql, list).map { "\(name): \(rule): \(list.keys.number($0))" }
        }
      }
    }

    /// What no row may break, and the SQL that finds the rows that do.
    private static let rules = [
      (
        "items of pages that are not there",
        """
        SELECT $1 + number::bigint FROM leaf, jsonb_array_elements_text(items::jsonb) AS e (number)
        WHERE leaf.id BETWEEN $1 AND $2
          AND NOT EXISTS (SELECT 1 FROM item WHERE item.id = $1 + number::bigint)
        """
      ),
      (
        "items that are in pages twice",
        """
        SELECT $1 + number::bigint FROM leaf, jsonb_array_elements_text(items::jsonb) AS e (number)
        WHERE leaf.id BETWEEN $1 AND $2 GROUP BY number HAVING count(*) > 1
        """
      ),
      (
        "pages with another count",
        """
        SELECT id FROM leaf
        WHERE id BETWEEN $1 AND $2 AND count <> jsonb_array_length(items::jsonb)
        """
      ),
      (
        "items in no page",
        """
        SELECT id FROM item WHERE id BETWEEN $1 AND $2 AND id NOT IN (
          SELECT $1 + number::bigint FROM leaf, jsonb_array_elements_text(items::jsonb) AS e (number)
          WHERE leaf.id BETWEEN $1 AND $2)
        """
      ),
      (
        "items that name a page which the list has not given",
        """
        SELECT id FROM item WHERE id BETWEEN $1 AND $2 AND (leaf <= $1 OR leaf >= $1 + (
          SELECT next_leaf FROM journal WHERE journal.id BETWEEN $1 AND $2 ORDER BY id DESC LIMIT 1))
        """
      ),
      (
        "revisions that are missing",
        """
        SELECT id FROM journal WHERE id BETWEEN $1 AND $2
          AND id > $1 + (SELECT oldest FROM list WHERE list.id = $1::bigint >> 40) + 1 AND NOT EXISTS (
          SELECT 1 FROM journal AS before WHERE before.id = journal.id - 1)
        """
      ),
      (
        "lists whose head is not the end of the journal",
        """
        SELECT id FROM list WHERE id = $1::bigint >> 40 AND revision <> (
          SELECT coalesce(max(journal.id) - $1, 0) FROM journal WHERE journal.id BETWEEN $1 AND $2)
        """
      ),
      (
        "models from before-images that are later",
        """
        SELECT item FROM item_history WHERE item BETWEEN $1 AND $2 AND version >= until
        """
      ),
    ]

    private func integers(_ sql: String, _ list: PostgresList) throws -> [Int] {
      let batch = PostgresBatch.reading { batch in
        batch.add(sql) {
          $0.add(list.keys.first)
          $0.add(list.keys.last)
        }
      }
      return try store.read(batch) { results in
        var numbers: [Int] = []
        results[1].forEachRow { numbers.append($0.integer(0)) }
        return numbers
      }
    }
  }
#endif
