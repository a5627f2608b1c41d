#if Postgres
  import RosterPostgres
  import RosterTestKit

  /// Opens a schema that no other test has.
  func open(
    _ server: PostgresServer, _ change: (inout PostgresConfiguration) -> Void = { _ in }
  ) throws -> PostgresStore {
    var configuration = PostgresConfiguration(server.connection)
    configuration.schema = server.newSchema()
    change(&configuration)
    return try PostgresStore(configuration)
  }
#endif
