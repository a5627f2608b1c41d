import RosterCore
import Testing

@testable import Migrations
@testable import RosterStore

/// What becomes of the tables in the database of an application when a later version has more steps than this one.
@Suite("Opening: formats of tables in an application's database")
struct ApplicationFormatTests {
  /// The steps of a later version, as a migration of files has them.
  private static let steps =
    Migration.all + [
      Migration(
        name: "m0098_later",
        sql: """
          -- A later format.

          PRAGMA user_version = 98;

          CREATE INDEX later_origin ON journal (origin);
          UPDATE file SET list_count = list_count + 5;
          """)
    ]
  private static let failing =
    steps + [Migration(name: "m0099_failing", sql: "DROP TABLE missing")]

  /// A database of an application in memory, one of whose tables is called as one of a file of Roster's own.
  private func makeDatabase() throws -> StoreConnection {
    let database = try StoreConnection.inMemory()
    try database.execute(
      "CREATE TABLE journal (origin TEXT); PRAGMA user_version = 77; PRAGMA application_id = 3")
    return database
  }

  private func install(_ steps: [Migration], in database: StoreConnection) throws {
    try database.inTransaction(.immediate) { try ApplicationDatabase.install(in: database, steps) }
  }

  private func takenSteps(_ database: StoreConnection) throws -> [String] {
    try database.texts("SELECT name FROM \(DatabaseFile.stepTable) ORDER BY name")
  }

  /// Verifies that a database has the later step, and what is the application's as it was.
  private func expectLaterStep(
    in database: StoreConnection, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let steps = try takenSteps(database)
    #expect(steps == Self.steps.map(\.name), sourceLocation: sourceLocation)
    let indexed = try database.texts(
      "SELECT tbl_name FROM sqlite_master WHERE name = 'later_origin'")
    #expect(indexed == ["grdb_roster_journal"], sourceLocation: sourceLocation)
    let numbers = try [
      "PRAGMA user_version", "PRAGMA application_id", "SELECT list_count FROM grdb_roster_file",
    ].map { try database.integer($0) }
    #expect(numbers == [77, 3, 5], sourceLocation: sourceLocation)
  }

  @Test func theTablesTakeTheStepsOfALaterVersionOnce() throws {
    let database = try makeDatabase()
    try install(Migration.all, in: database)
    #expect(try takenSteps(database) == Migration.all.map(\.name))
    for _ in 0..<2 {
      try install(Self.steps, in: database)
      try expectLaterStep(in: database)
    }
  }

  @Test func newTablesHaveAllSteps() throws {
    let database = try makeDatabase()
    try install(Self.steps, in: database)
    try expectLaterStep(in: database)
  }

  @Test(arguments: [false, true])
  func aStepThatFailsTakesTheOthersBack(areTablesThere: Bool) throws {
    let database = try makeDatabase()
    if areTablesThere { try install(Migration.all, in: database) }
    let schema = "SELECT type || name || coalesce(sql, '') FROM sqlite_master ORDER BY 1"
    let before = try database.texts(schema)
    #expect(throws: SQLiteError.self) { try install(Self.failing, in: database) }
    #expect(try database.texts(schema) == before)
    if areTablesThere { #expect(try takenSteps(database) == Migration.all.map(\.name)) }
    try install(Self.steps, in: database)
    try expectLaterStep(in: database)
  }

  @Test(arguments: [false, true])
  func openingTakesTheSteps(areTablesThere: Bool) throws {
    let database = try makeDatabase()
    if areTablesThere { try install(Migration.all, in: database) }
    for _ in 0..<2 {
      try open(database, Self.steps)
      try expectLaterStep(in: database)
    }
    // This version does not know what it would write.
    let error = #expect(throws: StorageError.self) { try open(database, Migration.all) }
    #expect(error?.code == .newerFormat)
    try expectLaterStep(in: database)
  }

  @Test func tablesOfAnEarlierFormatCanBeReadOnly() throws {
    let database = try makeDatabase()
    try install(Migration.all, in: database)
    try open(database, Self.steps, isReadOnly: true)
    #expect(try takenSteps(database) == Migration.all.map(\.name))
  }

  private func open(
    _ database: StoreConnection, _ steps: [Migration], isReadOnly: Bool = false
  ) throws {
    let connections = Lent(database, isReadOnly: isReadOnly)
    _ = try ApplicationDatabase.open(
      connections, connections, DatabasePath(path: MemoryDatabase.name), busyTimeout: 1, steps)
  }

  /// The one connection of an application in memory, which stays open.
  private final class Lent: StoreConnections {
    private let database: StoreConnection
    let isReadOnly: Bool

    init(_ database: StoreConnection, isReadOnly: Bool) {
      self.database = database
      self.isReadOnly = isReadOnly
    }

    func write<Value>(_ body: (StoreConnection) throws -> Value) rethrows -> Value {
      try body(database)
    }

    func read<Value>(_ body: (StoreConnection) throws -> Value) throws -> Value {
      try body(database)
    }

    func interrupt() {}

    func close() {}
  }
}
