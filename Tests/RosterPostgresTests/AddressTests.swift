#if Postgres
  import RosterCore
  import RosterTestKit
  import RosterTestSupport
  import Testing

  @testable import RosterPostgres

  /// What messages say about where a list is.
  @Suite("Addresses of servers")
  struct AddressTests {
    @Test(arguments: [
      ("postgres://me:secret@db.example:5432/app", "postgres://db.example:5432/app"),
      ("postgresql://db.example/app?password=secret", "postgres://db.example/app"),
      ("postgres:///app?host=/run/postgresql", "postgres:///run/postgresql/app"),
      ("host=db.example dbname=app password=secret", "postgres://db.example/app"),
    ])
    func namesServerAndDatabase(connection: String, place: String) throws {
      #expect(try PostgresAddress(connection).place == place)
    }

    /// Passwords whose signs are not escaped end up in other parts of the address.
    @Test(arguments: [
      "postgres://me:sec/ret@db.example/app", "postgres://me:s@cret@db.example/app",
      "postgres://me:sec:ret@db.example/app?x=secret", "postgres//me:secret@db.example/app",
      "postgres://me:secret@db.example:secret/app", "password='secret", "secret",
      "postgres://me:secret@127.0.0.1:1/app", "postgres://me:secret@/app?host=/nowhere",
      "postgres://me:secret@/app?host=/nowhere&sslmode=secret",
    ])
    func noMessageHasAPartOfThePassword(connection: String) throws {
      let error = #expect(throws: StorageError.self) {
        _ = try PostgresStore(PostgresConfiguration(connection))
      }
      let message = "\(try #require(error))"
      for part in ["secret", "sec", "ret@", "cret"] where connection.contains(part) {
        #expect(!message.contains(part), "\(message)")
      }
    }
  }
#endif
