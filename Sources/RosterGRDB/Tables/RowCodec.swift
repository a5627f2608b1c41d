internal import GRDB
internal import RosterCore
internal import RosterRows
internal import RosterStore

/// Keeps rows of an application as JSON text, with the columns that their record has:
///
///     {"done":0,"id":17,"title":"Milk"}
///     {"id":{"base64":"DTX7bOCzTp6qPBTTXKPN9A=="},"title":null}
struct RowCodec<Record: FetchableRecord & EncodableRecord & Sendable>: TableCodec {
  /// The column that is the primary key of the table.
  let key: String
  var keptRows: KeptRows { .copies }

  private let columns = JSONModelCodec<[String: ColumnValue]>()

  init(key: String) { self.key = key }

  func encode(_ model: Record) throws -> StoredValue {
    _ = try modelKey(of: model)
    return try columns.encode(model.databaseDictionary.mapValues { ColumnValue(value: $0) })
  }

  func decode(_ value: StoredValue) throws -> Record {
    if let others = others(with: value) { throw others }
    return try Record(row: Row(columns.decode(value).mapValues(\.value)))
  }

  func model(of row: Row, in table: NotedTable, _ statement: Statement) throws -> Record {
    // GRDB converts the values of a row that a statement stands at, where it refuses those of a copy.
    let record = try Record(row: row.copy())
    let key = try modelKey(of: record)
    let value: DatabaseValue = row[table.key]
    guard ModelKey(RecordValue(value)) == key else {
      throw StorageError(
        .unencodable,
        "a row of the table \(table.name) has the key \(value), and as \(Record.self) the key \(key); encode the key as the "
          + "table has it")
    }
    return record
  }

  func others(with value: StoredValue) -> OtherModels? {
    // Decoding a model may call the record, which may know other columns only.
    guard case .text(let text) = value, RowDigest(inModel: text) != nil else { return nil }
    return StoredVersionCodec(hasColumns: false).others(with: value) ?? .versions
  }

  func copy(in value: StoredValue) -> RowCopy? {
    guard let copied = try? columns.decode(value) else { return nil }
    return RowCopy(key: self.key(in: copied.mapValues(\.value)), columns: Set(copied.keys))
  }

  /// Returns the key among the values of a row; null if they have none.
  private func key(in values: [String: DatabaseValue]) -> DatabaseValue {
    values[key] ?? values.first { $0.key.lowercased() == key.lowercased() }?.value ?? .null
  }

  /// Returns the key of a record.
  ///
  /// - Throws: `unencodable` if it has none that a list can have.
  func modelKey(of record: Record) throws -> ModelKey {
    let value = key(in: try record.databaseDictionary)
    guard let found = ModelKey(RecordValue(value)) else {
      throw StorageError(
        .unencodable,
        "a row of \(Record.self) has the key \(value) in the column \(key); it must be an integer, a text or a blob"
      )
    }
    return found
  }
}
