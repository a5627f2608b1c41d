import Foundation
import GRDB
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport

extension PowerCutWorkload {
  /// The power goes again while SQLite reads the log that the first cut has left.
  static let recovery = PowerCutWorkload(
    "recovery", "a file that a crash has left with its log is opened and changed",
    prepare: { path in
      let folder = try TemporaryFolder()
      let other = folder.path(of: "list.sqlite")
      let store = try SQLiteStore(path: other)
      try fill(store)
      try copy(other, ["", "-wal"], to: path)
      try store.close()
    }, work: goOn)

  /// The power goes again while SQLite takes back what the first cut has interrupted.
  static let rollback = PowerCutWorkload(
    "rollback",
    "a file out of write-ahead mode with an interrupted transaction is opened and changed",
    prepare: { path in
      let folder = try TemporaryFolder()
      let other = folder.path(of: "list.sqlite")
      let store = try SQLiteStore(path: other)
      try fill(store)
      try store.close()
      let queue = try DatabaseQueue(path: other)
      try queue.inDatabase { database in
        // Few pages are kept in memory, so that SQLite writes changed ones before the commit.
        try database.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 5")
        try database.execute(sql: "BEGIN; UPDATE item SET model = 'lost'")
        try copy(other, ["", "-journal"], to: path)
        try database.execute(sql: "ROLLBACK")
      }
      try queue.close()
    }, work: goOn)

  private static func fill(_ store: SQLiteStore) throws {
    guard let list = try store.list(named: "main") else { return }
    var state = try list.load()
    let text = String(repeating: "x", count: 200)
    for number in 0..<3 {
      state = try list.commit(
        Changeset {
          $0.insertSection(at: number, "\(number)")
          $0.insertItems(
            (0..<100).map { "\(number).\($0)\(text)" }, at: ItemPath(section: number, item: 0))
        }, on: state)
    }
  }

  private static func copy(_ path: String, _ endings: [String], to target: String) throws {
    for ending in endings {
      try FileManager.default.copyItem(atPath: path + ending, toPath: target + ending)
    }
  }

  @Sendable private static func goOn(_ session: inout PowerCutSession) async throws {
    try session.open()
    try await session.list("main")
    for _ in 0..<4 { try await session.change("main") }
    try session.close()
  }
}
