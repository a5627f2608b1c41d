#if Postgres
  internal import Migrations
  internal import RosterCore

  extension PostgresStore {
    /// Creates the schema, or brings it up to date.
    static func migrate(
      _ connection: PostgresConnection, _ configuration: PostgresConfiguration
    ) throws {
      let taken = try takenSteps(connection)
      if try missingSteps(taken).isEmpty { return }
      guard !configuration.isReadOnly else {
        throw StorageError(
          .notADatabase,
          "the schema \"\(configuration.schema)\" has no lists, or is of an older format; open it "
            + "for writing once")
      }
      do {
        try connection.run("BEGIN")
        // Others that create it at the same time wait here.
        try connection.run("SELECT pg_advisory_xact_lock(\(lockNumber))")
        if try takenSteps(connection).isEmpty {
          try connection.run(
            """
            CREATE SCHEMA IF NOT EXISTS \(identifier(configuration.schema));
            CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY)
            """)
        }
        for step in try missingSteps(takenSteps(connection)) {
          try connection.run("\(step.sql); INSERT INTO migration (name) VALUES ('\(step.name)')")
        }
        try connection.run("COMMIT")
      } catch {
        try? connection.run("ROLLBACK")
        throw error
      }
    }

    /// "RSTR", as in the header of a file.
    private static let lockNumber = 1_381_192_786

    /// Returns the names of the steps that the schema has taken.
    private static func takenSteps(_ connection: PostgresConnection) throws -> Set<String> {
      var isThere = PostgresBatch()
      isThere.add("SELECT to_regclass('migration') IS NOT NULL")
      var names: Set<String> = []
      var hasTable = false
      for result in try connection.run(isThere) {
        result.forEachRow { hasTable = $0.integer(0) == 1 }
      }
      guard hasTable else { return names }
      var reading = PostgresBatch()
      reading.add("SELECT name FROM migration")
      for result in try connection.run(reading) {
        result.forEachRow { names.insert($0.text(0)) }
      }
      return names
    }

    private static func missingSteps(_ taken: Set<String>) throws -> [Migration] {
      guard taken.isSubset(of: Migration.postgres.map(\.name)) else {
        throw StorageError(.newerFormat, "written by a newer Roster; nothing was changed")
      }
      return Migration.postgres.filter { !taken.contains($0.name) }
    }
  }
#endif
