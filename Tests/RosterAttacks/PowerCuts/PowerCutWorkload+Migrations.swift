import Foundation
import GRDB
import Migrations
import RosterStore

extension PowerCutWorkload {
  /// A file of a released format is brought up to date, and then changed.
  static func migration(_ format: Int) -> PowerCutWorkload {
    PowerCutWorkload(
      "migration-\(format)", "a file of format \(format) is brought up to date and changed",
      prepare: { path in
        let queue = try DatabaseQueue(path: path)
        let sql = try String(contentsOf: dump(of: format), encoding: .utf8)
        // As Roster leaves it.
        try queue.inDatabase {
          try $0.execute(sql: sql)
          try $0.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try queue.close()
      },
      work: {
        try $0.open()
        for name in ["tracks", "it's empty"] {
          try await $0.list(name)
          try await $0.change(name, states: true)
        }
        try await $0.list("new")
        try await $0.change("new", count: 2, states: true)
        try $0.reopen()
        try await $0.change("tracks")
        try $0.close()
      })
  }

  /// Where the store's tests keep files of released formats.
  private static func dump(of format: Int) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../RosterStoreTests/Fixtures/format-\(format).sql")
  }
}
