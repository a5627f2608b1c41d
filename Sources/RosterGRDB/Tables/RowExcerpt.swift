public import GRDB
internal import RosterCore
internal import RosterRows
internal import RosterStore

/// A version of a row of a table, with a copy of some of its columns.
///
///     struct PhotoDate: Codable, FetchableRecord, EncodableRecord {
///       var takenAt: Int64
///     }
///
/// It is the model of an item whose row stays in its table (``TableModels/rows(copying:)``). The copy is that of the version:
/// each revision has its own.
public struct RowExcerpt<Record, Columns>: Sendable
where
  Record: FetchableRecord & TableRecord & Sendable,
  Columns: FetchableRecord & EncodableRecord & Sendable
{
  /// Which row it is, and which version.
  public let version: RowVersion<Record>
  /// The columns that are copied.
  public let columns: Columns
}

extension RowExcerpt: Equatable where Columns: Equatable {}
extension RowExcerpt: Hashable where Columns: Hashable {}

/// Keeps excerpts of rows as JSON text, a digest, the key and some columns:
///
///     ["9f58e81bf9ffae5f",17,{"takenAt":1764504000}]
struct RowExcerptCodec<Record, Columns>: TableCodec
where
  Record: FetchableRecord & TableRecord & Sendable,
  Columns: FetchableRecord & EncodableRecord & Sendable
{
  var keptRows: KeptRows { .excerpts }

  private let versions = RowVersionCodec<Record>()
  private let stored = StoredVersionCodec(hasColumns: true)

  func encode(_ model: RowExcerpt<Record, Columns>) throws -> StoredValue {
    _ = try modelKey(of: model)
    let columns = try model.columns.databaseDictionary.mapValues { ColumnValue(value: $0) }
    return try stored.encode(StoredVersion(model.version, columns))
  }

  func decode(_ value: StoredValue) throws -> RowExcerpt<Record, Columns> {
    let stored = try stored.decode(value)
    let columns = Row((stored.columns ?? [:]).mapValues(\.value))
    return RowExcerpt(version: stored.version(), columns: try Columns(row: columns))
  }

  func model(
    of row: Row, in table: NotedTable, _ statement: Statement
  ) throws -> RowExcerpt<Record, Columns> {
    // The digest comes before any other reading.
    let version = versions.model(of: row, in: table, statement)
    return RowExcerpt(version: version, columns: try Columns(row: row.copy()))
  }

  func modelKey(of model: RowExcerpt<Record, Columns>) throws -> ModelKey {
    try versions.modelKey(of: model.version)
  }

  func others(with value: StoredValue) -> OtherModels? { stored.others(with: value) }

  func copy(in value: StoredValue) -> RowCopy? {
    guard let stored = try? stored.decode(value), let columns = stored.columns else { return nil }
    return RowCopy(key: stored.key.value, columns: Set(columns.keys))
  }
}
