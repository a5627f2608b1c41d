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
        let forms = [Form.groupedAndSorted, .tied, .first, .found, .firstFoundByRelevance]
        let derived = try forms.map { form in
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
        await source.close()
        #expect(try SearchedStore.findings(store) == [])
        store.close()
      }
    }

    /// The same history and the same searches, in a file and on a server.
    @Test(arguments: [Form.found, .firstFound, .foundInside, .foundByRelevance, .foundSectioned])
    func aSearchOnAServerShowsWhatOneInAFileShows(form: Form) async throws {
      let stores = try [SearchedStore.memory, .server].map { try $0.make() }
      let sources = try stores.map {
        try Notes(.stored(try #require(try $0.storedList(named: "notes", create: true))))
      }
      let found = try sources.map { try form.definition(of: $0, search: "").open() }
      let searches = [
        "b", "sh", "SH\u{D6}", "sho\u{308}wn", "rank", "2", "folder c", "w 3", "own", "a-3", "",
        "x",
      ]
      for (step, search) in searches.enumerated() {
        for source in sources {
          var changes = NoteChanges(seed: UInt64(step))
          try changes.change(source)
        }
        for list in found { try await list.search(search) }
        let shown = try found.map { try $0.list.snapshot.rows() }
        #expect(shown[0] == shown[1], "\(step), \(search)")
        for row in shown[0].sections.flatMap(\.items) {
          let matches = try found.map { list in
            try zip(row.note.texts, list.matches(in: row.note)).map { text, ranges in
              ranges.map { String(text[$0]) }
            }
          }
          #expect(matches[0] == matches[1], "\(step), \(search)")
        }
      }
      for store in stores { #expect(try SearchedStore.findings(store) == []) }
    }

    /// Each process keeps the index up with what it follows, and searches in what the other one has written.
    @Test(arguments: [Form.found, .firstFoundByRelevance])
    func severalProcessesKeepTheWordsTogether(form: Form) async throws {
      let configuration = try configuration()
      let stores = [try PostgresStore(configuration), try PostgresStore(configuration)]
      let sources = try stores.map { try Notes(.stored(try #require(try $0.list(named: "notes")))) }
      let derived = try sources.map { try form.definition(of: $0).open() }
      for step in 0..<12 {
        let writer = step % 2
        var changes = NoteChanges(seed: UInt64(step))
        try changes.change(sources[writer])
        for index in [step / 2 % 2, 1 - step / 2 % 2] {
          _ = try await sources[index].snapshot(reaching: sources[writer].snapshot.revision)
          try await derived[index].bringUpToDate()
          #expect(
            try derived[index].list.snapshot.rows() == form.rows(of: sources[index].snapshot),
            "step \(step), process \(index)")
        }
      }
      for list in derived { await list.close() }
      for list in sources { await list.close() }
      #expect(try SearchedStore.findings(stores[0]) == [])
      for store in stores { store.close() }
    }

    @Test func listsOnAServerAreKeptTogether() async throws {
      let store = try PostgresStore(try configuration())
      let source = try Notes(.stored(try #require(try store.list(named: "notes"))))
      let derived = try [Form.groupedAndSorted, .sectioned, .first].map { form in
        (form, try form.definition(of: source, name: "\(form)").together().open())
      }
      var changes = NoteChanges(seed: 9)
      for step in 0..<30 {
        try changes.change(source)
        for (form, list) in derived {
          let snapshot = list.list.snapshot
          #expect(try snapshot.rows() == form.rows(of: source.snapshot), "\(step), \(form)")
          #expect(try list.basis(of: snapshot) == source.snapshot.revision, "\(step), \(form)")
        }
      }
      for (_, list) in derived { await list.close() }
      await source.close()
      store.close()
    }

    @Test func severalListsOnAServerAreFollowed() async throws {
      let configuration = try configuration()
      var changes = NoteChanges(seed: 8)
      for _ in 0..<2 {
        let store = try PostgresStore(configuration)
        let sources = try ["a", "b"].map { name in
          try Notes(.stored(try #require(try store.list(named: name))))
        }
        let derived = try [UnionForm.grouped, .bySource, .first, .distinct].map { form in
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

    @Test func aListWithTheNameOfARemovedOneIsAnotherSourceOnAServerAsWell() async throws {
      let store = try PostgresStore(try configuration())
      func open(_ name: String) throws -> Notes {
        let list = try Notes(.stored(try #require(try store.list(named: name))))
        if list.snapshot.revision == 0 {
          try list.changeSynchronously { _, draft in
            try draft.append(Note(number: 1, folder: name))
          }
        }
        return list
      }
      func union(_ sources: [Notes]) throws -> DerivedList<Note, Ungrouped, Never> {
        try sources[0].derived("all", version: "1").union(Array(sources.dropFirst())).open()
      }
      let (former, other) = (try open("a"), try open("b"))
      let first = try union([former, other])
      let shown = try first.list.snapshot.items().map(\.id)
      await first.close()
      await (try union([other])).close()
      await former.close()
      #expect(try store.removeList(named: "a") == ["a"])
      let new = try open("a")
      let second = try union([new, other])
      let found = try second.list.snapshot.items()
      #expect(found.map(\.model.folder) == ["a", "b"])
      #expect(found[1].id == shown[1])
      #expect(!shown.contains(found[0].id))
      await second.close()
      for source in [new, other] { await source.close() }
      store.close()
    }
  }
#endif
