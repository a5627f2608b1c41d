#if Postgres
  internal import Migrations
  internal import RosterCore

  extension PostgresStore {
    /// Creates the schema, or brings it up to date.
    static func migrate(
      _ connection: PostgresConnection, _ configuration: PostgresConfiguration
    ) throws {
      let schema = try PostgresSchema(connection, configuration.schema)
      if try schema.missingSteps(connection).isEmpty {
        return try schema.requireRights(isReadOnly: configuration.isReadOnly)
      }
      guard !configuration.isReadOnly else {
        throw StorageError(
          .notADatabase,
          "the schema \(schema.name) "
            + (schema.hasSteps ? "is of an older format" : "has no lists")
            + "; open it for writing once")
      }
      do {
        try connection.run("BEGIN")
        // Others that create it at the same time wait here.
        try connection.run("SELECT pg_advisory_xact_lock(\(lockNumber))")
        try takeSteps(connection, PostgresSchema(connection, configuration.schema))
        try connection.run("COMMIT")
      } catch {
        try? connection.run("ROLLBACK")
        throw error
      }
    }

    private static func takeSteps(
      _ connection: PostgresConnection, _ schema: PostgresSchema
    ) throws {
      let steps = try schema.missingSteps(connection)
      if steps.isEmpty { return }
      try schema.requireCreation()
      if !schema.isThere { try connection.run("CREATE SCHEMA IF NOT EXISTS \(schema.name)") }
      if !schema.hasSteps { try connection.run("CREATE TABLE migration (name text PRIMARY KEY)") }
      for step in steps {
        try connection.run("\(step.sql); INSERT INTO migration (name) VALUES ('\(step.name)')")
      }
    }

    /// "RSTR", as in the header of a file.
    private static let lockNumber = 1_381_192_786
  }
#endif
