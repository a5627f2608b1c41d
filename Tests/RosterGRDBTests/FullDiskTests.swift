import GRDB
import Roster
import RosterGRDB
import RosterTestKit
import Testing

/// What becomes of rows and lists where the database finds no room for one page more: at each page in turn.
@Suite("Full disks beside the tables of an application")
struct FullDiskTests {
  /// A row whose key needs a page in each index, and in the notes.
  private struct Page: Codable, Equatable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "page"
    var url: String
    var number: Int

    init(_ number: Int) {
      self.number = number
      url = String(repeating: "\(number % 10)", count: 1_020)
    }
  }

  private typealias Pages = TableList<Page, Never>

  private static func pool(_ folder: TemporaryFolder, _ name: String = "a") throws -> DatabasePool {
    let pool = try DatabasePool(path: folder.path(of: "\(name).sqlite"))
    try pool.write { db in
      try db.execute(sql: "CREATE TABLE page (url TEXT PRIMARY KEY NOT NULL, number INTEGER)")
      try Page(9).insert(db)
    }
    return pool
  }

  /// Lets the database grow by so many pages; `nil` for as many as it likes.
  private func limit(_ pool: DatabasePool, to pageCount: Int?) async throws {
    try await pool.writeWithoutTransaction { db in
      let current = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      let limit = pageCount.map { current + $0 } ?? 1_000_000
      try db.execute(sql: "PRAGMA max_page_count = \(limit)")
    }
  }

  private func isFull(_ error: any Error) -> Bool {
    switch error {
    case let error as DatabaseError: error.resultCode == .SQLITE_FULL
    case let error as StorageError: error.code == .full
    case let error as DataSourceError: error.storageCode == .full
    default: false
    }
  }

  private func rows(_ pool: DatabasePool) throws -> Set<Int> {
    try pool.read { try Set(Int.fetchAll($0, sql: "SELECT number FROM page")) }
  }

  /// Makes room, and lets lists that a full disk has suspended go on.
  private func makeRoom(
    _ pool: DatabasePool, _ pages: Pages, _ order: TodoApplication.Order? = nil
  ) async throws {
    // What still waits has met the full disk, too.
    _ = try? await pages.bringUpToDate()
    try await limit(pool, to: nil)
    if let suspension = pages.list.suspension { pages.list.resume(after: suspension) }
    if let order, let suspension = order.suspension { order.resume(after: suspension) }
    try await pages.bringUpToDate()
  }

  private func expectSound(_ pool: DatabasePool, _ roster: RosterDatabase, _ pages: Pages) throws {
    let rows = try rows(pool)
    let shown = try pages.list.snapshot.allModels().map(\.number)
    #expect(shown.count == rows.count && Set(shown) == rows)
    #expect(pages.failure == nil)
    #expect(try roster.store.check() == [])
  }

  /// Inserts rows one after the other, whatever becomes of each.
  ///
  /// - Returns: The codes of the errors, also of that of the transaction.
  private func insertRows(_ pool: DatabasePool) async throws -> [ResultCode] {
    let codes = Recorder<ResultCode>()
    do {
      try await pool.write { db in
        for number in 0..<6 {
          do {
            try Page(number).insert(db)
          } catch let error as DatabaseError {
            codes.record(error.resultCode)
          }
        }
      }
    } catch let error as DatabaseError {
      codes.record(error.resultCode)
    }
    return codes.values
  }

  @Test func aStatementWithoutRoomFailsAsItDoesWithoutAList() async throws {
    var (failureCount, triggerCount) = (0, 0)
    for pageCount in 0..<24 {
      let folder = try TemporaryFolder()
      let pool = try Self.pool(folder)
      let bare = try Self.pool(folder, "bare")
      let roster = try RosterDatabase(pool)
      let pages = try roster.table(Page.self)
      try await limit(pool, to: pageCount)
      try await limit(bare, to: pageCount)
      let codes = try await insertRows(pool)
      let bareCodes = try await insertRows(bare)
      if !codes.isEmpty {
        failureCount += 1
        // A transaction that SQLite has rolled back takes no more statements.
        #expect(codes[0] == .SQLITE_FULL)
        #expect(codes.allSatisfy { $0 == .SQLITE_FULL || $0 == .SQLITE_ABORT })
        if bareCodes.isEmpty { triggerCount += 1 }
      }
      try await makeRoom(pool, pages)
      try expectSound(pool, roster, pages)
      #expect(try await insertRows(pool).allSatisfy { $0 == .SQLITE_CONSTRAINT })
      try await pages.bringUpToDate()
      #expect(try rows(pool) == [0, 1, 2, 3, 4, 5, 9])
      try expectSound(pool, roster, pages)
    }
    #expect(failureCount > triggerCount && triggerCount > 0, "a trigger has always found room")
  }

  @Test func rowsAndListsWithoutRoomAreNotWrittenAtAll() async throws {
    var failureCount = 0
    for pageCount in 0..<120 {
      let folder = try TemporaryFolder()
      let pool = try Self.pool(folder)
      let roster = try RosterDatabase(pool)
      let pages = try roster.table(Page.self)
      let order = try TodoApplication.Order(roster.location(list: "order"))
      try await limit(pool, to: pageCount)
      var failure: (any Error)?
      do {
        try await roster.write(order) { db, order in
          for number in 0..<3 {
            try Page(number).insert(db)
            try order.append(Int64(number))
          }
        }
      } catch {
        failure = error
      }
      #expect(failure.map(isFull) ?? true, "\(String(describing: failure))")
      if failure != nil { failureCount += 1 }
      let written = failure == nil ? [0, 1, 2] : []
      #expect(try rows(pool) == Set(written + [9]))
      #expect(try order.snapshot.allModels() == written.map(Int64.init))
      try await makeRoom(pool, pages, order)
      try expectSound(pool, roster, pages)
      try await roster.write(order) { db, order in
        try Page(7).insert(db)
        try order.append(7)
      }
      #expect(try order.snapshot.allModels() == (written + [7]).map(Int64.init))
      try expectSound(pool, roster, pages)
      await pages.close()
      await order.close()
      // What the file holds is what the lists have said.
      let again = try RosterDatabase(pool)
      #expect(
        try TodoApplication.Order(again.location(list: "order")).snapshot.allModels()
          == (written + [7]).map(Int64.init))
      try expectSound(pool, again, again.table(Page.self))
      if failure == nil { break }
    }
    #expect(failureCount > 0 && failureCount < 120)
  }

  @Test func tablesOfListsWithoutRoomAreMadeWhollyOrNotAtAll() async throws {
    var failureCount = 0
    for pageCount in 0..<120 {
      let folder = try TemporaryFolder()
      let pool = try Self.pool(folder)
      try await limit(pool, to: pageCount)
      var failure: (any Error)?
      do {
        try await RosterDatabase(pool).table(Page.self).close()
      } catch {
        failure = error
        failureCount += 1
      }
      #expect(failure.map(isFull) ?? true, "\(String(describing: failure))")
      // Rows are written either way, if there is room.
      try await limit(pool, to: nil)
      try await pool.write { try Page(1).insert($0) }
      let roster = try RosterDatabase(pool)
      let pages = try roster.table(Page.self)
      try expectSound(pool, roster, pages)
      #expect(try rows(pool) == [1, 9])
      if failure == nil { break }
    }
    #expect(failureCount > 10 && failureCount < 120)
  }

  @Test func triggersWithoutRoomAreMadeAgainLater() async throws {
    var failureCount = 0
    for pageCount in 0..<120 {
      let folder = try TemporaryFolder()
      let pool = try Self.pool(folder)
      let roster = try RosterDatabase(pool)
      let pages = try roster.table(Page.self)
      try await pool.write { db in
        try RosterDatabase.stopNoting("page", in: db)
        for number in 0..<3 { try Page(number).insert(db) }
      }
      try await limit(pool, to: pageCount)
      var failure: (any Error)?
      do {
        try await pages.bringUpToDate()
      } catch {
        failure = error
        failureCount += 1
      }
      #expect(failure.map(isFull) ?? true, "\(String(describing: failure))")
      try await makeRoom(pool, pages)
      try expectSound(pool, roster, pages)
      #expect(try rows(pool) == [0, 1, 2, 9])
      if failure == nil { break }
    }
    #expect(failureCount > 0 && failureCount < 120)
  }
}
