import Foundation
import GRDB
import RosterTestKit
import Testing

@testable import RosterStore

@Suite("Checkpoints of the log")
struct LogCheckpointTests {
  /// The second connection may be refused: memory or descriptors run out, or the file is gone from its path.
  @Test func aCheckpointThatCannotOpenTheFileMovesNothingAndTheNextOneDoes() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("list")
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    let pool = try DatabasePool(path: path, configuration: configuration)
    let checkpoint = LogCheckpoint(.normal)
    try pool.writeWithoutTransaction { database in
      checkpoint.observe(database)
      try database.execute(sql: "CREATE TABLE bytes (x)")
      try database.execute(sql: "INSERT INTO bytes VALUES (zeroblob(8000000))")
      #expect(checkpoint.isDue)
      try FileManager.default.moveItem(atPath: path, toPath: path + "-away")
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      try checkpoint.run(takingLockOf: database)
      #expect(checkpoint.isDue)
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: path + "-away", toPath: path)
      try checkpoint.run(takingLockOf: database)
      #expect(!checkpoint.isDue)
    }
    checkpoint.close()
    try pool.close()
  }
}
