/// A row of a file holds what Roster never writes.
struct DamagedRow: Error, CustomStringConvertible {
  private let table: String
  private let key: Int

  /// - Parameter key: The key of the row, which says of which list it is.
  init(_ table: String, _ key: Int) {
    self.table = table
    self.key = key
  }

  var description: String { "row \(key) of table \(table) holds what no list has" }
}
