import Foundation
import GRDB
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Opening: files that are not ours")
struct ForeignFileTests {
  /// Opens a file for reading and for writing; both are refused, and nothing is touched.
  private func expectIsRefused(
    _ path: String, _ code: StorageError.Code, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = (path as NSString).deletingLastPathComponent
    let before = contents(path)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for isReadOnly in [true, false] {
      let error = #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
        try SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: isReadOnly))
      }
      #expect(error?.code == code, sourceLocation: sourceLocation)
      #expect(error?.message.contains(path) == true, sourceLocation: sourceLocation)
    }
    #expect(contents(path) == before, sourceLocation: sourceLocation)
    let after = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(after == files, sourceLocation: sourceLocation)
  }

  @Test(arguments: ["not a database", String(repeating: "text that is long enough ", count: 99)])
  func aFileThatIsNoDatabaseIsRefused(text: String) throws {
    let folder = try TemporaryFolder()
    try Data(text.utf8).write(to: folder.url.appendingPathComponent("list.sqlite"))
    try expectIsRefused(folder.path(), .notADatabase)
  }

  @Test(arguments: [0, 0x0f05_5112])
  func anotherApplicationsDatabaseIsRefused(applicationID: Int) throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path())
    try queue.write {
      try $0.execute(sql: "CREATE TABLE fossil (a); PRAGMA application_id = \(applicationID)")
    }
    try queue.close()
    try expectIsRefused(folder.path(), .notADatabase)
  }

  @Test func anotherApplicationsDatabaseWithALogIsRefused() throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.path())
    try pool.write { try $0.execute(sql: "CREATE TABLE other (a)") }
    try expectIsRefused(folder.path(), .notADatabase)
    try pool.close()
    try expectIsRefused(folder.path(), .notADatabase)
  }

  @Test func anotherApplicationsTableIsRefusedAlsoWhenItsNameLooksLikeSQLites() throws {
    let folder = try TemporaryFolder()
    try DatabaseQueue(path: folder.path()).write { try $0.execute(sql: "CREATE TABLE sqlitex (a)") }
    try expectIsRefused(folder.path(), .notADatabase)
  }

  @Test func aNewerFormatIsRefused() throws {
    let folder = try TemporaryFolder()
    try SQLiteStore(path: folder.path()).close()
    try DatabaseQueue(path: folder.path()).inDatabase {
      try $0.execute(sql: "PRAGMA user_version = 99")
    }
    try expectIsRefused(folder.path(), .newerFormat)
  }

  @Test func aFileThatHasTakenUnknownStepsIsRefused() throws {
    let folder = try TemporaryFolder()
    try SQLiteStore(path: folder.path()).close()
    try DatabaseQueue(path: folder.path()).write {
      try $0.execute(sql: "INSERT INTO grdb_roster_step VALUES ('m9999_later')")
    }
    try expectIsRefused(folder.path(), .newerFormat)
    let error = #expect(throws: StorageError.self) { try SQLiteStore(path: folder.path()) }
    #expect(error?.message.contains("the step m9999_later,") == true)
  }

  @Test(arguments: ["v1", "create contacts", "m1_create", "m0001_create", "m0099_contacts"])
  func stepsOfAnApplicationAreNoneOfRosters(step: String) throws {
    let folder = try TemporaryFolder()
    let open = try SQLiteStore(path: folder.path())
    let list = try #require(try open.list(named: "main"))
    try DatabaseQueue(path: folder.path()).write {
      try $0.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [step])
    }
    _ = try list.commit(newSection(["a"]), on: list.load())
    for isReadOnly in [false, true] {
      let store = try SQLiteStore(
        path: folder.path(), configuration: SQLiteConfiguration(isReadOnly: isReadOnly))
      #expect(try store.lists().map(\.itemCount) == [1])
      #expect(try store.check() == [])
    }
  }

  /// Tables whose rows break their application's rules, a trigger, and an order that it alone knows.
  private static let applicationTables = """
    CREATE TABLE contact (id INTEGER PRIMARY KEY, name TEXT CHECK (name <> ''), friend REFERENCES gone (x));
    INSERT INTO contact VALUES (1, 'Ada', 7);
    PRAGMA ignore_check_constraints = ON;
    INSERT INTO contact VALUES (2, '', NULL);
    PRAGMA ignore_check_constraints = OFF;
    CREATE TRIGGER contact_gone AFTER DELETE ON contact BEGIN SELECT 1; END;
    """
  private static let applicationOrder = "CREATE INDEX by_name ON contact (name COLLATE application)"

  private func addApplicationTables(_ path: String, hasOrder: Bool) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: Self.applicationTables)
      guard hasOrder else { return }
      database.add(collation: DatabaseCollation("application") { $0.compare($1) })
      try database.execute(sql: Self.applicationOrder)
    }
    try queue.close()
  }

  @Test(arguments: [false, true])
  func rulesOfAnApplicationAreItsOwn(hasOrder: Bool) throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path())
    let list = try #require(try store.list(named: "main"))
    try addApplicationTables(folder.path(), hasOrder: hasOrder)
    _ = try list.commit(newSection(["a"]), on: list.load())
    #expect(try store.check() == [])
    // What is the lists' own is looked at all the same.
    try DatabaseQueue(path: folder.path()).write {
      try $0.execute(sql: "CREATE TRIGGER ours AFTER DELETE ON Item BEGIN SELECT 1; END")
    }
    #expect(try store.check().map(\.message) == ["trigger ours is not one of Roster's"])
    guard hasOrder else { return }
    let error = #expect(throws: StorageError.self) { try store.vacuum() }
    #expect(error?.code == .failed)
    #expect(error?.message.contains("(no such collation sequence: application)") == true)
  }

  @Test(arguments: 1...4)
  func anOldFileIsMigratedWhateverAnApplicationKeepsInIt(format: Int) throws {
    let folder = try TemporaryFolder(format: format)
    try addApplicationTables(folder.path(), hasOrder: true)
    #expect(try SQLiteStore(path: folder.path()).check() == [])
  }

  @Test func aFileThatHasTakenNoStepIsNotRead() throws {
    let folder = try TemporaryFolder()
    try SQLiteStore(path: folder.path()).close()
    try DatabaseQueue(path: folder.path()).write {
      try $0.execute(sql: "DELETE FROM grdb_roster_step")
    }
    let error = #expect(throws: StorageError.self) {
      try SQLiteStore(path: folder.path(), configuration: SQLiteConfiguration(isReadOnly: true))
    }
    #expect(error?.code == .readOnly)
  }

  @Test func aFolderIsRefused() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("list.sqlite"), withIntermediateDirectories: false)
    try expectIsRefused(folder.path(), .unreadable)
  }

  @Test func whatIsNoRegularFileIsRefused() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path(), 0o600) == 0)
    let error = #expect(throws: StorageError.self) { try SQLiteStore(path: folder.path()) }
    #expect(error?.code == .unreadable)
  }

  @Test func aMissingFileIsNotRead() throws {
    let folder = try TemporaryFolder()
    let configuration = SQLiteConfiguration(isReadOnly: true)
    let error = #expect(throws: StorageError.self) {
      try SQLiteStore(path: folder.path(), configuration: configuration)
    }
    #expect(error?.code == .unreadable)
    #expect(error?.message == "\(folder.path()): no such file")
    #expect(contents(folder.path()) == nil)
  }

  @Test func aMissingFolderIsNamed() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("missing/list.sqlite")
    let error = #expect(throws: StorageError.self) { try SQLiteStore(path: path) }
    #expect(error?.code == .unreadable)
    #expect(error?.message.contains("the folder \(folder.path("missing")) does not exist") == true)
  }

  @Test func aPathIsNeverMoreThanAPath() throws {
    let folder = try TemporaryFolder()
    let name = "a?mode=memory&b%20#c 'é.sqlite"
    let store = try SQLiteStore(path: folder.path(name))
    #expect(try store.list(named: "main") != nil)
    try store.close()
    #expect(contents(folder.path(name)) != nil)
    let readOnly = SQLiteConfiguration(isReadOnly: true)
    #expect(try SQLiteStore(path: folder.path(name), configuration: readOnly).lists().count == 1)
    #expect(throws: StorageError.self) { try SQLiteStore(path: "") }
    #expect(throws: StorageError.self) {
      try SQLiteStore(path: ":memory:", configuration: readOnly)
    }
    #expect(throws: StorageError.self) {
      try SQLiteStore(path: "file:\(folder.path(name))", configuration: readOnly)
    }
  }

  /// What SQLite or a shell would make of a text is not done, and no file gets such a name by mistake.
  @Test(arguments: [
    (":memory:", ".memory(list:) or SQLiteStore.inMemory()"),
    ("file:list.sqlite", "write the path"),
    ("file::memory:?cache=shared", "write the path"), ("file:///tmp/list.sqlite", "write the path"),
    ("~/list.sqlite", "write out the folder"), ("~", "write out the folder"),
  ])
  func whatIsMeantAsSomethingElseIsRefused(path: String, remedy: String) throws {
    for isReadOnly in [false, true] {
      let error = #expect(throws: StorageError.self) {
        try SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: isReadOnly))
      }
      #expect(error?.code == .unreadable)
      #expect(error?.message.hasPrefix("\(path): ") == true)
      #expect(error?.message.contains(remedy) == true)
      #expect(error?.message.hasSuffix("or ./\(path) if that is the name of the file") == true)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: [":memory:", "file:list.sqlite", "~", "~list.sqlite", "~/list.sqlite"])
  func everyNameIsAFileBehindItsFolder(name: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: (folder.path(name) as NSString).deletingLastPathComponent,
      withIntermediateDirectories: true)
    try SQLiteStore(path: folder.path(name)).close()
    #expect(contents(folder.path(name)) != nil)
  }
}
