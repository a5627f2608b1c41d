import Foundation
import GRDB
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Opening and writing: locked files")
struct LockedFileTests {
  private static let impatient = SQLiteConfiguration(busyTimeout: 0.05)

  /// Runs a body while another connection holds a lock.
  private func withLock(
    _ path: String, _ lock: String = "BEGIN IMMEDIATE", _ body: () throws -> Void
  ) throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.inDatabase { try $0.execute(sql: lock) }
    try body()
    try queue.inDatabase { if $0.isInsideTransaction { try $0.execute(sql: "ROLLBACK") } }
    try queue.close()
  }

  @Test(arguments: ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
  func aCommitIsBusyWhileAnotherConnectionWrites(lock: String) throws {
    try withStore(Self.impatient) { temporary in
      let list = try temporary.list()
      var state = try list.commit(newSection(["a"]), on: list.load())
      try withLock(temporary.path, lock) {
        let error = #expect(throws: StorageError.self) { try list.commit(Changeset(), on: state) }
        #expect(error?.code == .busy)
        #expect(error?.message.contains(temporary.path) == true)
        let stored = try list.load()
        #expect(stored.revision == 1)
        #expect(try list.rows(of: stored).counts == [1], "readers go on")
      }
      state = try list.commit(Changeset(), on: state)
      #expect(try list.load().revision == 2)
    }
  }

  @Test func aNewListIsBusyWhileAnotherConnectionWrites() throws {
    try withStore(Self.impatient) { temporary in
      _ = try temporary.list()
      try withLock(temporary.path) {
        #expect(storageErrorCode { _ = try temporary.list("other") } == .busy)
        let list = try temporary.list("main")
        #expect(try list.load().revision == 0)
      }
      #expect(try temporary.store.lists().map(\.name) == ["main"])
    }
  }

  @Test func aStoreOpensWhileAnotherConnectionWrites() throws {
    try withStore(Self.impatient) { temporary in
      _ = try temporary.list()
      try withLock(temporary.path) {
        let other = try SQLiteStore(path: temporary.path, configuration: Self.impatient)
        #expect(try other.lists().map(\.name) == ["main"])
        try other.close()
      }
    }
  }

  @Test func aFileThatAnotherProcessKeepsForItselfIsBusy() throws {
    let folder = try TemporaryFolder()
    try SQLiteStore(path: folder.path()).close()
    let alone = "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; UPDATE file SET id = id; COMMIT"
    try withLock(folder.path(), alone) {
      for isReadOnly in [false, true] {
        var configuration = Self.impatient
        configuration.isReadOnly = isReadOnly
        let start = ContinuousClock.now
        let error = #expect(throws: StorageError.self) {
          try SQLiteStore(path: folder.path(), configuration: configuration)
        }
        #expect(error?.code == .busy)
        #expect(error?.message.contains(folder.path()) == true)
        #expect(ContinuousClock.now - start < .seconds(5))
      }
    }
    #expect(try SQLiteStore(path: folder.path()).check() == [])
  }

  @Test func aCommitWaitsForAnotherConnectionAsLongAsItIsTold() throws {
    try withStore(SQLiteConfiguration(busyTimeout: 30)) { temporary in
      let list = try temporary.list()
      let state = try list.load()
      let holder = try SQLiteStore(path: temporary.path)
      let isHeld = DispatchSemaphore(value: 0)
      let path = temporary.path
      Thread.detachNewThread {
        try? withLock(path) {
          isHeld.signal()
          Thread.sleep(forTimeInterval: 0.1)
        }
      }
      isHeld.wait()
      let committed = try list.commit(Changeset(), on: state)
      #expect(committed.revision == 1)
      try holder.close()
    }
  }
}
