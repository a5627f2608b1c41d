import Foundation
import RosterTestKit
import Testing

@testable import RosterStore

@Suite("Checkpoints of the log")
struct LogCheckpointTests {
  /// The second connection may be refused: memory or descriptors run out, or the file is gone from its path.
  @Test func aCheckpointThatCannotOpenTheFileMovesNothingAndTheNextOneDoes() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("list")
    let database = try DatabaseFile.connect(
      DatabasePath(path: path), SQLiteConfiguration(), isReadOnly: false)
    try database.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    let checkpoint = LogCheckpoint(.normal)
    checkpoint.observe(database)
    try database.execute("CREATE TABLE bytes (x)")
    try database.execute("INSERT INTO bytes VALUES (zeroblob(8000000))")
    #expect(checkpoint.isDue)
    try FileManager.default.moveItem(atPath: path, toPath: path + "-away")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try checkpoint.run(takingLockOf: database)
    #expect(checkpoint.isDue)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + "-away", toPath: path)
    try checkpoint.run(takingLockOf: database)
    #expect(!checkpoint.isDue)
    checkpoint.close()
    database.close()
  }
}
