import Foundation
import GRDB

/// A file of a format that was released, made of the dump that the tests of the store keep.
enum ReleasedFile {
  /// Makes the file of a format as Roster leaves it.
  static func make(format: Int, at path: String) throws {
    let dump = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../RosterStoreTests/Fixtures/format-\(format).sql")
    let sql = try String(contentsOf: dump, encoding: .utf8)
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase {
      try $0.execute(sql: sql)
      try $0.execute(sql: "PRAGMA journal_mode = WAL")
    }
    try queue.close()
  }
}
