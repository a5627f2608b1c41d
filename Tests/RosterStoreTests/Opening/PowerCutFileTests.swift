import Foundation
import GRDB
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Files of which a power cut has left parts.
@Suite("Opening: power cuts")
struct PowerCutFileTests {
  /// Copies a file and its journal while the first transaction of the file is written.
  private static func interruptCreation() throws -> TemporaryFolder {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    let queue = try DatabaseQueue(path: other.path())
    try queue.inDatabase { database in
      // Few pages are kept in memory, so that SQLite writes changed ones before the commit.
      try database.execute(
        sql: """
          PRAGMA journal_mode = DELETE; PRAGMA cache_size = 5; BEGIN; CREATE TABLE numbers (a);
          INSERT INTO numbers WITH RECURSIVE n (a) AS
            (SELECT 1 UNION ALL SELECT a + 1 FROM n LIMIT 9999) SELECT a FROM n
          """)
      for file in ["", "-journal"] {
        try FileManager.default.copyItem(
          atPath: other.path() + file, toPath: folder.path() + file)
      }
      try database.execute(sql: "ROLLBACK")
    }
    try queue.close()
    return folder
  }

  private static func expectNewFile(_ path: String) throws {
    let store = try SQLiteStore(path: path)
    #expect(try store.lists().isEmpty)
    let list = try #require(try store.list(named: "main"))
    _ = try list.commit(newSection(["a"]), on: list.load())
    #expect(try store.check() == [])
    try store.close()
  }

  @Test(arguments: [1, 37, 99, 100, 512, 4_096, 10_000])
  func aFileThatWasBeingCreatedOpensAsANewOne(byteCount: Int) throws {
    let folder = try Self.interruptCreation()
    let file = try FileHandle(forUpdating: URL(filePath: folder.path()))
    try file.truncate(atOffset: UInt64(byteCount))
    try file.close()
    try Self.expectNewFile(folder.path())
  }

  /// The journal is gone for good only when its folder is synced, which is once the log has begun.
  @Test(arguments: [0, 24, 32])
  func itOpensAsANewOneBesideABegunLog(byteCount: Int) throws {
    let folder = try Self.interruptCreation()
    try Data(repeating: 0x37, count: byteCount)
      .write(to: URL(filePath: folder.path() + "-wal"))
    try Self.expectNewFile(folder.path())
  }

  @Test func readingAFileThatWasBeingCreatedFindsNothingAndTouchesNothing() throws {
    let folder = try Self.interruptCreation()
    let before = ["", "-journal"].map { contents(folder.path() + $0) }
    let error = #expect(throws: StorageError.self) {
      try SQLiteStore(path: folder.path(), configuration: SQLiteConfiguration(isReadOnly: true))
    }
    #expect(error?.code == .notADatabase)
    #expect(error?.message.contains("empty") == true)
    #expect(["", "-journal"].map { contents(folder.path() + $0) } == before)
  }

  /// The log is synced before it is moved into the file, so it has whole what is torn there.
  @Test(
    arguments: [true, false],
    [
      // Nothing of a header.
      (offset: 0, bytes: Data(repeating: 0x37, count: 512)),
      // One byte of the application's number.
      (offset: 68, bytes: Data([0, 0, 0, 0x52])),
      // A format that is not there yet.
      (offset: 60, bytes: Data([1, 0, 0, 0])),
    ])
  func aFirstPageThatIsDamagedBeneathTheLogIsReadFromTheLog(
    isReadOnly: Bool, damage: (offset: Int, bytes: Data)
  ) throws {
    let folder = try TemporaryFolder()
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    let rows = try list.rows(of: list.commit(newSection(["a", "b"]), on: list.load()))
    for file in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: temporary.path + file, toPath: folder.path() + file)
    }
    let file = try FileHandle(forUpdating: URL(filePath: folder.path()))
    try file.seek(toOffset: UInt64(damage.offset))
    try file.write(contentsOf: damage.bytes)
    try file.close()
    let configuration = SQLiteConfiguration(isReadOnly: isReadOnly)
    let store = try SQLiteStore(path: folder.path(), configuration: configuration)
    let stored = try #require(try store.list(named: "main", create: false))
    #expect(try stored.rows(of: stored.load()) == rows)
    #expect(try store.check() == [])
    try store.close()
    guard !isReadOnly else { return }
    #expect(contents(folder.path())?.starts(with: "SQLite format 3".utf8) == true)
  }
}
