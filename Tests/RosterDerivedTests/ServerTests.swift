#if Postgres
  import Roster
  import RosterDerived
  import RosterPostgres
  import RosterTestKit
  import RosterTestSupport
  import Testing

  @Suite("Derived lists: on a server", .enabled(if: PostgresServer.isInstalled))
  struct ServerTests {
    private func configuration() throws -> PostgresConfiguration {
      let server = try #require(PostgresServer.shared, "PostgreSQL is installed, but did not start")
      var configuration = PostgresConfiguration(server.connection)
      configuration.schema = server.newSchema()
      configuration.connectionCountMax = 2
      return configuration
    }

    @Test func listsOnAServerAreFollowed() async throws {
      let configuration = try configuration()
      var changes = NoteChanges(seed: 7)
      for _ in 0..<2 {
        let store = try PostgresStore(configuration)
        let source = try Notes(.stored(try #require(try store.list(named: "notes"))))
        let derived = try [Form.groupedAndSorted, .tied, .first].map { form in
          (form, try form.definition(of: source, name: "\(form)").open())
        }
        for step in 0..<30 {
          try changes.change(source)
          for (form, list) in derived {
            try await list.bringUpToDate()
            #expect(
              try list.list.snapshot.rows() == form.rows(of: source.snapshot), "\(step), \(form)")
          }
        }
        for (_, list) in derived { await list.close() }
        #expect(throws: StorageError.self) {
          try Form.found.definition(of: source, name: "found").open()
        }
        #expect(try store.lists().map(\.name).allSatisfy { !$0.hasPrefix("found") })
        await source.close()
        store.close()
      }
    }

    @Test func severalListsOnAServerAreFollowed() async throws {
      let configuration = try configuration()
      var changes = NoteChanges(seed: 8)
      for _ in 0..<2 {
        let store = try PostgresStore(configuration)
        let sources = try ["a", "b"].map { name in
          try Notes(.stored(try #require(try store.list(named: name))))
        }
        let derived = try [UnionForm.grouped, .bySource, .first].map { form in
          (form, try form.definition(of: sources, name: "\(form)").open())
        }
        for step in 0..<20 {
          if step % 4 == 0 {
            let note = changes.note()
            try await store.change(sources[0], sources[1]) { first, second in
              try first.append(note)
              try second.append(note)
            }
          } else {
            try changes.change(sources[step % 2])
          }
          for (form, list) in derived {
            try await list.bringUpToDate()
            #expect(
              try list.list.snapshot.rows() == form.rows(of: sources) { list.item(from: $0) },
              "\(step), \(form)")
          }
        }
        for (_, list) in derived { await list.close() }
        for source in sources { await source.close() }
        store.close()
      }
    }
  }
#endif
