internal import CSQLite
package import RosterCore
internal import RosterJSON
internal import RosterRows

/// The rows of an application's table, in place of the versions that its list has of them: for people, who look at the
/// list without the application.
///
///     ["9f58e81bf9ffae5f",17]    {"done":0,"id":17,"title":"Milk"}
///     ["9f58e81bf9ffae5f",18]    "row 18 of todo has changed since (version 9f58e81bf9ffae5f)"
///
/// The digest tells whether the row is the version, so an earlier revision shows a row only if it is as it was then.
struct ShownRows {
  /// The texts of a row are cut behind so many bytes of them together: models are in memory, also those of a whole
  /// window, and what a generated column has needs no room in the file.
  static let textByteCountMax = 1 << 20
  /// How much is shown of each text behind these, and of what tells why there is no row.
  private static let shortByteCount = 100
  /// Longer blobs are only counted.
  private static let blobByteCountMax = 32

  /// The table, as the list names it.
  private let table: String
  /// What finds a row.
  private let rows: Result<PreparedStatement, Absence>

  /// Why no row can be read.
  private struct Absence: Error { let reason: String }

  /// - Returns: `nil` if the list shows no table.
  init?(ofList list: Int, in connection: ListConnection) throws {
    guard connection.names == .prefixed,
      let table = try NotedTable.name(ofList: list, in: connection.database)
    else { return nil }
    self.table = table
    rows = try Self.rows(of: table, in: connection.database)
  }

  private static func rows(
    of table: String, in database: StoreConnection
  ) throws -> Result<PreparedStatement, Absence> {
    // What a virtual table has is made by its module. The schema has its statement as SQLite writes it.
    let kind = try database.text(
      """
      SELECT CASE WHEN type = 'table' AND sql NOT LIKE 'CREATE TABLE %' THEN 'virtual table' ELSE type END
      FROM sqlite_master WHERE name = ? COLLATE NOCASE AND type IN ('table', 'view')
      """, [table])
    guard kind == "table" else {
      return .failure(
        Absence(reason: kind.map { "it is a \($0) by now" } ?? "the database has no such table"))
    }
    return try readable {
      let keys = try database.texts("SELECT name FROM pragma_table_xinfo(?) WHERE pk > 0", [table])
      guard keys.count == 1 else {
        throw Absence(reason: "its PRIMARY KEY has \(keys.count) columns by now")
      }
      return try database.prepared(NotedTable.rowSQL(ofTable: table, key: keys[0]))
    }
  }

  /// Returns models with rows in place of the versions among them.
  ///
  /// - Complexity: O(log *n*) for each version, and O(*b*) for the *b* bytes of its row.
  func shown(_ models: [StoredValue?]) throws -> [StoredValue?] {
    try models.map { model in
      guard case .text(let text)? = model, let version = NamedVersion(text) else { return model }
      return .text(try shown(version).canonicalText)
    }
  }

  private func shown(_ version: NamedVersion) throws -> JSONValue {
    switch try Self.readable({ try object(of: version, rows.get()) }) {
    case .success(let row?): row
    case .success(nil): missing(version, "is gone")
    case .failure(let absence):
      missing(version, "cannot be read, since \(Self.short(absence.reason.utf8))")
    }
  }

  /// Returns the row of a version; `nil` if the table has none with its key.
  private func object(of version: NamedVersion, _ rows: PreparedStatement) throws -> JSONValue? {
    var shown: JSONValue?
    try rows.forEachRow([version.key], limit: 1) { row in
      guard RowDigest(row, from: 0) == version.digest else {
        return shown = missing(version, "has changed since")
      }
      var rest = Self.textByteCountMax
      shown = .object(
        JSONObject(
          (0..<row.columnCount).map { (row.name($0), Self.value(of: row, $0, &rest)) }))
    }
    return shown
  }

  /// What is shown without the row: what has become of it, and the columns that the list has copied.
  private func missing(_ version: NamedVersion, _ fate: String) -> JSONValue {
    let (key, table) = (Self.text(of: version.key), Self.short(table.utf8))
    let text = "row \(key) of \(table) \(fate) (version \(version.digest.text))"
    guard var columns = version.columns else { return .string(text) }
    columns["$row"] = .string(text)
    return .object(columns)
  }

  /// Calls a closure that reads the application's table. That it cannot be read is no fault of the list: it may need a
  /// function that only the application has, make a value that is too long, or be damaged.
  private static func readable<Value>(
    _ read: () throws -> Value
  ) throws -> Result<Value, Absence> {
    do {
      return .success(try read())
    } catch let absence as Absence {
      return .failure(absence)
    } catch let error as any SQLiteFailure
      where [SQLITE_ERROR, SQLITE_CORRUPT, SQLITE_TOOBIG].contains(error.code)
      && !SQLiteStore.isInterruption(error)
    {
      return .failure(Absence(reason: error.message ?? "SQLite fails with \(error.extendedCode)"))
    }
  }

  // MARK: Values

  /// - Parameter rest: How many bytes of texts the row still shows.
  private static func value(
    of row: SQLiteRow, _ column: CInt, _ rest: inout Int
  ) -> JSONValue {
    if row.isNull(column) { return .null }
    if let number = row.storedInteger(column) { return .integer(number) }
    if let number = row.storedReal(column) {
      return number.isFinite ? .number(number) : ["real": .string("\(number)")]
    }
    let bytes = row.bytes(column)
    if row.isBlob(column) { return .string(text(ofBlob: bytes)) }
    let count = max(rest, shortByteCount)
    rest = max(0, rest - bytes.count)
    let shown = text(bytes, byteCountMax: count)
    return .string(bytes.count > count ? "\(shown)… (\(bytes.count) bytes)" : shown)
  }

  /// A short blob as SQL writes it, of a longer one how long it is.
  private static func text(ofBlob bytes: some Collection<UInt8>) -> String {
    bytes.count > blobByteCountMax
      ? "\(bytes.count) bytes of data" : "x'\(bytes.hexadecimalDigits)'"
  }

  private static func text(of key: RecordValue) -> String {
    switch key {
    case .integer(let number): "\(number)"
    case .text(let bytes): short(bytes)
    case .blob(let bytes): text(ofBlob: bytes)
    case .null, .real: ""
    }
  }

  /// More of a key, of a name in a forged file, or of a reason does not tell more of a row that is not there.
  private static func short(_ bytes: some BidirectionalCollection<UInt8>) -> String {
    text(bytes, byteCountMax: shortByteCount)
  }

  /// Returns what a text begins with, cut between characters.
  private static func text(
    _ bytes: some BidirectionalCollection<UInt8>, byteCountMax: Int
  ) -> String {
    guard bytes.count > byteCountMax else { return String(decoding: bytes, as: UTF8.self) }
    var end = bytes.index(bytes.startIndex, offsetBy: byteCountMax)
    while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { bytes.formIndex(before: &end) }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}

/// A version of a row, as the model of an item names it.
private struct NamedVersion {
  let digest: RowDigest
  /// An integer, a text or a blob.
  let key: RecordValue
  /// The columns that are copied, if some are.
  let columns: JSONObject?

  /// - Returns: `nil` if a model is none.
  init?(_ model: String) {
    guard let digest = RowDigest(inModel: model),
      let parts = try? JSONParser().parse(model).arrayValue, 2...3 ~= parts.count
    else { return nil }
    self.digest = digest
    switch parts[1] {
    case .string(let text): key = .text(Array(text.utf8))
    case .object(let members):
      guard let bytes = members["base64"]?.stringValue.flatMap([UInt8].init(base64:)) else {
        return nil
      }
      key = .blob(bytes)
    case let number:
      guard let number = number.integer(as: Int.self) else { return nil }
      key = .integer(number)
    }
    columns = parts.count == 3 ? parts[2].objectValue : nil
    if parts.count == 3, columns == nil { return nil }
  }
}

extension [UInt8] {
  /// Reads bytes that are written in base 64, with what fills the last group; `nil` for any other text.
  fileprivate init?(base64 text: String) {
    guard text.utf8.count.isMultiple(of: 4) else { return nil }
    let digits = text.utf8.count - text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard text.utf8.count - digits <= 2 else { return nil }
    self = []
    reserveCapacity(digits * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    for digit in text.utf8.prefix(digits) {
      guard let value = Self.value(ofBase64: digit) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
  }

  private static func value(ofBase64 digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

extension SQLiteList {
  /// Returns the list as people are shown it: if its models are versions of rows of a table, with these rows in their
  /// place, as far as they are the versions. Only models of items that are read by their identities are so; what is
  /// written, checked, copied and found by keys stays what the list has.
  package func showingRows() -> SQLiteList {
    SQLiteList(store, id: keys.list, name: name, showsRows: true)
  }

  /// Returns the models of items as they were at a revision, also after later commits; in one transaction with the rows
  /// that are shown in their place.
  ///
  /// - Throws: `compacted` if a model is not found and the revision is no longer kept.
  package func models(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    guard showsRows, store.names == .prefixed else {
      return try models(in: .items, items.map { keys.key($0.rawValue) }, at: revision) { $1 }
    }
    return try store.read { database in
      let models = try rows(database).models(of: items, at: revision)
      return try ShownRows(ofList: keys.list, in: database)?.shown(models) ?? models
    }
  }
}
