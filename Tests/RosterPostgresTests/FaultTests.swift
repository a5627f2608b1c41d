#if Postgres
  import Foundation
  import RosterCore
  import RosterEngine
  import RosterRows
  import RosterStore
  import RosterTestKit
  import RosterTestSupport
  import Testing

  @testable import RosterPostgres

  /// Servers and connections that end at any time.
  @Suite(
    "Faults of a server", .serialized,
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct FaultTests {
    // MARK: Killed servers

    @Test(arguments: 0..<3 as Range<UInt64>)
    func noRevisionHasTwoBatchesHoweverOftenTheServerIsKilled(seed: UInt64) throws {
      let server = try PostgresServer()
      let store = try open(server)
      let list = try #require(try store.list(named: "main"))
      _ = try list.commit(newSection([]), on: list.load())
      let acknowledged = Acknowledged()
      let writers = try (0..<3).map { _ in
        let list = try #require(try PostgresStore(store.configuration).list(named: "main"))
        return (list, acknowledged)
      }
      try write(writers, whileKilling: server, seed: seed)
      try expect(acknowledged, in: list, seed: seed)
    }

    /// The changes of lists of one store go together, so that the outcome of each may be unknown.
    @Test(arguments: 0..<3 as Range<UInt64>)
    func noListLosesWhatWentWithThatOfOthers(seed: UInt64) throws {
      let server = try PostgresServer()
      let store = try open(server)
      let lock = NSLock()
      let writers = try (0..<6).map { number in
        let list = try #require(try store.list(named: "\(number)"))
        _ = try list.commit(newSection([]), on: list.load())
        return (list, Acknowledged(lock))
      }
      try write(writers, whileKilling: server, seed: seed)
      for (list, acknowledged) in writers { try expect(acknowledged, in: list, seed: seed) }
    }

    /// Commits insertions on a thread each, while the server is killed and started again.
    private func write(
      _ writers: [(list: PostgresList, acknowledged: Acknowledged)],
      whileKilling server: PostgresServer, seed: UInt64
    ) throws {
      let end = 120
      let group = DispatchGroup()
      for (number, writer) in writers.enumerated() {
        group.enter()
        Thread.detachNewThread {
          #expect(throws: Never.self) {
            try writer.acknowledged.write(writer.list, by: "writer \(number)", until: end)
          }
          group.leave()
        }
      }
      var random = SplitMix64(seed: seed)
      var revision = 1
      while revision < end {
        revision += 10 + random.index(below: 30)
        writers[0].acknowledged.reach(revision)
        try writers[0].acknowledged.whileServerIsDown {
          try server.kill()
          try server.start()
        }
      }
      group.wait()
    }

    /// Checks that a list has what its writers were told is committed, and each insertion once.
    private func expect(
      _ acknowledged: Acknowledged, in list: PostgresList, seed: UInt64
    ) throws {
      let journal = try list.journal(after: 0, limit: .max)
      #expect(journal.map(\.revision) == Array(1...journal.count), "seed \(seed)")
      let origins = journal.map(\.annotation.origin)
      #expect(Set(origins).count == origins.count, "seed \(seed): a batch is there twice")
      for (revision, origin) in acknowledged.all {
        #expect(origins[revision - 1] == origin, "seed \(seed), revision \(revision)")
      }
      let state = try list.load()
      #expect(state.revision == journal.count, "seed \(seed)")
      let items = try list.rows(of: state).sections[0].items
      #expect(items == origins.dropFirst().reversed().compactMap { $0 }, "seed \(seed)")
    }

    @Test func aListGoesOnAfterTheServerWasStartedAgain() throws {
      let server = try PostgresServer()
      let store = try open(server)
      let list = try #require(try store.list(named: "main"))
      var state = try list.commit(newSection(["a"]), on: list.load())
      try server.kill()
      #expect(storageErrorCode { _ = try list.load() } == .unreadable)
      #expect(storageErrorCode { _ = try list.commit(insertion("b"), on: state) } == .unreadable)
      try server.start()
      state = try list.commit(insertion("b"), on: state)
      #expect(try list.rows(of: state).sections[0].items == ["b", "a"])
    }

    @Test func aConnectionThatIsLostLeavesRoomForTheNext() throws {
      let store = try open(#require(PostgresServer.shared)) { $0.connectionCountMax = 1 }
      let ending = "SELECT 1::bigint FROM (SELECT pg_terminate_backend(pg_backend_pid())) AS ending"
      #expect(storageErrorCode { _ = try number(ending, store) } == .failed)
      #expect(try number("SELECT 1::bigint", store) == 1)
    }

    // MARK: Commits that come late

    /// A connection of its own, to look at the others and to stop them.
    private func number(_ sql: String, _ store: PostgresStore) throws -> Int? {
      try store.read(.reading { $0.add(sql) }) { results in
        var number: Int?
        results[1].forEachRow { number = $0.integer(0) }
        return number
      }
    }

    @Test func aCommitThatTheServerCarriesOutTooLateIsRefused() throws {
      let server = try PostgresServer()
      let store = try open(server) { configuration in
        configuration.connectionCountMax = 1
        configuration.answerTimeout = 1
      }
      let list = try #require(try store.list(named: "main"))
      let state = try list.commit(newSection(["a"]), on: list.load())
      let backend = try #require(try number("SELECT pg_backend_pid()::bigint", store))
      #expect(kill(pid_t(backend), SIGSTOP) == 0)
      #expect(storageErrorCode { _ = try list.commit(insertion("late"), on: state) } == .failed)
      let reloaded = try list.load()
      #expect(reloaded.revision == 1)
      #expect(kill(pid_t(backend), SIGCONT) == 0)
      // It has read the whole commit by the time that it ends.
      while try number("SELECT 1 FROM pg_stat_activity WHERE pid = \(backend)", store) != nil {}
      #expect(try list.load().revision == 1)
      let next = try list.commit(insertion("b"), on: reloaded)
      #expect(try list.rows(of: next).sections[0].items == ["b", "a"])
    }

    @Test func aNewMarkAloneRefusesNoCommit() throws {
      let store = try open(#require(PostgresServer.shared))
      let list = try #require(try store.list(named: "main"))
      let state = try list.commit(newSection(["a"]), on: list.load())
      try store.write { $0.add("UPDATE list SET mark = mark + 1") }
      #expect(try list.commit(insertion("b"), on: state).revision == 2)
    }

    @Test func aDataSourceGoesOnBehindALockedList() throws {
      let server = try #require(PostgresServer.shared)
      let store = try open(server) { $0.busyTimeout = 0.2 }
      let list = try ListDataSource<String, String, Never>(
        storage: try #require(try store.list(named: "main")), codec: TextCodec(),
        sectionCodec: TextCodec())
      try list.applySynchronously(newSection(["a"]))
      try store.perform { connection in
        try connection.run("BEGIN; SELECT 1 FROM list FOR UPDATE")
        let error = #expect(throws: DataSourceError.self) {
          try list.applySynchronously(insertion("b"))
        }
        guard case .storage(let cause) = error, cause.code == .busy else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(list.suspension == nil)
        try connection.run("COMMIT")
      }
      #expect(try list.applySynchronously(insertion("b")).target.revision == 2)
    }

    /// A call that gets no connection has sent nothing.
    @Test func aDataSourceGoesOnWhenAllConnectionsWereInUse() throws {
      let server = try #require(PostgresServer.shared)
      let store = try open(server) {
        $0.busyTimeout = 0.2
        $0.connectionCountMax = 1
      }
      var configuration = DataSourceConfiguration()
      configuration.isShared = false
      let list = try ListDataSource<String, String, Never>(
        storage: try #require(try store.list(named: "main")), codec: TextCodec(),
        sectionCodec: TextCodec(), configuration: configuration)
      try list.applySynchronously(newSection(["a"]))
      try store.perform { _ in
        let error = #expect(throws: DataSourceError.self) {
          try list.applySynchronously(insertion("b"))
        }
        guard case .storage(let cause) = error, cause.code == .busy else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(list.suspension == nil)
      }
      #expect(try list.applySynchronously(insertion("b")).target.revision == 2)
    }

    // MARK: Lost revisions

    @Test(arguments: ["revision = 2", "revision = 3"])
    func aServerThatHasLostRevisionsIsReplaced(rest: String) throws {
      let store = try open(#require(PostgresServer.shared))
      let list = try #require(try store.list(named: "main"))
      var state = try list.commit(newSection(["a"]), on: list.load())
      for model in ["b", "c"] { state = try list.commit(insertion(model), on: state) }
      // As a replica that lacks revision 3 is promoted, with or without another one in its place.
      try store.write { batch in
        batch.add("UPDATE list SET \(rest), mark = mark + 1")
        batch.add("DELETE FROM journal WHERE id & 255 = 3")
        batch.add(
          """
          INSERT INTO journal (id, list, next_item, next_section, next_leaf, digest, change, undo,
            redo, pages)
          SELECT id + 1, list, next_item, next_section, next_leaf, digest + 1, change, undo, redo,
            pages
          FROM journal WHERE id & 255 = 2
          """)
      }
      #expect(storageErrorCode { _ = try list.commit(insertion("d"), on: state) } == .replaced)
    }

    // MARK: Locks

    @Test func aListThatIsLockedIsBusyAndGoesOn() throws {
      let server = try #require(PostgresServer.shared)
      let store = try open(server) { $0.busyTimeout = 0.2 }
      let list = try #require(try store.list(named: "main"))
      let state = try list.commit(newSection(["a"]), on: list.load())
      try store.perform { connection in
        try connection.run("BEGIN; SELECT 1 FROM list FOR UPDATE")
        #expect(storageErrorCode { _ = try list.commit(insertion("b"), on: state) } == .busy)
        try connection.run("COMMIT")
      }
      #expect(try list.commit(insertion("b"), on: state).revision == 2)
    }
  }

  /// What the writers of one list were told is committed.
  ///
  /// Unchecked because of its variables, which the condition guards.
  private final class Acknowledged: @unchecked Sendable {
    private let condition = NSCondition()
    private var origins: [Revision: String] = [:]
    private var newest = 0
    /// Held while the server is down.
    private let server: NSLock

    init(_ server: NSLock = NSLock()) { self.server = server }

    var all: [Revision: String] { condition.withLock { origins } }

    func whileServerIsDown(_ body: () throws -> Void) throws { try server.withLock { try body() } }

    /// Waits until a revision is committed.
    func reach(_ revision: Revision) {
      condition.withLock { while newest < revision { condition.wait() } }
    }

    /// Commits insertions until the list is at a revision, whatever happens to the server.
    func write(_ list: PostgresList, by name: String, until end: Revision) throws {
      var number = 0
      var state = try reload(list)
      defer { note(end + 100, nil) }
      while state.revision < end + 50 {
        number += 1
        let origin = "\(name), \(number)"
        do {
          var builder = CommitGroupBuilder(state)
          try builder.add(
            Changeset { $0.insertItem(origin, at: ItemPath(section: 0, item: 0)) },
            ChangeAnnotation(origin: origin))
          try list.commit(builder.group)
          state = builder.group.target
          note(state.revision, origin)
        } catch let error as StorageError {
          guard [.stale, .failed, .unreadable, .busy].contains(error.code) else { throw error }
          state = try reload(list)
        }
      }
    }

    private func reload(_ list: PostgresList) throws -> ListState {
      while true {
        do throws(StorageError) {
          return try list.load()
        } catch {
          guard [.failed, .unreadable, .busy].contains(error.code) else { throw error }
          // The one that kills the server starts it again before it lets go.
          server.withLock {}
        }
      }
    }

    private func note(_ revision: Revision, _ origin: String?) {
      condition.withLock {
        if let origin {
          #expect(origins[revision] == nil, "revision \(revision) was committed twice")
          origins[revision] = origin
        }
        newest = max(newest, revision)
        condition.broadcast()
      }
    }
  }
#endif
