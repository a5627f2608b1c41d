import Foundation
import Testing

/// A folder of sources, and what it may import: a row of the table in Sources/README.md.
///
/// The manifest says the same, but an incremental build does not notice an import that leaks.
struct Room {
  let folder: String
  let imports: Set<String>

  /// Reads the table.
  static func all() throws -> [Room] {
    let rows = try SourceTree.file("Sources/README.md").lines.filter { $0.hasPrefix("| [`") }
    return try rows.map { row in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      try #require(cells.count == 3, "\(row)")
      let folder = try #require(names(in: cells[0]).first)
      return Room(folder: folder, imports: Set(names(in: cells[2])))
    }
  }

  /// What stands between the backticks of a cell.
  private static func names(in cell: String) -> [String] {
    cell.matches(of: /`([^`]+)`/).map { String($0.1) }
  }
}
