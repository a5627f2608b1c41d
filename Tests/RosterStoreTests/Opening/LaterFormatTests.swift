import Foundation
import GRDB
import Migrations
import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

/// A file that a later version migrates while this one has it open.
@Suite("Opening: formats that come later")
struct LaterFormatTests {
  private static let steps = [
    "PRAGMA user_version = 99", "INSERT INTO grdb_roster_step VALUES ('m9999_later')",
    "ALTER TABLE item RENAME COLUMN model TO content; PRAGMA user_version = 99",
    "ALTER TABLE journal DROP COLUMN pages; INSERT INTO grdb_roster_step VALUES ('m9999_later')",
  ]

  private func migrate(_ path: String, _ step: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: step) }
    try queue.close()
  }

  @Test(arguments: steps, [false, true])
  func theNextWriteIsRefused(step: String, hasWritten: Bool) throws {
    let temporary = try TemporaryStore()
    try temporary.store.close()
    let store = try SQLiteStore(path: temporary.path)
    if hasWritten { _ = try store.list(named: "main") }
    try migrate(temporary.path, step)
    for _ in 0..<2 {
      let error = #expect(throws: StorageError.self) {
        try store.list(named: "other").map { _ in () }
      }
      #expect(error?.code == .newerFormat, "\(error?.message ?? "")")
      #expect(error?.message.contains("written by a newer Roster") == true)
    }
    #expect(try store.lists().map(\.name) == (hasWritten ? ["main"] : []))
  }

  @Test(arguments: steps) func aVacuumIsRefused(step: String) throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    _ = try list.commit(newSection(["a"]), on: list.load())
    try migrate(temporary.path, step)
    let error = #expect(throws: StorageError.self) { try temporary.store.vacuum() }
    #expect(error?.code == .newerFormat, "\(error?.message ?? "")")
  }

  @Test func changesAreRefusedBeforeAnythingIsWritten() throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    let state = try list.commit(newSection(["a"]), on: list.load())
    try migrate(temporary.path, "PRAGMA user_version = 99")
    let error = #expect(throws: StorageError.self) { try list.commit(insertion("b"), on: state) }
    #expect(error?.code == .newerFormat)
    #expect(try list.load().revision == 1)
    // As if the later version had gone back.
    try migrate(temporary.path, "PRAGMA user_version = \(Migration.all.count)")
    #expect(try list.commit(insertion("b"), on: list.load()).revision == 2)
  }

  @Test func whatOthersWriteInTheSameFormatIsNoHindrance() throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    var state = try list.load()
    for step in [
      "CREATE TABLE mine (a)", "INSERT INTO mine VALUES (1)", "CREATE INDEX i ON mine (a)",
    ] {
      state = try list.commit(newSection(["a"]), on: state)
      try migrate(temporary.path, step)
    }
    #expect(try list.commit(newSection(["b"]), on: state).revision == 4)
  }
}
