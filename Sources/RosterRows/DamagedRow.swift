/// The error of a row with content that Roster never writes.
package struct DamagedRow: Error, CustomStringConvertible {
  private let table: String
  private let key: Int

  /// Makes an error.
  ///
  /// - Parameter key: The key of the row, which identifies the list.
  package init(_ table: String, _ key: Int) {
    self.table = table
    self.key = key
  }

  package var description: String { "row \(key) of table \(table) holds what no list has" }
}
