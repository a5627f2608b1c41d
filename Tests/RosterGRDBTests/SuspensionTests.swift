import Foundation
import GRDB
import Roster
import RosterGRDB
import RosterTestKit
import Testing

@testable import RosterStore

@Suite("Suspension")
struct SuspensionTests {
  /// Which locks another process holds on the files of a database.
  ///
  /// The descriptors stay open for as long as this process has connections: closing one would give up the locks of all.
  private struct Locks {
    private let database: Int32
    private let log: Int32
    private let index: Int32

    init(_ path: String) {
      (database, log, index) = (
        open(path, O_RDWR), open(path + "-wal", O_RDWR), open(path + "-shm", O_RDWR)
      )
    }

    /// The locks by which a reader or a writer would wait, by their places; empty if there are none.
    var held: [String] {
      var held: [String] = []
      for (name, file) in [("database", database), ("log", log), ("index", index)] {
        if let place = lock(file, F_RDLCK, 0, 0) { held.append("\(name): exclusive at \(place)") }
      }
      // Bytes 120 to 127 of the index are those of writers, checkpoints, recovery and readers.
      if let place = lock(index, F_WRLCK, 120, 8) { held.append("index: any at \(place)") }
      return held
    }

    /// The number of bytes in the log.
    var logSize: off_t {
      var status = stat()
      return fstat(log, &status) == 0 ? status.st_size : -1
    }

    private func lock(_ file: Int32, _ kind: Int32, _ start: Int, _ length: Int) -> Int? {
      var asked = flock()
      asked.l_type = Int16(kind)
      asked.l_whence = Int16(SEEK_SET)
      (asked.l_start, asked.l_len) = (off_t(start), off_t(length))
      guard file >= 0, fcntl(file, F_GETLK, &asked) == 0 else { return -1 }
      return asked.l_type == Int16(F_UNLCK) ? nil : Int(asked.l_start)
    }
  }

  @Test(arguments: ["file", "application"])
  func aSuspendedProcessHoldsNoLockAndGoesOn(kind: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "list.sqlite")
    let child = try ChildProgram(.suspension, [kind, path])
    var random = SplitMix64(seed: 40)
    var lineCount = 0
    func tell(_ signal: Int32) {
      child.signal(signal)
      lineCount += 1
      child.wait(forLines: lineCount)
    }
    // The lists are open.
    lineCount += 1
    child.wait(forLines: lineCount)
    let store = try SQLiteStore(path: path, configuration: SQLiteConfiguration(busyTimeout: 0))
    let stored = try #require(try store.list(named: "shared"))
    var configuration = DataSourceConfiguration()
    configuration.isShared = true
    let locks = Locks(path)
    var written = 0
    for round in 0..<100 {
      try await Task.sleep(for: .microseconds(Int.random(in: 0..<8_000, using: &random)))
      tell(SIGUSR1)
      // In half of the rounds it runs on, suspended: no timer and no file event makes it take a lock or write.
      if round.isMultiple(of: 2) {
        let size = locks.logSize
        try await Task.sleep(for: .microseconds(Int.random(in: 0..<20_000, using: &random)))
        #expect(locks.held == [], "round \(round)")
        #expect(size >= 0 && locks.logSize == size, "round \(round)")
      }
      child.signal(SIGSTOP)
      #expect(locks.held == [], "round \(round)")
      // Another process reads and writes meanwhile, and waits for nothing.
      if round.isMultiple(of: 4) {
        let shared = try ListDataSource<Int64, String, Never>(
          .stored(stored), configuration: configuration)
        try shared.changeSynchronously { _, shared in _ = try shared.append(1) }
        await shared.close()
        written += 1
      }
      child.signal(SIGCONT)
      tell(SIGUSR2)
    }
    child.signal(SIGTERM)
    let lines = try child.lines()
    #expect(lines.dropLast().allSatisfy { ["begun", "suspended", "resumed"].contains($0) })
    let counts = try #require(lines.last).split(separator: " ").compactMap { Int($0) }
    try #require(counts.count == 6, "\(lines.suffix(2))")
    // What was acknowledged is there once, and nothing else is.
    #expect(counts[0] == counts[1] && counts[2] == counts[3])
    #expect(counts[4] == counts[0] + written + 1)
    // The table's list has the rows.
    #expect(counts[5] == 1)
    #expect(counts[0] > 0 && counts[2] > 0 && written > 0)
    #expect(try store.check() == [])
  }

  @Test func whatWaitsStaysAndWhatCannotWaitSaysSo() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    let todos = try roster.table(Todo.self)
    try await order.change { _, order in _ = try order.append(1) }
    roster.store.suspend()
    roster.store.suspend()
    let queued = try order.enqueue(
      .changeset(Changeset { $0.insertItem(2, at: ItemPath(section: 0, item: 1)) }))
    func isBusy(_ body: () throws -> Void) {
      do {
        try body()
        Issue.record("it was done")
      } catch let error as StorageError {
        #expect(error.code == .busy && error.message.contains("suspended"))
      } catch DataSourceError.storage(let error) {
        #expect(error.code == .busy && error.message.contains("suspended"))
      } catch {
        Issue.record(error)
      }
    }
    isBusy { _ = try order.changeSynchronously { _, order in try order.append(3) } }
    isBusy { _ = try roster.store.lists() }
    isBusy { _ = try application.order(roster, "made") }
    isBusy { try roster.store.applySynchronously(.undo(order, try application.order(roster, "x"))) }
    // The application's own connections are its own affair.
    try await application.pool.write { db in _ = try Todo.add("milk", db) }
    #expect(order.snapshot.revision == 1 && todos.list.snapshot.itemCount == 0)
    roster.store.resume()
    roster.store.resume()
    _ = try await queued.value
    #expect(try order.snapshot.allModels() == [1, 2])
    try await todos.bringUpToDate()
    #expect(todos.list.snapshot.itemCount == 1)
  }

  @Test func aListThatIsOpenedOrReleasedMeanwhileDisturbsNothing() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    for round in 0..<200 {
      async let opened = Task.detached {
        try? application.order(roster, "list \(round % 3)", isShared: true)
      }.value
      roster.store.suspend()
      roster.store.resume()
      if let list = await opened {
        _ = try await list.enqueue(.changeset(Changeset { $0.insertSection(at: 0) })).value
        roster.store.suspend()
      }
      roster.store.resume()
    }
    #expect(try roster.store.lists().count > 0)
  }

  /// SQLite's own code for it depends on what it was about to do.
  @Test(arguments: [
    DatabaseError(resultCode: .SQLITE_INTERRUPT), DatabaseError(resultCode: .SQLITE_ABORT),
    DatabaseError(resultCode: .SQLITE_ERROR, message: "interrupted"),
  ])
  func anInterruptionIsBusyByWhateverCode(error: DatabaseError) throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    #expect(throws: StorageError.self) {
      try roster.store.read { _ in throw error }
    }
    #expect(roster.store.explained(error).code == .busy)
    let other = DatabaseError(resultCode: .SQLITE_ERROR, message: "no such table: interrupted")
    #expect(roster.store.explained(other).code != .busy)
  }

  @Test func notificationsOfGRDBSuspendAndResumeTheLists() async throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration()
    configuration.observesSuspensionNotifications = true
    let pool = try DatabasePool(
      path: folder.path(of: "todos.sqlite"), configuration: configuration)
    let roster = try RosterDatabase(pool)
    let order = try ListDataSource<Int64, String, Never>(roster.location(list: "order"))
    NotificationCenter.default.post(name: Database.suspendNotification, object: nil)
    let queued = try order.enqueue(.changeset(Changeset { $0.insertSection(at: 0, nil) }))
    #expect(throws: StorageError.self) { try roster.store.lists() }
    NotificationCenter.default.post(name: Database.resumeNotification, object: nil)
    _ = try await queued.value
    #expect(order.snapshot.sectionCount == 1)
  }
}
