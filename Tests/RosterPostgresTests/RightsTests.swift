#if Postgres
  import RosterCore
  import RosterTestKit
  import RosterTestSupport
  import Testing

  @testable import RosterPostgres

  /// What a role that lacks a right is told.
  @Suite(
    "Rights on a server", .serialized,
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct RightsTests {
    /// The schema of its owner, with a list that has an item.
    private let store: PostgresStore
    /// The schema and the role, as parts of SQL.
    private let schema: String
    private let role: String
    /// The schema, opened as a role that has no right.
    private var configuration: PostgresConfiguration

    init() throws {
      let server = try #require(PostgresServer.shared)
      store = try open(server)
      let list = try #require(try store.list(named: "main"))
      _ = try list.commit(newSection(["a"]), on: list.load())
      schema = PostgresStore.identifier(store.configuration.schema)
      role = PostgresStore.identifier("role of \(store.configuration.schema)")
      configuration = PostgresConfiguration(
        server.connection.replacing("user=roster", with: "")
          + " user='role of \(store.configuration.schema)'")
      configuration.schema = store.configuration.schema
      try run("CREATE ROLE \(role) LOGIN")
    }

    private func run(_ sql: String) throws { try store.perform { try $0.run(sql) } }

    private func grant(_ rights: String) throws {
      try run(
        """
        GRANT USAGE ON SCHEMA \(schema) TO \(role);
        GRANT \(rights) ON ALL TABLES IN SCHEMA \(schema) TO \(role)
        """)
    }

    /// - Returns: The error of opening the schema as the role.
    private func refusal(isReadOnly: Bool) throws -> StorageError {
      var configuration = configuration
      configuration.isReadOnly = isReadOnly
      let error = #expect(throws: StorageError.self) { _ = try PostgresStore(configuration) }
      return try #require(error)
    }

    @Test(arguments: [true, false])
    func aSchemaThatMayNotBeUsedIsThere(isReadOnly: Bool) throws {
      try run("GRANT CREATE ON DATABASE postgres TO \(role)")
      let error = try refusal(isReadOnly: isReadOnly)
      try run("REVOKE CREATE ON DATABASE postgres FROM \(role)")
      #expect(error.code == .unreadable)
      #expect(
        error.message.contains(
          "the role \(role) lacks the right USAGE on SCHEMA \(schema); an owner can give it: "
            + "GRANT USAGE ON SCHEMA \(schema) TO \(role)"))
    }

    @Test(arguments: PostgresSchema.tables, [true, false])
    func aTableThatMayNotBeReadIsNamed(table: String, isReadOnly: Bool) throws {
      try grant("ALL")
      try run("REVOKE SELECT ON \(table) FROM \(role)")
      let error = try refusal(isReadOnly: isReadOnly)
      #expect(error.code == .unreadable)
      #expect(
        error.message.contains("\(role) lacks the right SELECT on TABLE \(schema).\"\(table)\""))
    }

    @Test(arguments: [
      ("UPDATE", "list"), ("INSERT", "journal"), ("INSERT", "item"), ("UPDATE", "leaf"),
      ("DELETE", "section"), ("INSERT", "item_history"), ("DELETE", "state"),
    ])
    func aTableThatMayNotBeWrittenIsNamedIfItIsToBe(right: String, table: String) throws {
      try grant("ALL")
      try run("REVOKE \(right) ON \(table) FROM \(role)")
      let error = try refusal(isReadOnly: false)
      #expect(error.code == .readOnly)
      #expect(
        error.message.contains("\(role) lacks the right \(right) on TABLE \(schema).\"\(table)\""))
      var configuration = configuration
      configuration.isReadOnly = true
      #expect(try PostgresStore(configuration).lists().map(\.name) == ["main"])
    }

    @Test func aDatabaseInWhichNoSchemaMayBeCreatedIsNamed() throws {
      var configuration = configuration
      configuration.schema += " new"
      let error = #expect(throws: StorageError.self) { _ = try PostgresStore(configuration) }
      #expect(error?.code == .readOnly)
      #expect(error?.message.contains("GRANT CREATE ON DATABASE \"postgres\" TO \(role)") == true)
    }

    /// An administrator may create the schema for a role that may create none.
    @Test func anEmptySchemaInWhichTablesMayBeCreatedIsEnough() throws {
      var configuration = configuration
      configuration.schema += " new"
      let name = PostgresStore.identifier(configuration.schema)
      try run("CREATE SCHEMA \(name); GRANT USAGE ON SCHEMA \(name) TO \(role)")
      let error = #expect(throws: StorageError.self) { _ = try PostgresStore(configuration) }
      #expect(error?.code == .readOnly)
      #expect(error?.message.contains("GRANT CREATE ON SCHEMA \(name) TO \(role)") == true)
      try run("GRANT CREATE ON SCHEMA \(name) TO \(role)")
      #expect(try PostgresStore(configuration).list(named: "a") != nil)
    }

    @Test(arguments: [true, false])
    func whatTheMessagesGrantIsEnough(isReadOnly: Bool) throws {
      var configuration = configuration
      configuration.isReadOnly = isReadOnly
      var opened: PostgresStore?
      for _ in 0..<12 where opened == nil {
        do throws(StorageError) {
          opened = try PostgresStore(configuration)
        } catch {
          let start = try #require(error.message.firstRange(of: "GRANT")?.lowerBound)
          try run(String(error.message[start...]))
        }
      }
      let list = try #require(try opened?.list(named: "main"))
      let state = try list.load()
      if !isReadOnly { #expect(try list.commit(insertion("b"), on: state).revision == 2) }
    }

    /// A role that used lists before there were words of texts goes on using them, and searches.
    @Test(arguments: [true, false])
    func aRoleMayDoToWordsWhatItMayDoToStates(isReadOnly: Bool) throws {
      try grant(isReadOnly ? "SELECT" : "ALL")
      // As the schema was before that step and the next ones.
      try run(
        """
        DROP TABLE indexed_list, item_word, sync_hub, sync_settled, sync_loss;
        DELETE FROM migration
        WHERE name IN ('p0008_words', 'p0009_hubs', 'p0010_settled_digests')
        """)
      _ = try PostgresStore(store.configuration)
      var configuration = configuration
      configuration.isReadOnly = isReadOnly
      let list = try #require(try PostgresStore(configuration).list(named: "main"))
      #expect(try list.load().revision == 1)
      if isReadOnly {
        #expect(try list.items(withWords: ["a"], by: .prefix) == nil)
      } else {
        try list.indexTexts(for: .prefix)
        #expect(try list.items(withWords: ["a"], by: .prefix)?.items.count == 1)
      }
    }

    @Test func aRightThatIsTakenWhileAListIsOpenIsNamed() throws {
      try grant("ALL")
      let opened = try PostgresStore(configuration)
      let list = try #require(try opened.list(named: "main"))
      let state = try list.load()
      func refusal(_ body: () throws -> Void) throws -> StorageError {
        let error = #expect(throws: StorageError.self) { try body() }
        return try #require(error)
      }
      try run("REVOKE INSERT ON list FROM \(role)")
      let creation = try refusal { _ = try opened.list(named: "new") }
      #expect(creation.code == .readOnly)
      #expect(creation.message.contains("\(role) lacks a right in the schema \(schema)"))
      #expect(creation.message.contains("permission denied for table list"))
      try run("REVOKE INSERT ON item FROM \(role)")
      let writing = try refusal { _ = try list.commit(insertion("b"), on: state) }
      #expect(writing.code == .readOnly)
      #expect(writing.message.contains("lacks the right INSERT on TABLE \(schema).\"item\""))
      try run("REVOKE USAGE ON SCHEMA \(schema) FROM \(role)")
      let reading = try refusal { _ = try list.load() }
      #expect(reading.code == .unreadable)
      #expect(reading.message.contains("lacks the right USAGE"))
    }
  }
#endif
