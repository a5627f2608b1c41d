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
      #expect(try filled().alteredHeads().isEmpty)
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
      let altered = try store.alteredHeads()
      #expect(altered.map(\.list) == [name])
      #expect(altered[0].message.contains("its \(what) is"))
    }

    @Test func aLastRevisionThatIsGoneIsFound() throws {
      let store = try filled()
      try store.write { $0.add("DELETE FROM journal WHERE id = (SELECT max(id) FROM journal)") }
      #expect(try store.alteredHeads().map(\.list) == ["c"])
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
        #expect(try store.alteredHeads().isEmpty)
        try store.write { $0.add(PostgresMark.moveSQL) { $0.add(list.keys.list) } }
      }
      #expect(try store.alteredHeads().isEmpty)
    }
  }
#endif
