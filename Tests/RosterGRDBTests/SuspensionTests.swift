import Foundation
import GRDB
import Roster
import RosterGRDB
import RosterTestKit
import Testing

@testable import RosterStore

@Suite("Suspension")
struct SuspensionTests {
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
