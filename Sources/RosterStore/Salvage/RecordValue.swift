internal import CSQLite
internal import RosterCore

/// A value in a record of SQLite's file format, or of a row.
package enum RecordValue: Equatable {
  case null
  case integer(Int)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])

  package var integer: Int? {
    if case .integer(let number) = self { return number }
    return nil
  }

  var text: [UInt8]? {
    if case .text(let bytes) = self { return bytes }
    return nil
  }

  /// Reads a column of a row.
  package init(_ row: SQLiteRow, _ column: CInt) {
    if row.isNull(column) {
      self = .null
    } else if let number = row.storedInteger(column) {
      self = .integer(number)
    } else if let number = row.storedReal(column) {
      self = .real(number)
    } else {
      self = row.isBlob(column) ? .blob(Array(row.bytes(column))) : .text(Array(row.bytes(column)))
    }
  }

  // MARK: Decoding

  /// Returns the values of a record, `nil` if the bytes are not a record.
  static func values(of record: [UInt8]) -> [RecordValue]? {
    var place = 0
    guard let headerLength = variableNumber(record, &place), headerLength >= place,
      headerLength <= record.count
    else { return nil }
    var values: [RecordValue] = []
    var body = headerLength
    while place < headerLength {
      guard let type = variableNumber(record, &place), place <= headerLength,
        let value = value(record, type, at: &body)
      else { return nil }
      values.append(value)
    }
    return body == record.count ? values : nil
  }

  private static func value(
    _ record: [UInt8], _ type: Int, at place: inout Int
  ) -> RecordValue? {
    guard type >= 0, type != 10, type != 11 else { return nil }
    let lengths = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]
    let length = type < 12 ? lengths[type] : (type - 12) / 2
    guard length <= record.count - place else { return nil }
    let bytes = record[place..<place + length]
    place += length
    switch type {
    case 0: return .null
    case 7:
      return .real(Double(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }))
    case 8, 9: return .integer(type - 8)
    case 1...6:
      let start: Int64 = bytes.first.map { $0 < 0x80 ? 0 : -1 } ?? 0
      return .integer(Int(bytes.reduce(start) { $0 << 8 | Int64($1) }))
    default: return type & 1 == 0 ? .blob(Array(bytes)) : .text(Array(bytes))
    }
  }

  /// Reads a number of one to nine bytes and advances the place; `nil` if the bytes end before.
  static func variableNumber(_ bytes: [UInt8], _ place: inout Int) -> Int? {
    var number: UInt64 = 0
    for index in 0..<9 {
      guard place < bytes.count else { return nil }
      let byte = bytes[place]
      place += 1
      if index == 8 { return Int(Int64(bitPattern: number << 8 | UInt64(byte))) }
      number = number << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 { break }
    }
    return Int(Int64(bitPattern: number))
  }
}

extension RecordValue: StatementValue {
  package func bind(to statement: OpaquePointer, at position: CInt) -> CInt {
    switch self {
    case .null: return sqlite3_bind_null(statement, position)
    case .integer(let number): return number.bind(to: statement, at: position)
    case .real(let number): return sqlite3_bind_double(statement, position, number)
    case .text(let bytes):
      return String(decoding: bytes, as: UTF8.self).bind(to: statement, at: position)
    case .blob(let bytes): return StoredValue.blob(bytes).bind(to: statement, at: position)
    }
  }
}
