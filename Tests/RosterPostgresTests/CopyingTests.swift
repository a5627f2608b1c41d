#if Postgres
  import RosterCore
  import RosterRows
  import RosterTestKit
  import RosterTestSupport
  import Testing

  @testable import RosterPostgres
  @testable import RosterStore

  /// Lists that are copied between files and servers.
  @Suite(
    "Copying lists", .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct CopyingTests {
    /// All rows of a list, in order.
    private func rows(
      _ name: String, of store: any CopiedStore
    ) throws -> (list: CopiedList, rows: [String: [[RowCell]]]) {
      var found: CopiedList?
      var rows: [String: [[RowCell]]] = [:]
      try store.readLists([name]) { list, read in
        found = list
        for table in CopiedTable.all { try read(table) { rows[table.name, default: []] += $0 } }
      }
      return (try #require(found), rows)
    }

    private func newServer() throws -> PostgresStore {
      let server = try #require(PostgresServer.shared)
      var configuration = PostgresConfiguration(server.connection)
      configuration.schema = server.newSchema()
      return try PostgresStore(configuration)
    }

    /// Makes a random history, with states, subscribers and perhaps without its beginning.
    private func fill(
      _ opened: (any JournalStorage)?, seed: UInt64
    ) throws -> CommittedList {
      let storage = try #require(opened)
      var list = try CommittedList(storage)
      var changesets = RandomChangesets(seed: seed)
      changesets.longestRun = 400
      for round in 0..<10 {
        try list.commit(1 + round % 3, from: &changesets)
        try list.commitStates(2, seed: seed &* 100 &+ UInt64(round))
      }
      if seed % 2 == 1 {
        try storage.acknowledge(20, by: "index")
        _ = try storage.compact(JournalRetention(revisionCountMax: 5), keeping: nil)
      }
      return list
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func copyingThereAndBackIsTheIdentity(seed: UInt64) throws {
      let folder = try TemporaryFolder()
      let file = try SQLiteStore(path: folder.path(of: "a.sqlite"))
      var list = try fill(file.list(named: "main"), seed: seed)
      let server = try newServer()
      let other = try SQLiteStore(path: folder.path(of: "b.sqlite"))
      try StagedLists(["main"], of: file).copy("main", to: server, as: "main")
      try StagedLists(["main"], of: server).copy("main", to: other, as: "main")
      let (first, there, back) = (
        try rows("main", of: file), try rows("main", of: server), try rows("main", of: other)
      )
      #expect(first.rows == there.rows, "seed \(seed)")
      #expect(first.rows == back.rows, "seed \(seed)")
      #expect(first.list.digest == there.list.digest && first.list.digest == back.list.digest)
      #expect(try other.check() == [], "seed \(seed)")
      // The copy on the server goes on where the list is.
      try list.reopen(server.list(named: "main"))
      var changesets = RandomChangesets(seed: seed)
      try list.commit(3, from: &changesets)
      #expect(try list.difference() == nil, "seed \(seed)")
    }

    /// A number that is taken gives the copy another one, and its rows other keys and digests.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func aCopyBesideOtherListsIsTheSameList(seed: UInt64) throws {
      let folder = try TemporaryFolder()
      let file = try SQLiteStore(path: folder.path(of: "a.sqlite"))
      let list = try fill(file.list(named: "main"), seed: seed)
      let server = try newServer()
      _ = try fill(server.list(named: "other"), seed: seed &+ 1)
      try StagedLists(["main"], of: file).copy("main", to: server, as: "copy")
      let copy = try #require(try server.list(named: "copy"))
      #expect(copy.keys.list == 2)
      let state = try copy.load()
      #expect(try copy.rows(of: state) == list.naive.rows, "seed \(seed)")
      #expect(try copy.subscribers() == file.list(named: "main")?.subscribers())
      let back = try StagedLists(nil, of: server)
      #expect(try back.store.check() == [], "seed \(seed)")
      #expect(try back.store.lists().map(\.name) == ["copy", "other"])
      for revision in try copy.oldestRevision()...state.revision {
        let items = try state.itemIDs(inSection: 0)
        #expect(
          try copy.states(of: items, at: revision)
            == file.list(named: "main")?.states(of: items, at: revision))
      }
    }

    @Test func aListThatIsThereIsNotReplaced() throws {
      let folder = try TemporaryFolder()
      let file = try SQLiteStore(path: folder.path(of: "a.sqlite"))
      _ = try file.list(named: "main")
      let server = try newServer()
      let present = try #require(try server.list(named: "main"))
      _ = try present.commit(newSection(["a"]), on: present.load())
      let staged = try StagedLists(["main"], of: file)
      #expect(storageErrorCode { try staged.copy("main", to: server, as: "main") } == .failed)
      #expect(try present.load().revision == 1)
    }

    @Test func aDamagedListIsNotCopied() throws {
      let folder = try TemporaryFolder()
      let server = try newServer()
      let list = try #require(try server.list(named: "main"))
      _ = try list.commit(newSection(["a", "b"]), on: list.load())
      try server.write { $0.add("UPDATE item SET model = 'x' WHERE id & 255 = 1") }
      let staged = try StagedLists(nil, of: server)
      #expect(try staged.store.check().map(\.description).contains { $0.contains("altered") })
      let file = try SQLiteStore(path: folder.path(of: "a.sqlite"))
      #expect(storageErrorCode { try staged.copy("main", to: file, as: "main") } == .corrupt)
      #expect(try file.lists().isEmpty)
    }
  }
#endif
