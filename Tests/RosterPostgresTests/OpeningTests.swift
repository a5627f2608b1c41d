#if Postgres
  import Foundation
  import RosterCore
  import RosterRows
  import RosterTestKit
  import RosterTestSupport
  import Testing

  @testable import RosterPostgres

  @Suite(
    "Opening a server", .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct OpeningTests {
    private func configuration() throws -> PostgresConfiguration {
      let server = try #require(PostgresServer.shared)
      var configuration = PostgresConfiguration(server.connection)
      configuration.schema = server.newSchema()
      return configuration
    }

    @Test func aSchemaOfAnyNameIsCreatedOnce() throws {
      var configuration = try configuration()
      configuration.schema += " \"quoted\"; it's"
      _ = try PostgresStore(configuration).list(named: "a")
      #expect(try PostgresStore(configuration).lists().map(\.name) == ["a"])
    }

    @Test(.timeLimit(.minutes(10)))
    func whereNoServerIsNothingIsWaitedFor() {
      var configuration = PostgresConfiguration("host=/nonexistent dbname=postgres")
      configuration.connectTimeout = 3_600
      #expect(storageErrorCode { _ = try PostgresStore(configuration) } == .unreadable)
    }

    @Test func severalThatCreateASchemaAtOnceAllSucceed() async throws {
      let configuration = try configuration()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<6 {
          group.addTask {
            let store = try PostgresStore(configuration)
            _ = try store.list(named: "shared")
            _ = try store.list(named: "list \(number)")
          }
        }
        try await group.waitForAll()
      }
      let names = try PostgresStore(configuration).lists().map(\.name)
      #expect(names == (0..<6).map { "list \($0)" } + ["shared"])
    }

    @Test func aSchemaThatIsNotThereIsNotCreatedForReading() throws {
      var configuration = try configuration()
      configuration.isReadOnly = true
      #expect(storageErrorCode { _ = try PostgresStore(configuration) } == .notADatabase)
    }

    @Test func aSchemaThatIsOpenForReadingIsNotWritten() throws {
      var configuration = try configuration()
      let list = try #require(try PostgresStore(configuration).list(named: "a"))
      configuration.isReadOnly = true
      let read = try #require(try PostgresStore(configuration).list(named: "a"))
      let state = try read.load()
      #expect(storageErrorCode { _ = try read.commit(newSection(["a"]), on: state) } == .readOnly)
      #expect(try list.load().revision == 0)
    }

    @Test func aNewerSchemaIsRefused() throws {
      let configuration = try configuration()
      let store = try PostgresStore(configuration)
      try store.write { $0.add("INSERT INTO migration (name) VALUES ('p9999_future')") }
      #expect(storageErrorCode { _ = try PostgresStore(configuration) } == .newerFormat)
    }

    @Test(arguments: [
      "host=/nonexistent dbname=postgres", "postgres://user:secret@[::1]:1/nothing", "nonsense",
      "host=127.0.0.1 port=1 user=u password=secret",
    ])
    func aServerThatIsNotThereIsUnreadable(connection: String) throws {
      let error = #expect(throws: StorageError.self) {
        _ = try PostgresStore(PostgresConfiguration(connection))
      }
      #expect(error?.code == .unreadable)
      #expect(error?.message.contains("secret") == false)
    }

    @Test func aStoreThatIsClosedSaysSo() throws {
      let store = try PostgresStore(configuration())
      let list = try #require(try store.list(named: "a"))
      store.close()
      #expect(storageErrorCode { _ = try list.load() } == .closed)
    }

    @Test func aListThatIsGoneIsReplaced() throws {
      let store = try PostgresStore(configuration())
      let list = try #require(try store.list(named: "a"))
      let state = try list.load()
      try store.write { $0.add("DELETE FROM list") }
      #expect(storageErrorCode { _ = try list.commit(newSection(["a"]), on: state) } == .replaced)
      #expect(storageErrorCode { _ = try list.load() } == .replaced)
    }

    @Test(arguments: [
      "DROP SCHEMA \"$1\" CASCADE", "ALTER SCHEMA \"$1\" RENAME TO \"$1 moved\"",
      "DROP TABLE list CASCADE", "DROP TABLE journal CASCADE",
    ])
    func aSchemaThatIsGoneIsReplaced(removal: String) throws {
      let configuration = try configuration()
      let store = try PostgresStore(configuration)
      let list = try #require(try store.list(named: "a"))
      let state = try list.commit(newSection(["a"]), on: list.load())
      try store.write { $0.add(removal.replacing("$1", with: configuration.schema)) }
      for change in [newSection(["b"]), insertion("b")] {
        let error = #expect(throws: StorageError.self) { _ = try list.commit(change, on: state) }
        #expect(error?.code == .replaced)
        #expect(error?.message.contains("removed or replaced") == true)
      }
      #expect(storageErrorCode { _ = try list.load() } == .replaced)
      #expect(storageErrorCode { _ = try list.storedRevision() } == .replaced)
    }

    @Test func aDamagedTableIsCorrupt() throws {
      let store = try PostgresStore(configuration())
      let list = try #require(try store.list(named: "a"))
      let state = try list.commit(newSection(["a", "b"]), on: list.load())
      try store.write { $0.add("DELETE FROM item") }
      let removal = Changeset<String, String> { $0.removeItem(at: ItemPath(section: 0, item: 0)) }
      #expect(storageErrorCode { _ = try list.commit(removal, on: state) } == .corrupt)
      #expect(try list.load().revision == 1)
      try store.write { $0.add("DROP TABLE item CASCADE") }
      #expect(
        storageErrorCode { _ = try list.models(of: [ItemID(rawValue: 1)], at: 1) } == .corrupt)
    }

    @Test func viewsShowTheListToAShell() throws {
      let store = try PostgresStore(configuration())
      let list = try #require(try store.list(named: "a"))
      var builder = CommitGroupBuilder(try list.load())
      try builder.add(newSection(["x", "y"]))
      let scope = ScopePath([ScopeKey(typeName: "Row")])
      try builder.add(states: [
        StateChange(
          StateAddress(item: ItemID(rawValue: 2), scope: scope),
          StoredState(value: .text("open"))),
        StateChange(
          StateAddress(
            tree: .supplement(SupplementID(.header, of: SectionID(rawValue: 1))), scope: scope),
          StoredState(value: .blob([255]))),
      ])
      try list.commit(builder.group)
      func rows(_ sql: String) throws -> [String] {
        try store.read(.reading { $0.add(sql) }) { results in
          var rows: [String] = []
          results[1].forEachRow { rows.append($0.text(0)) }
          return rows
        }
      }
      #expect(
        try rows("SELECT concat_ws(' ', list, section, position, model) FROM list_items")
          == ["a 0 0 x", "a 0 1 y"])
      #expect(
        try rows("SELECT concat_ws(' ', list, revision, change) FROM list_journal")
          == [
            #"a 1 {"insertedItems":[[0,0,2,1]],"insertedSections":[[0,1]]}"#,
            #"a 2 {"states":[[2,"Row"],[1,"header","Row"]]}"#,
          ])
      #expect(
        try rows("SELECT concat_ws(' ', list, section, position, scope, value) FROM list_states")
          == ["a 0 1 Row open"])
      #expect(
        try rows(
          "SELECT concat_ws(' ', list, section, kind, scope, value) FROM list_supplement_states")
          == ["a 0 header Row ff"])
    }
  }
#endif
