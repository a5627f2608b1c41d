import Foundation
import GRDB
import RosterAttacks
import RosterTestKit
import Testing

@Suite("Simulated disk")
struct SimulatedDiskTests {
  private static func open(
    _ folder: TemporaryFolder, synchronous: String = "FULL"
  ) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA synchronous = \(synchronous); PRAGMA journal_mode = WAL")
    }
    return try DatabaseQueue(path: folder.path(of: "a"), configuration: configuration)
  }

  private static func commit(_ queue: DatabaseQueue) throws {
    try queue.writeWithoutTransaction {
      try $0.execute(sql: "CREATE TABLE IF NOT EXISTS t (a)")
      try $0.execute(sql: "INSERT INTO t VALUES (randomblob(3000))")
    }
  }

  /// The files of an image, with their bytes.
  private static func files(_ image: DiskImage) throws -> [String: Data] {
    let folder = try TemporaryFolder()
    try image.write(to: folder.path)
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      files[name] = try Data(contentsOf: folder.url.appending(path: name))
    }
    return files
  }

  @Test func whatIsKeptIsWhatIsOnTheRealDisk() throws {
    let folder = try TemporaryFolder()
    let disk = try SimulatedDisk(folder: folder.path)
    let queue = try Self.open(folder, synchronous: "OFF")
    try Self.commit(queue)
    let replay = try disk.replay()
    let image = try replay.image(PowerCut(after: disk.operationCount, .kept))
    let files = try Self.files(image)
    #expect(Set(files.keys) == ["a", "a-wal"])
    for (name, bytes) in files {
      #expect(bytes == (try Data(contentsOf: folder.url.appending(path: name))), "\(name)")
    }
    #expect(image.lostCount == 0)
  }

  @Test func ofAFileThatWasNeverSyncedNothingIsLeft() throws {
    let folder = try TemporaryFolder()
    let disk = try SimulatedDisk(folder: folder.path)
    try Self.commit(try Self.open(folder, synchronous: "OFF"))
    let image = try disk.replay().image(PowerCut(after: disk.operationCount, .lost))
    #expect(try Self.files(image).isEmpty)
    #expect(image.lostCount == image.pendingCount && image.pendingCount > 0)
  }

  @Test(arguments: PowerCut.Mode.allCases)
  func whatWasSyncedIsThereWhateverIsLost(mode: PowerCut.Mode) throws {
    let folder = try TemporaryFolder()
    let disk = try SimulatedDisk(folder: folder.path)
    let queue = try Self.open(folder)
    try Self.commit(queue)
    let synced = disk.operationCount
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    let before = try Self.files(disk.replay().image(PowerCut(after: synced, .lost)))
    try Self.commit(queue)
    let log = try #require(before["a-wal"])
    for seed in 0..<10 as Range<UInt64> {
      let cut = PowerCut(after: disk.operationCount, mode, seed: seed)
      let after = try Self.files(disk.replay().image(cut))
      #expect(after["a"] == before["a"])
      #expect(after["a-wal"]?.prefix(log.count) == log)
    }
  }

  @Test func theSameCutAlwaysLeavesTheSame() throws {
    let folder = try TemporaryFolder()
    let disk = try SimulatedDisk(folder: folder.path)
    try Self.commit(try Self.open(folder, synchronous: "OFF"))
    let replay = try disk.replay()
    var hashes = Set<UInt64>()
    for seed in 0..<20 as Range<UInt64> {
      let cut = PowerCut(after: disk.operationCount, .sectors, seed: seed)
      let image = try replay.image(cut)
      // Going back and forth in the log changes nothing.
      _ = try replay.image(PowerCut(after: 3, .kept))
      #expect(try replay.image(cut).hash == image.hash)
      hashes.insert(image.hash)
    }
    #expect(hashes.count > 10)
  }

  @Test func aFolderThatIsNoDiskIsLeftAlone() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    let disk = try SimulatedDisk(folder: folder.path)
    disk.fail(DiskFault(.all, times: nil, code: ResultCode.SQLITE_IOERR.rawValue))
    try Self.commit(try Self.open(other))
    #expect(disk.operationCount == 0 && disk.faultCount == 0)
  }

  @Test func theNthCallFailsOnce() throws {
    let folder = try TemporaryFolder()
    let disk = try SimulatedDisk(folder: folder.path)
    let queue = try Self.open(folder)
    try Self.commit(queue)
    disk.fail(DiskFault(.sync, after: 1, code: ResultCode.SQLITE_IOERR_FSYNC.rawValue))
    try Self.commit(queue)
    let error = #expect(throws: DatabaseError.self) { try Self.commit(queue) }
    #expect(error?.extendedResultCode == .SQLITE_IOERR_FSYNC)
    try Self.commit(queue)
    #expect(disk.faultCount == 1)
  }

  @Test func aDiskThatFailsForEverFailsForEver() throws {
    let folder = try TemporaryFolder()
    let disk = try SimulatedDisk(folder: folder.path)
    let queue = try Self.open(folder)
    try Self.commit(queue)
    var fault = DiskFault(.write, times: nil, code: ResultCode.SQLITE_FULL.rawValue)
    fault.length = 10
    disk.fail(fault)
    for _ in 0..<3 { #expect(throws: DatabaseError.self) { try Self.commit(queue) } }
    disk.fail(nil)
    try Self.commit(queue)
    let count = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
    #expect(count == 2)
  }
}
