internal import RosterRows

/// A digest of the values of a row, by which one version of the row is told from another.
///
/// The columns count by their names, and not by their order. A column that is null does not count, so one that a
/// migration adds without a value makes no other version.
///
///     id  title  done              id  done  title  note
///     17  Milk   0                 17  0     Milk   NULL       the same version
///                                  17  1     Milk   NULL       another one
///
/// It has 64 bits and is no secret: it finds changes, and not those that a person makes on purpose so that it is the
/// same.
package struct RowDigest: Hashable, Sendable {
  /// 16 hexadecimal digits.
  package let text: String

  /// Makes the digest of the row at which a statement stands.
  package init(ofRowAt statement: some StatementOwner) {
    self.init(SQLiteRow(of: statement))
  }

  /// - Parameter first: The first column of the row; others stand before it.
  init(_ row: SQLiteRow, from first: CInt = 0) {
    // A sum, since its parts have no order.
    var sum = 0
    for column in first..<row.columnCount where !row.isNull(column) {
      var digest = Digest()
      digest.add("C", row.name(column).utf8)
      if let number = row.storedInteger(column) {
        digest.add("I", number)
      } else if let number = row.storedReal(column) {
        digest.add("R", Int(Int64(bitPattern: number.bitPattern)))
      } else {
        digest.add(row.isBlob(column) ? "B" : "T", row.bytes(column))
      }
      var mixer = WordMixer()
      mixer.add(digest.value)
      sum &+= mixer.value
    }
    text = Digest(after: sum).text
  }

  // MARK: In models

  /// Returns the digest in the model of an item that has a version of a row in place of a copy:
  /// `["9f58e81bf9ffae5f",17]`; `nil` if a model has none.
  package init?(inModel model: String) {
    let digits = model.utf8.dropFirst(2).prefix(16)
    guard model.hasPrefix("[\""), digits.count == 16,
      digits.allSatisfy({ Self.digits.contains($0) }),
      model.utf8.dropFirst(18).first == UInt8(ascii: "\"")
    else { return nil }
    text = String(decoding: digits, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
