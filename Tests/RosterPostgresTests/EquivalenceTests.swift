#if Postgres
  import GRDB
  import RosterCore
  import RosterRows
  import RosterTestKit
  import RosterTestSupport
  import Testing

  @testable import RosterPostgres
  @testable import RosterStore

  /// The same history leads to the same rows in a file and on a server, digests and pages included.
  @Suite(
    "Rows on a server and in a file",
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct EquivalenceTests {
    /// A table, the columns that are compared as they are, and those with a model or state.
    private static let tables = [
      ("list", CopiedList.columns.joined(separator: ", "), nil),
      ("subscriber", "list, name, revision", nil),
      ("sync_device", "list, revision, opening, last, chain, hub, hub_revision, mark, base", nil),
      ("sync_pending", "list, number, opening, obstacle, change", nil),
      ("sync_hub", "list, revision, name, digests", nil),
      ("sync_settled", "list, number, name, after, through", nil),
      ("sync_loss", "list, number, name, change, lost, refusal", nil),
      ("section", "id, list, ord, version", "model"),
      ("leaf", "id, section, ord, count, items", nil),
      ("item", "id, leaf, version", "model"),
      ("item_history", "item, until, version", "model"),
      ("section_history", "section, until, version", "model"),
      ("journal", "list, \(JournalEntry.columns.joined(separator: ", "))", nil),
      ("state", "item, scope, version, type_version", "value"),
      ("state_history", "item, scope, until, version, type_version", "value"),
    ]

    private static func rows(of store: PostgresStore) throws -> [String] {
      try tables.flatMap { table, columns, value in
        let columns = columns.split(separator: ", ")
        let texts = columns.map { "coalesce(\($0)::text, '-')" }
        let values = value.map { ["coalesce(\($0), upper(encode(\($0)_bytes, 'hex')), '-')"] } ?? []
        let batch = PostgresBatch.reading { batch in
          batch.add("SELECT \((texts + values).joined(separator: ", ")) FROM \(table)")
        }
        return try store.read(batch) { results in
          var rows: [String] = []
          results[1].forEachRow { row in
            let cells = (0..<Int32(texts.count + values.count)).map { row.text($0) }
            rows.append("\(table): \(cells.joined(separator: " | "))")
          }
          return rows.sorted()
        }
      }
    }

    private static func rows(of store: SQLiteStore) throws -> [String] {
      try tables.flatMap { table, columns, value in
        let columns = columns.split(separator: ", ")
        let texts = columns.map { "coalesce(\($0), '-')" }
        let values =
          value.map {
            ["coalesce(CASE typeof(\($0)) WHEN 'blob' THEN hex(\($0)) ELSE \($0) END, '-')"]
          }
          ?? []
        return try store.read { database in
          var rows: [String] = []
          try database.cachedPrepared(
            "SELECT \((texts + values).joined(separator: ", ")) FROM \(table)"
          ).forEachRow { row in
            let cells = (0..<Int32(texts.count + values.count)).map { row.text($0) }
            rows.append("\(table): \(cells.joined(separator: " | "))")
          }
          return rows.sorted()
        }
      }
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func areTheSame(seed: UInt64) throws {
      let server = try #require(PostgresServer.shared)
      var configuration = PostgresConfiguration(server.connection)
      configuration.schema = server.newSchema()
      configuration.clock = { 1_000 }
      let schema = try PostgresStore(configuration)
      let folder = try TemporaryFolder()
      var fileConfiguration = SQLiteConfiguration()
      fileConfiguration.clock = { 1_000 }
      let file = try SQLiteStore(
        path: folder.path(of: "list.sqlite"), configuration: fileConfiguration)
      var lists = try [
        CommittedList(#require(try schema.list(named: "main"))),
        CommittedList(#require(try file.list(named: "main"))),
      ]
      for index in lists.indices {
        var changesets = RandomChangesets(seed: seed)
        changesets.longestRun = 200
        for round in 0..<8 {
          try lists[index].commit(1 + round % 3, from: &changesets)
          if round % 3 == 0 { try lists[index].reopen() }
          if round % 2 == 0 {
            try lists[index].commitStates(2, seed: seed &* 100 &+ UInt64(round))
          }
        }
        #expect(try lists[index].difference() == nil, "seed \(seed), list \(index)")
      }
      #expect(try Self.rows(of: schema) == Self.rows(of: file), "seed \(seed)")
      for retention in [12, 5] {
        for list in lists {
          let journal = try #require(list.storage as? any JournalStorage)
          try journal.acknowledge(15, by: "index")
          let result = try journal.compact(
            JournalRetention(revisionCountMax: retention), keeping: nil)
          #expect(result.oldestRevision == min(15, list.state.revision - retention))
          #expect(try list.difference() == nil, "seed \(seed)")
        }
        #expect(try Self.rows(of: schema) == Self.rows(of: file), "seed \(seed)")
      }
      #expect(try file.check() == [], "seed \(seed)")
    }

    /// A thousand histories, each in memory, in a file and on a server, and read anew at the end.
    @Test(arguments: [0, 250, 500, 750] as [UInt64])
    func endTheSameInMemoryInAFileAndOnAServer(first: UInt64) throws {
      let server = try #require(PostgresServer.shared)
      var configuration = PostgresConfiguration(server.connection)
      configuration.schema = server.newSchema()
      let folder = try TemporaryFolder()
      let path = folder.path(of: "lists.sqlite")
      let schema = try PostgresStore(configuration)
      let file = try SQLiteStore(path: path)
      var ends: [String: ListRows<String, String>] = [:]
      var endStates: [String: [[ScopePath: StoredState]]] = [:]
      for seed in first..<first + 250 {
        let name = "log \(seed)"
        let storages: [any ListStorage] = try [
          MemoryList(), #require(try file.list(named: name)),
          #require(try schema.list(named: name)),
        ]
        for storage in storages {
          var list = try CommittedList(storage)
          var changesets = RandomChangesets(seed: seed)
          for round in 0..<4 {
            try list.commit(1 + round % 3, from: &changesets)
            if round == 2 { try list.commitStates(2, seed: seed) }
          }
          try list.reopen()
          #expect(try list.difference() == nil, "seed \(seed), \(type(of: storage))")
          let rows = try storage.rows(of: list.state)
          #expect(ends[name] ?? rows == rows, "seed \(seed), \(type(of: storage))")
          ends[name] = rows
          let items = try (0..<list.state.sectionCount).flatMap {
            try list.state.itemIDs(inSection: $0)
          }
          let states = try storage.states(of: items, at: list.state.revision)
          #expect(endStates[name] ?? states == states, "seed \(seed), \(type(of: storage))")
          endStates[name] = states
        }
      }
      let reopened = try SQLiteStore(path: path)
      let reconnected = try PostgresStore(configuration)
      for (name, rows) in ends {
        let storages: [any ListStorage] = try [
          #require(try reopened.list(named: name, create: false)),
          #require(try reconnected.list(named: name, create: false)),
        ]
        for storage in storages { #expect(try storage.rows(of: storage.load()) == rows, "\(name)") }
      }
      #expect(ends.count == 250)
      #expect(try reopened.check() == [])
    }
  }
#endif
