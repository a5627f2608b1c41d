import Foundation
import GRDB
import RosterTestKit

/// What a person with a SQL shell sees of a file.
///
/// The `sqlite3` program if there is one, else a connection of its own.
struct SQLShell {
  let path: String

  /// The rows of a query, each column as text.
  func rows(_ sql: String) throws -> [[String]] {
    guard let shell = SQLiteShell() else { return try rowsOfConnection(sql) }
    let data = try shell.run(["-readonly", "-ascii"], on: path, sql)
    // Rows end with the record separator, and columns are parted by the unit separator.
    return String(decoding: data, as: UTF8.self).split(separator: "\u{1e}")
      .map { $0.split(separator: "\u{1f}", omittingEmptySubsequences: false).map { String($0) } }
  }

  private func rowsOfConnection(_ sql: String) throws -> [[String]] {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration).read { database in
      try Row.fetchAll(database, sql: sql).map { row in
        row.map { String.fromDatabaseValue($0.1) ?? "" }
      }
    }
  }
}
