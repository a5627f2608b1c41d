#if Postgres
  import Foundation
  import RosterCore
  import RosterRows
  import RosterStore
  import RosterTestKit
  import RosterTestSupport
  import Testing

  @testable import RosterPostgres

  /// Changes of several lists that go to the server together.
  @Suite(
    "Insertions of several lists in one transaction",
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct AppenderTests {
    private func number(_ sql: String, _ store: PostgresStore) throws -> Int? {
      try store.read(.reading { $0.add(sql) }) { results in
        var number: Int?
        results[1].forEachRow { number = $0.integer(0) }
        return number
      }
    }

    /// Lists of a store with one item each.
    private struct Lists {
      let store: PostgresStore
      private(set) var lists: [String: (list: PostgresList, state: ListState)] = [:]

      init(_ store: PostgresStore, _ names: [String]) throws {
        self.store = store
        for name in names {
          let list = try #require(try store.list(named: name))
          lists[name] = (list, try list.commit(newSection(["first"]), on: list.load()))
        }
      }

      subscript(_ name: String) -> (list: PostgresList, state: ListState) {
        get throws { try #require(lists[name]) }
      }

      mutating func openAgain(_ name: String, as other: String) throws {
        let list = try #require(try store.list(named: name))
        lists[other] = (list, try list.load())
      }

      func items(_ name: String) throws -> [String] {
        let list = try self[name].list
        return try list.rows(of: list.load()).sections[0].items
      }
    }

    /// Inserts an item into some lists while all transactions of the store wait for other lists, so that
    /// these go together afterwards.
    ///
    /// - Parameter counts: The number of items that are inserted into a list; one where it is not named.
    /// - Returns: What became of the insertions: `nil` if they are written.
    private func insertTogether(
      _ names: [String], of lists: Lists, _ server: PostgresServer, counts: [String: Int] = [:]
    ) throws -> [String: StorageError.Code?] {
      let outcomes = Outcomes()
      let group = DispatchGroup()
      func start(_ name: String) throws {
        let (list, state) = try lists[name]
        group.enter()
        Thread.detachNewThread {
          outcomes.note(
            name,
            storageErrorCode {
              var builder = CommitGroupBuilder(state)
              for number in 0..<(counts[name] ?? 1) {
                try builder.add(
                  insertion(number == 0 ? name : "\(name)\(number)"), ChangeAnnotation())
              }
              try list.commit(builder.group)
            })
          group.leave()
        }
      }
      let other = try PostgresStore(lists.store.configuration)
      let blocked = try ["x", "y"].map { (name: $0, number: try lists[$0].list.keys.list) }
      let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
      try other.perform { connection in
        let numbers = blocked.map { "\($0.number)" }.joined(separator: ", ")
        try connection.run("BEGIN; SELECT 1 FROM list WHERE id IN (\(numbers)) FOR UPDATE")
        for (count, list) in blocked.enumerated() {
          try start(list.name)
          while try number(waiting, other) != count + 1 {}
        }
        for name in names { try start(name) }
        let doWait = lists.store.appender.waits(
          for: names.count, until: Date(timeIntervalSinceNow: 60))
        #expect(doWait, "not all insertions wait: \(outcomes.all)")
        try connection.run("COMMIT")
      }
      // An insertion without an outcome is waited for in vain.
      let isAnswered = group.wait(timeout: .now() + 60) == .success
      try #require(isAnswered, "an insertion was lost")
      for list in blocked { #expect(outcomes.all[list.name] == .some(nil)) }
      return outcomes.all.filter { names.contains($0.key) }
    }

    @Test func whatWaitsIsOneTransaction() throws {
      let server = try PostgresServer()
      let lists = try Lists(open(server), ["a", "b", "c", "x", "y"])
      let outcomes = try insertTogether(["c", "a", "b"], of: lists, server)
      #expect(outcomes == ["a": nil, "b": nil, "c": nil])
      for name in ["a", "b", "c"] { #expect(try lists.items(name) == [name, "first"]) }
      let transactions = "SELECT count(DISTINCT xmin::text) FROM journal WHERE list IN (1, 2, 3)"
      // Each list was created by one of its own.
      #expect(try number(transactions, lists.store) == 3 + 1)
    }

    @Test func aConflictOfOneListLosesNoChangeOfOthers() throws {
      let server = try PostgresServer()
      let lists = try Lists(open(server), ["a", "b", "c", "x", "y"])
      let other = try #require(try PostgresStore(lists.store.configuration).list(named: "b"))
      _ = try other.commit(insertion("other"), on: other.load())
      let outcomes = try insertTogether(["a", "b", "c"], of: lists, server)
      #expect(outcomes == ["a": nil, "b": .stale, "c": nil])
      #expect(try lists.items("a") == ["a", "first"])
      #expect(try lists.items("b") == ["other", "first"])
      #expect(try lists.items("c") == ["c", "first"])
      #expect(try number("SELECT count(*) FROM item WHERE id >> 40 = 2", lists.store) == 2)
      #expect(try number("SELECT count(*) FROM journal WHERE list = 2", lists.store) == 2)
    }

    /// The statement that also writes groups of several changes, beside the shorter one for one item
    /// each.
    @Test func aConflictBesideGroupsOfChangesLosesNone() throws {
      let server = try PostgresServer()
      let lists = try Lists(open(server), ["a", "b", "c", "d", "x", "y"])
      let other = try #require(try PostgresStore(lists.store.configuration).list(named: "b"))
      _ = try other.commit(insertion("other"), on: other.load())
      let outcomes = try insertTogether(
        ["a", "b", "c", "d"], of: lists, server, counts: ["a": 2, "b": 2, "d": 3])
      #expect(outcomes == ["a": nil, "b": .stale, "c": nil, "d": nil])
      #expect(try lists.items("a") == ["a1", "a", "first"])
      #expect(try lists.items("b") == ["other", "first"])
      #expect(try lists.items("c") == ["c", "first"])
      #expect(try lists.items("d") == ["d2", "d1", "d", "first"])
      for (number, revision) in [(1, 3), (2, 2), (3, 2), (4, 4)] {
        let journal = "SELECT count(*) FROM journal WHERE list = \(number)"
        #expect(try self.number(journal, lists.store) == revision)
        let list = "SELECT revision FROM list WHERE id = \(number)"
        #expect(try self.number(list, lists.store) == revision)
      }
      #expect(try number("SELECT count(*) FROM item WHERE id >> 40 = 2", lists.store) == 2)
      // Digests, counts and pages are those of lists that were written one by one.
      let findings = try lists.store.withFile { try $0.check() }
      #expect(findings == [])
    }

    @Test func damageOfOneListLosesNoChangeOfOthers() throws {
      let server = try PostgresServer()
      let lists = try Lists(open(server), ["a", "b", "c", "x", "y"])
      try lists.store.write { $0.add("DELETE FROM leaf WHERE id >> 40 = 2") }
      let outcomes = try insertTogether(["a", "b", "c"], of: lists, server)
      #expect(outcomes == ["a": nil, "b": .corrupt, "c": nil])
      #expect(try lists.items("a") == ["a", "first"])
      #expect(try lists.items("c") == ["c", "first"])
      #expect(try number("SELECT revision FROM list WHERE name = 'b'", lists.store) == 1)
      #expect(try number("SELECT count(*) FROM journal WHERE list = 2", lists.store) == 1)
    }

    /// Two data sources of one process may have the same list open.
    @Test func aListIsInATransactionOnce() throws {
      let server = try PostgresServer()
      var lists = try Lists(open(server), ["a", "b", "x", "y"])
      try lists.openAgain("a", as: "again")
      let outcomes = try insertTogether(["a", "again", "b"], of: lists, server)
      #expect(outcomes.count == 3)
      #expect(outcomes.values.filter { $0 == .stale }.count == 1)
      #expect(outcomes["b"] == .some(nil))
      #expect(try lists.items("a").count == 2)
      #expect(try lists.items("b") == ["b", "first"])
      #expect(try number("SELECT revision FROM list WHERE name = 'a'", lists.store) == 2)
      #expect(try number("SELECT count(*) FROM journal WHERE list = 1", lists.store) == 2)
    }

    /// A group of changes of one list is one statement too.
    @Test func changesOfOneListAreWrittenInTheirOrder() throws {
      let lists = try Lists(open(#require(PostgresServer.shared)), ["a"])
      let (list, state) = try lists["a"]
      var builder = CommitGroupBuilder(state)
      for model in ["b", "c", "d"] {
        try builder.add(insertion(model), ChangeAnnotation(origin: model))
      }
      try list.commit(builder.group)
      #expect(try lists.items("a") == ["d", "c", "b", "first"])
      let journal = try list.journal(after: 1, limit: .max)
      #expect(journal.map(\.annotation.origin) == ["b", "c", "d"])
      #expect(journal.map(\.revision) == [2, 3, 4])
    }
  }

  /// A list that only one process seems to write has a faster statement, which the server refuses if
  /// that is not so.
  @Suite(
    "Insertions into a list that one process writes",
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct LoneWriterTests {
    /// A list after some insertions of one writer.
    private func list(_ store: PostgresStore) throws -> (list: PostgresList, state: ListState) {
      let list = try #require(try store.list(named: "main"))
      var state = try list.commit(newSection([]), on: list.load())
      for number in 1...30 { state = try list.commit(insertion("\(number)"), on: state) }
      return (list, state)
    }

    private func errorCount(_ server: PostgresServer) throws -> Int {
      try server.logLines().count { $0.contains("ERROR:") }
    }

    /// A statement with nothing beside it is a transaction of its own, and waits for one answer.
    @Test func anInsertionIsOneStatement() throws {
      let server = try PostgresServer(["log_statement=all"])
      let store = try open(server)
      // What it says has a connection of its own.
      store.notifier.close()
      var (list, state) = try list(store)
      func statementCount() throws -> Int {
        try server.logLines().count { $0.contains(/LOG: +(execute|statement)/) }
      }
      let count = try statementCount()
      #expect(count > 30)
      for number in 31...40 { state = try list.commit(insertion("\(number)"), on: state) }
      #expect(try statementCount() == count + 10)
    }

    @Test func theFirstCommitAfterThatOfAnotherIsStale() throws {
      let server = try PostgresServer()
      let store = try open(server)
      let (list, state) = try list(store)
      let other = try #require(try PostgresStore(store.configuration).list(named: "main"))
      let otherState = try other.commit(insertion("other"), on: other.load())
      #expect(storageErrorCode { _ = try list.commit(insertion("late"), on: state) } == .stale)
      #expect(try errorCount(server) == 1)
      #expect(try list.journal(after: 31, limit: .max).map(\.revision) == [32])
      #expect(try list.load().revision == otherState.revision)
      #expect(try list.rows(of: list.load()).sections[0].items.prefix(2) == ["other", "30"])
    }

    @Test func whatIsWrittenWithoutThePageIsNotThere() throws {
      let store = try open(#require(PostgresServer.shared))
      let (list, state) = try list(store)
      try store.write { $0.add("UPDATE leaf SET id = id + 90") }
      #expect(storageErrorCode { _ = try list.commit(insertion("lost"), on: state) } == .corrupt)
      try store.write { $0.add("UPDATE leaf SET id = id - 90") }
      #expect(try list.journal(after: 31, limit: .max).isEmpty)
      let again = try list.commit(insertion("31"), on: state)
      #expect(try list.rows(of: again).sections[0].items.prefix(2) == ["31", "30"])
    }

    @Test func whatIsWrittenWithoutTheListIsNotThere() throws {
      let store = try open(#require(PostgresServer.shared))
      let (list, state) = try list(store)
      try store.write { $0.add("UPDATE list SET id = id + 90") }
      #expect(storageErrorCode { _ = try list.commit(insertion("lost"), on: state) } == .replaced)
      try store.write { $0.add("UPDATE list SET id = id - 90") }
      #expect(try list.journal(after: 31, limit: .max).isEmpty)
      let again = try list.commit(insertion("31"), on: state)
      #expect(try list.rows(of: again).sections[0].items.prefix(2) == ["31", "30"])
    }

    /// What the server refuses, it keeps in its log.
    @Test func writersWhoTakeTurnsAreRefusedOnce() throws {
      let server = try PostgresServer()
      let store = try open(server)
      let (list, first) = try list(store)
      let other = try #require(try PostgresStore(store.configuration).list(named: "main"))
      var state = try other.commit(insertion("other"), on: other.load())
      #expect(storageErrorCode { _ = try list.commit(insertion("late"), on: first) } == .stale)
      for turn in 1...40 {
        for writer in [list, other] {
          let code = storageErrorCode { _ = try writer.commit(insertion("late"), on: first) }
          #expect(code == .stale)
          state = try writer.commit(insertion("\(turn)"), on: writer.load())
        }
      }
      #expect(state.revision == 32 + 80)
      #expect(try errorCount(server) == 1)
    }
  }

  /// What became of insertions.
  ///
  /// Unchecked because of its variable, which the lock guards.
  private final class Outcomes: @unchecked Sendable {
    private let lock = NSLock()
    private var codes: [String: StorageError.Code?] = [:]

    var all: [String: StorageError.Code?] { lock.withLock { codes } }

    func note(_ name: String, _ code: StorageError.Code?) {
      lock.withLock { codes[name] = .some(code) }
    }
  }
#endif
