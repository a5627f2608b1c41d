#if Postgres
  import RosterCore
  import RosterTestKit
  import RosterTestSupport
  import Testing

  @testable import RosterPostgres

  /// A schema that has the name of one of Roster's, and was there before.
  @Suite(
    "Schemas of other applications",
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct ForeignSchemaTests {
    private let configuration: PostgresConfiguration

    init() throws {
      let server = try #require(PostgresServer.shared)
      var configuration = PostgresConfiguration(server.connection)
      configuration.schema = server.newSchema()
      self.configuration = configuration
    }

    /// Makes the schema with what another application has there.
    private func make(_ parts: String) throws {
      let name = PostgresStore.identifier(configuration.schema)
      try PostgresConnection(configuration)
        .run("CREATE SCHEMA \(name); SET search_path = \(name); \(parts)")
    }

    private func relations() throws -> [String] {
      var batch = PostgresBatch()
      batch.add(
        "SELECT relname::text FROM pg_class WHERE relnamespace = \(PostgresSchema.named) ORDER BY 1"
      ) { $0.add(configuration.schema) }
      var names: [String] = []
      try PostgresConnection(configuration).run(batch)[0].forEachRow { names.append($0.text(0)) }
      return names
    }

    @Test(
      arguments: [
        "CREATE TABLE orders (id integer)", "CREATE TABLE list (id integer)",
        "CREATE TABLE list (id bigint PRIMARY KEY, name text)",
        "CREATE TABLE migration (id integer)", "CREATE TABLE migration (name integer)",
        "CREATE TABLE migration (name text)",
        "CREATE TABLE migration (name text); INSERT INTO migration VALUES ('0001_initial'), (NULL)",
        "CREATE VIEW migration AS SELECT 'p0001_create'::text AS name",
      ], [true, false])
    func areNamedAndLeftAlone(parts: String, isReadOnly: Bool) throws {
      try make(parts)
      let before = try relations()
      var configuration = configuration
      configuration.isReadOnly = isReadOnly
      let error = #expect(throws: StorageError.self) { _ = try PostgresStore(configuration) }
      #expect(error?.code == .notADatabase)
      #expect(
        error?.message.contains("\"\(configuration.schema)\" is not one of Roster's") == true)
      #expect(try relations() == before)
    }

    @Test func anEmptySchemaIsFilled() throws {
      try make("CREATE FUNCTION nothing() RETURNS void LANGUAGE sql AS ''")
      _ = try PostgresStore(configuration).list(named: "a")
      #expect(try PostgresStore(configuration).lists().map(\.name) == ["a"])
    }

    @Test func aNameThatPostgreSQLCutsIsFoundAgain() throws {
      var configuration = configuration
      configuration.schema += String(repeating: "ä", count: 60)
      _ = try PostgresStore(configuration).list(named: "a")
      configuration.isReadOnly = true
      let store = try PostgresStore(configuration)
      #expect(try store.lists().map(\.name) == ["a"])
      #expect(try store.findingsBesideRows().isEmpty)
    }
  }
#endif
