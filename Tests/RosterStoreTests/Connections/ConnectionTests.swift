import CSQLite
import Dispatch
import Foundation
import RosterConcurrency
import RosterCore
import RosterTestKit
import Testing

@testable import RosterStore

@Suite("Connections of a file")
struct ConnectionTests {
  /// As SQLCipher says the size of a page.
  @Test func aNumberMayBeATextOfOne() throws {
    let connection = try StoreConnection.inMemory()
    for sql in ["SELECT 4096", "SELECT '4096'"] {
      #expect(try connection.number(sql) == 4_096)
    }
    for sql in ["SELECT NULL", "SELECT 1 WHERE 0"] { #expect(try connection.number(sql) == nil) }
    for sql in ["SELECT 4096.0", "SELECT '4096.0'", "SELECT ''", "SELECT x'34'"] {
      #expect(throws: StoreConnection.UnexpectedValue.self) { try connection.number(sql) }
    }
    #expect(try connection.pageSize == connection.integer("PRAGMA page_size"))
  }

  /// Connections to a file with a table of numbers.
  private func withConnections(_ body: (OwnConnections, _ path: String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    let path = DatabasePath(path: folder.path("numbers"))
    let configuration = SQLiteConfiguration()
    let writer = try DatabaseFile.connect(path, configuration, isReadOnly: false)
    try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE number (x ANY) STRICT")
    let connections = OwnConnections(writer) {
      try DatabaseFile.connect(path, configuration, isReadOnly: true)
    }
    try body(connections, path.path)
    connections.close()
  }

  /// How long a test waits for what must come.
  private static let patience = DispatchTimeInterval.seconds(120)

  private func wait(_ semaphore: DispatchSemaphore) throws {
    try #require(semaphore.wait(timeout: .now() + Self.patience) == .success)
  }

  /// Runs a closure on a thread of its own.
  private func onThread(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      end.signal()
    }
    return end
  }

  // MARK: One connection

  @Test func aValueOfAnotherTypeIsRefusedAndNullIsNone() throws {
    let connection = try StoreConnection.inMemory()
    #expect(try connection.integer("SELECT 7") == 7)
    #expect(try connection.integer("SELECT NULL") == nil)
    #expect(try connection.integer("SELECT 1 WHERE FALSE") == nil)
    #expect(try connection.integer("SELECT ?1 + ?2", [3, 4]) == 7)
    #expect(try connection.integers("VALUES (1), (3)") == [1, 3])
    #expect(try connection.texts("VALUES ('a'), ('')") == ["a", ""])
    #expect(try connection.text("SELECT NULL") == nil)
    for sql in ["SELECT 'a'", "SELECT 1.5", "SELECT x'01'"] {
      #expect(throws: StoreConnection.UnexpectedValue.self) { try connection.integer(sql) }
    }
    #expect(throws: StoreConnection.UnexpectedValue.self) { try connection.texts("SELECT NULL") }
    let error = StorageError(StoreConnection.UnexpectedValue(), path: "a.sqlite")
    #expect(error.code == .corrupt)
  }

  @Test func anErrorHasTheExtendedCodeAndWhatSQLiteSays() throws {
    let connection = try StoreConnection.inMemory()
    try connection.execute("CREATE TABLE number (x INTEGER UNIQUE); INSERT INTO number VALUES (1)")
    for run in [
      { try connection.execute("INSERT INTO number VALUES (1)") },
      { try connection.cachedPrepared("INSERT INTO number VALUES (?)").run(1) },
    ] {
      let error = #expect(throws: SQLiteError.self) { try run() }
      #expect(error?.code == SQLITE_CONSTRAINT)
      #expect(error?.extendedCode == SQLITE_CONSTRAINT | 8 << 8)
      #expect(error?.message == "UNIQUE constraint failed: number.x")
    }
    #expect(throws: SQLiteError.self) { try connection.prepared("-- nothing") }
    let unopened = #expect(throws: SQLiteError.self) {
      try StoreConnection(opening: "/no/such/folder/file", flags: SQLITE_OPEN_READONLY)
    }
    #expect(unopened?.code == SQLITE_CANTOPEN)
  }

  @Test func parametersThatNothingIsBoundToAreNull() throws {
    let connection = try StoreConnection.inMemory()
    try connection.execute("CREATE TABLE line (a, b, c, d)")
    let insertion = try connection.cachedPrepared("INSERT INTO line VALUES (?, ?, ?, ?)")
    try insertion.run { line in
      line.bind(1)
      line.bind("x")
      line.bind(nil as Int?)
      line.bind("")
    }
    try insertion.run { line in
      line.bind(nil as Int?)
      line.bind(nil as String?)
      line.bind(2)
      line.bind(nil as String?)
    }
    let lines: [[RecordValue]] = [
      [.integer(1), .text(Array("x".utf8)), .null, .text([])], [.null, .null, .integer(2), .null],
    ]
    #expect(try connection.rows("SELECT * FROM line") == lines)

    sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, 100)
    let error = #expect(throws: SQLiteError.self) {
      try insertion.run { line in
        line.bind(String(repeating: "x", count: 200))
        for number in 1...3 { line.bind(number) }
      }
    }
    #expect(error?.code == SQLITE_TOOBIG && error?.message?.hasSuffix("in table line") == true)
    #expect(try connection.rows("SELECT * FROM line") == lines)
  }

  @Test func aTransactionThatFailsIsRolledBack() throws {
    struct Failure: Error {}
    let connection = try StoreConnection.inMemory()
    try connection.execute(
      """
      PRAGMA foreign_keys = ON; CREATE TABLE number (x INTEGER PRIMARY KEY);
      CREATE TABLE other (x REFERENCES number DEFERRABLE INITIALLY DEFERRED)
      """)
    #expect(throws: Failure.self) {
      try connection.inTransaction(.immediate) {
        try connection.execute("INSERT INTO number VALUES (1)")
        throw Failure()
      }
    }
    // The commit itself is refused.
    let refusal = #expect(throws: SQLiteError.self) {
      try connection.inTransaction(.deferred) {
        try connection.execute("INSERT INTO number VALUES (1); INSERT INTO other VALUES (9)")
      }
    }
    #expect(refusal?.code == SQLITE_CONSTRAINT)
    // SQLite has rolled back already.
    #expect(throws: Failure.self) {
      try connection.inTransaction(.deferred) {
        try connection.execute("ROLLBACK")
        throw Failure()
      }
    }
    #expect(!connection.isInsideTransaction)
    #expect(try connection.integer("SELECT count(*) FROM number") == 0)
    try connection.inTransaction(.immediate) {
      try connection.execute("INSERT INTO number VALUES (1)")
      #expect(connection.isInsideTransaction && connection.changesCount == 1)
    }
    #expect(try connection.integer("SELECT count(*) FROM number") == 1)
  }

  @Test func aStatementIsPreparedOnceAndAClosedConnectionSaysSo() throws {
    let connection = try StoreConnection.inMemory()
    func preparedCount() throws -> Int {
      var count = 0
      var statement = sqlite3_next_stmt(connection.handle, nil)
      while let found = statement {
        count += 1
        statement = sqlite3_next_stmt(connection.handle, found)
      }
      return count
    }
    for _ in 0..<3 { try connection.cachedPrepared("SELECT 1").run() }
    #expect(try connection.integer("SELECT 1") == 1)
    #expect(try preparedCount() == 1)
    connection.releaseMemory()
    #expect(try preparedCount() == 0)
    connection.close()
    #expect(connection.handle == nil && !connection.isInsideTransaction)
    #expect(connection.changesCount == 0)
    connection.interrupt()
    connection.releaseMemory()
    connection.close()
    for run in [
      { _ = try connection.cachedPrepared("SELECT 1") }, { try connection.execute("SELECT 1") },
    ] {
      let error = #expect(throws: SQLiteError.self) { try run() }
      #expect(error.map { StorageError($0, path: "a").code } == .closed)
    }
  }

  // MARK: Several

  @Test func fourReadAtOnceAndTheFifthWaits() throws {
    try withConnections { connections, _ in
      let (inside, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let seen = Guarded<Set<ObjectIdentifier>>([])
      let ends = (0..<5).map { _ in
        onThread {
          try? connections.read { connection in
            seen.withLock { _ = $0.insert(ObjectIdentifier(connection)) }
            inside.signal()
            leave.wait()
          }
        }
      }
      for _ in 0..<4 { try wait(inside) }
      #expect(inside.wait(timeout: .now() + .milliseconds(20)) == .timedOut)
      #expect(seen.withLock(\.count) == 4)
      leave.signal()
      try wait(inside)
      for _ in 0..<4 { leave.signal() }
      for end in ends { try wait(end) }
      // The fifth got one of the four.
      #expect(seen.withLock(\.count) == 4)
    }
  }

  @Test func aReaderInATransactionThatWasNotEndedIsNotLentAgain() throws {
    try withConnections { connections, path in
      try connections.read { connection in
        try connection.execute("BEGIN; SELECT count(*) FROM number")
      }
      try connections.write { try $0.execute("INSERT INTO number VALUES (1)") }
      #expect(try connections.read { try $0.integer("SELECT count(*) FROM number") } == 1)
      try connections.write { try $0.execute("BEGIN; INSERT INTO number VALUES (2)") }
      #expect(connections.write { !$0.isInsideTransaction })
      #expect(try connections.read { try $0.integer("SELECT count(*) FROM number") } == 1)
    }
  }

  @Test func aReaderThatIsLentWhileMemoryIsReleasedIsClosedWhenItComesBack() throws {
    try withConnections { connections, _ in
      let kept = try connections.read { connection in
        connections.releaseMemory()
        #expect(connection.handle != nil)
        return connection
      }
      #expect(kept.handle == nil)
      let (first, second) = try (connections.read { $0 }, connections.read { $0 })
      #expect(first === second && first.handle != nil)
      connections.releaseMemory()
      #expect(first.handle == nil)
    }
  }

  @Test func closingWaitsForWhatIsLent() throws {
    try withConnections { connections, _ in
      let (inside, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let isUsable = Guarded<Bool?>(nil)
      let read = onThread {
        try? connections.read { connection in
          inside.signal()
          leave.wait()
          isUsable.withLock { $0 = connection.handle != nil }
        }
      }
      try wait(inside)
      let closed = (0..<2).map { _ in onThread { connections.close() } }
      // Of four that may read one does, so the first that closes gets three, and then waits.
      while connections.freeReaderCount > 0 { sched_yield() }
      #expect(closed[0].wait(timeout: .now() + .milliseconds(20)) == .timedOut)
      leave.signal()
      try wait(read)
      for end in closed { try wait(end) }
      #expect(isUsable.withLock { $0 } == true)
      let error = #expect(throws: SQLiteError.self) { try connections.read { _ in } }
      #expect(error?.code == SQLITE_MISUSE)
      #expect(connections.write { $0.handle == nil })
      connections.interrupt()
      connections.releaseMemory()
    }
  }

  @Test func anInterruptEndsWhatReadsAndWhatWrites() throws {
    try withConnections { connections, _ in
      // It ends by itself after some minutes.
      let endless =
        "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 500000000) SELECT max(x) FROM n"
      let codes = Guarded<[CInt]>([])
      @Sendable func note(_ run: () throws -> Void) {
        do { try run() } catch { codes.withLock { $0.append((error as? SQLiteError)?.code ?? 0) } }
      }
      let ends = [
        onThread { note { _ = try connections.read { try $0.integer(endless) } } },
        onThread { note { _ = try connections.write { try $0.integer(endless) } } },
      ]
      // An interrupt before a statement has begun ends nothing.
      for end in ends {
        while end.wait(timeout: .now() + .milliseconds(1)) == .timedOut { connections.interrupt() }
      }
      #expect(codes.withLock { $0 } == [SQLITE_INTERRUPT, SQLITE_INTERRUPT])
      let one = try connections.read { try $0.integer("SELECT 1") }
      #expect(one == 1)
    }
  }

  // MARK: Turns

  @Test func threadsGetALockInTheOrderInWhichTheyAsk() throws {
    let lock = TurnLock()
    let (inside, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let order = Guarded<[Int]>([])
    var ends = [
      onThread {
        lock.withLock {
          inside.signal()
          leave.wait()
        }
      }
    ]
    try wait(inside)
    for number in 0..<20 {
      ends.append(onThread { lock.withLock { order.withLock { $0.append(number) } } })
      while lock.waitingCount <= number { sched_yield() }
    }
    leave.signal()
    for end in ends { try wait(end) }
    #expect(order.withLock { $0 } == Array(0..<20))
    #expect(lock.waitingCount == 0)
  }

  @Test func noTwoThreadsHaveTheLockAtOnce() throws {
    let lock = TurnLock()
    let count = Counter()
    let ends = (0..<8).map { _ in
      onThread { for _ in 0..<2_000 { lock.withLock { count.add() } } }
    }
    for end in ends { try wait(end) }
    #expect(count.value == 16_000)
    #expect(!count.hasMet)
  }

  /// Unchecked because the lock under test guards the variable.
  private final class Counter: @unchecked Sendable {
    private(set) var value = 0
    private(set) var hasMet = false
    private let holders = AtomicInt(0)

    func add() {
      if holders.exchange(1) != 0 { hasMet = true }
      // Time in which another one would come in.
      for _ in 0..<200 { _ = holders.load() }
      value += 1
      holders.store(0)
    }
  }

  @Test func aThreadThatWaitsForItselfEndsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      let lock = TurnLock()
      lock.withLock { lock.withLock {} }
    }
  }
}
