#if Postgres
  import Foundation
  import RosterCore
  import RosterEngine
  import RosterStore
  import RosterTestKit
  import RosterTestSupport
  import Testing

  @testable import RosterPostgres

  /// How a process hears of the commits of others.
  @Suite(
    "Following lists on a server",
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct FollowingTests {
    private func number(_ sql: String, _ store: PostgresStore) throws -> Int? {
      try store.read(.reading { $0.add(sql) }) { results in
        var number: Int?
        results[1].forEachRow { number = $0.integer(0) }
        return number
      }
    }

    /// The connections of all stores whose names begin so.
    private let listening = """
      SELECT count(*) FROM pg_stat_activity
      WHERE pid <> pg_backend_pid()
        AND (query LIKE '%LISTEN roster%' OR query LIKE 'SELECT id, revision FROM%')
      """

    @Test(arguments: [
      PostgresNotice(schema: "roster", lists: [12, 40]), PostgresNotice(schema: "a b", lists: []),
      PostgresNotice(schema: "", lists: [1]),
    ])
    func aNoticeIsReadAsItIsWritten(notice: PostgresNotice) {
      #expect(PostgresNotice(notice.text) == notice)
    }

    @Test(arguments: ["", "hello", "1,x roster", "ready now"])
    func whatOthersSayIsNoNotice(text: String) { #expect(PostgresNotice(text) == nil) }

    @Test func manyListsAreNotNamedOneByOne() {
      #expect(PostgresNotice(schema: "roster", lists: Set(0..<1_000)).lists.isEmpty)
    }

    /// A notification is far earlier than the next look, which is an hour away.
    @Test func aNotificationIsEnough() throws {
      let store = try open(#require(PostgresServer.shared)) { $0.followInterval = 3_600 }
      let other = try PostgresStore(store.configuration)
      let list = try #require(try other.list(named: "main"))
      let watched = WatchedList(try #require(try store.list(named: "main")))
      // The first call says that the thread listens.
      #expect(watched.reach(0))
      var state = try list.load()
      for revision in 1...20 {
        state = try list.commit(newSection([]), on: state)
        #expect(watched.reach(revision))
      }
    }

    /// Nothing is told here, so that only the look can find it.
    @Test func aLostNotificationIsFoundByTheNextLook() throws {
      let store = try open(#require(PostgresServer.shared)) { $0.followInterval = 0.05 }
      let silent = try PostgresStore(store.configuration)
      silent.notifier.close()
      let list = try #require(try silent.list(named: "main"))
      let watched = WatchedList(try #require(try store.list(named: "main")))
      var state = try list.load()
      for revision in 1...5 {
        state = try list.commit(newSection([]), on: state)
        #expect(watched.reach(revision))
      }
    }

    /// The connection that notifies stands still meanwhile, as over a slow network.
    @Test func commitsThatComeTogetherAreToldTogether() throws {
      let server = try PostgresServer(["log_statement=all"])
      let store = try open(server)
      let following = try open(server) {
        $0.schema = store.configuration.schema
        $0.followInterval = 3_600
      }
      let names = ["main", "other"]
      let lists = try names.map { try #require(try store.list(named: $0)) }
      let watched = WatchedList(try #require(try following.list(named: names[0])))
      func noticeCount() throws -> Int {
        try server.logLines().count { $0.contains("SELECT pg_notify(") }
      }
      // The listener calls those that are there when it begins.
      #expect(watched.reach(0))
      var state = try lists[0].commit(newSection([]), on: lists[0].load())
      #expect(watched.reach(1))
      let notifying = """
        SELECT pid::bigint FROM pg_stat_activity
        WHERE query LIKE 'SELECT pg_notify(%' AND state = 'idle'
        """
      while try number(notifying, following) == nil {}
      let process = pid_t(try #require(try number(notifying, following)))
      let count = try noticeCount()
      #expect(kill(process, SIGSTOP) == 0)
      for number in 1...50 { state = try lists[0].commit(insertion("\(number)"), on: state) }
      #expect(kill(process, SIGCONT) == 0)
      #expect(watched.reach(51))
      // What is told of the other list comes behind all that was to be told before. Its watch begins here, so
      // that nothing else calls it.
      let last = WatchedList(try #require(try following.list(named: names[1])))
      _ = try lists[1].commit(newSection([]), on: lists[1].load())
      #expect(last.reach(1))
      // One of the first commit, one of the others, one of the other list.
      let toldCount = try noticeCount() - count
      #expect((1...3).contains(toldCount))
    }

    @Test func oneConnectionListensForAllLists() throws {
      let server = try PostgresServer()
      let store = try open(server)
      let lists = try (0..<20).map { try #require(try store.list(named: "\($0)")) }
      let watched = lists.map(WatchedList.init)
      // The listener calls those that are there when it begins, the first one at least.
      #expect(watched[0].reach(0))
      for (list, watched) in zip(lists, watched) {
        _ = try list.commit(newSection([]), on: list.load())
        #expect(watched.reach(1))
      }
      #expect(try number(listening, store) == 1)
    }

    @Test func aConnectionThatWasLostIsMadeAnewAndCatchesUp() throws {
      let server = try PostgresServer()
      let store = try open(server) { $0.followInterval = 3_600 }
      let list = try #require(try store.list(named: "main"))
      let watched = WatchedList(try #require(try store.list(named: "main")))
      var state = try list.commit(newSection([]), on: list.load())
      #expect(watched.reach(1))
      for revision in 2...4 {
        try server.kill()
        try server.start()
        state = try list.commit(newSection([]), on: state)
        #expect(watched.reach(revision))
      }
    }

    @Test func aStoreThatIsClosedListensNoMore() throws {
      let server = try PostgresServer()
      let store = try open(server) { $0.followInterval = 0.05 }
      let watched = WatchedList(try #require(try store.list(named: "main")))
      #expect(watched.reach(0))
      let other = try PostgresStore(store.configuration)
      #expect(try number(listening, other) == 1)
      store.close()
      while try number(listening, other) != 0 {}
    }

    /// The connection listens on, so it is not made anew, again and again.
    @Test(arguments: [
      "DROP SCHEMA \"NAME\" CASCADE", "DROP TABLE \"NAME\".list CASCADE",
      "DROP TABLE \"NAME\".journal CASCADE", "DELETE FROM \"NAME\".list",
      "DROP SCHEMA \"NAME\" CASCADE; CREATE SCHEMA \"NAME\"",
    ])
    func whatFollowsAListThatIsGoneEndsAsItsWritersDo(removal: String) async throws {
      let store = try open(#require(PostgresServer.shared)) { $0.followInterval = 0.02 }
      var configuration = DataSourceConfiguration()
      configuration.isShared = true
      let dataSource = try ListDataSource<String, String, Never>(
        storage: #require(try store.list(named: "main")), codec: TextCodec(),
        sectionCodec: TextCodec(), configuration: configuration)
      try await dataSource.apply(newSection(["a"]))
      let batches = try dataSource.batches(after: 1)
      let other = try open(#require(PostgresServer.shared))
      try other.perform { try $0.run(removal.replacing("NAME", with: store.configuration.schema)) }
      let error = await #expect(throws: StorageError.self) { for try await _ in batches {} }
      #expect(error?.code == .replaced)
      do {
        try await dataSource.apply(insertion("b"))
        Issue.record("the list was written")
      } catch DataSourceError.storage(let error) {
        #expect(error.code == .replaced)
      }
      await dataSource.close()
    }
  }

  /// A list and the calls of its watch.
  private struct WatchedList {
    private let list: PostgresList
    private let calls = WatchCalls()
    private let watch: any StorageWatch

    init(_ list: PostgresList) {
      self.list = list
      watch = list.watch { [calls] in calls.note() }
    }

    /// Waits for a call after which the list is at a revision.
    ///
    /// - Returns: Whether it came within a time that is long enough for everything.
    func reach(_ revision: Revision) -> Bool {
      calls.wait { (try? list.storedRevision()) ?? -1 >= revision }
    }
  }
#endif
