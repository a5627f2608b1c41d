import Foundation
import GRDB
import RosterAttacks
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// What becomes of a commit that comes at the worst moment of a checkpoint.
@Suite("Checkpoints beside commits")
struct CheckpointTests {
  /// The moment is the right one: connections that move the log as SQLite does by itself lose commits.
  @Test(.enabled(if: SQLiteLibrary.losesCommitsAtCheckpoints, "this SQLite has been mended"))
  func plainConnectionsLoseCommits() throws {
    let folder = try TemporaryFolder()
    let disk = try SimulatedDisk(folder: folder.path)
    var configuration = Configuration()
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    }
    func open() throws -> DatabaseQueue {
      try DatabaseQueue(path: folder.path(of: "a"), configuration: configuration)
    }
    func commit(_ queue: DatabaseQueue) throws {
      try queue.writeWithoutTransaction { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    }
    func count(_ queue: DatabaseQueue) throws -> Int? {
      try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
    }
    let (first, second) = (try open(), try open())
    try first.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE t (a)") }
    for _ in 0..<100 { try commit(second) }
    try second.writeWithoutTransaction { _ = try $0.checkpoint() }
    var isInterrupted = false
    disk.interruptNextCheckpoint {
      isInterrupted = (try? commit(second)) != nil
    }
    try first.writeWithoutTransaction { _ = try $0.checkpoint() }
    #expect(isInterrupted)
    for _ in 0..<20 { try commit(second) }
    #expect(try count(second) == 121)
    try first.close()
    try second.close()
    #expect(try count(open()) == 101)
  }

  @Test(arguments: SQLiteConfiguration.Durability.allCases)
  func storesLoseNone(durability: SQLiteConfiguration.Durability) throws {
    let folder = try TemporaryFolder()
    let disk = try SimulatedDisk(folder: folder.path)
    let path = folder.path(of: "list.sqlite")
    let configuration = SQLiteConfiguration(durability: durability, busyTimeout: 0.05)
    let stores = try (0..<2).map { _ in
      try SQLiteStore(path: path, configuration: configuration)
    }
    let lists = try (0..<2).map { try #require(try stores[$0].list(named: "\($0)")) }
    var states = try lists.map { try $0.load() }
    // A hundred pages, of which SQLite moves a thousand.
    let model = String(repeating: "x", count: 400_000)
    var refusals: [StorageError.Code?] = []
    for number in 0..<60 {
      let (writer, other) = (number / 15 % 2, 1 - number / 15 % 2)
      let source = states[other]
      disk.interruptNextCheckpoint {
        let error = #expect(throws: StorageError.self) {
          _ = try lists[other].commit(newSection([model]), on: source)
        }
        refusals.append(error?.code)
      }
      states[writer] = try lists[writer].commit(newSection([model]), on: states[writer])
      states[other] = try lists[other].commit(newSection(["small"]), on: states[other])
    }
    #expect(refusals.count >= 4)
    #expect(refusals.allSatisfy { $0 == .busy })
    for store in stores { try store.close() }
    let store = try SQLiteStore(path: path)
    #expect(try store.check() == [])
    #expect(try store.lists().map(\.revision) == [60, 60])
  }

  /// A log that grew while another connection held the lock is moved with the next commit.
  @Test func theLogDoesNotGrowForEver() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "list.sqlite")
    let store = try SQLiteStore(path: path)
    let list = try #require(try store.list(named: "main"))
    var state = try list.load()
    let model = String(repeating: "x", count: 400_000)
    for _ in 0..<100 { state = try list.commit(newSection([model]), on: state) }
    let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
    // A thousand pages, and the commit with which they were exceeded.
    #expect(try #require(size) < 6_000_000)
  }
}
