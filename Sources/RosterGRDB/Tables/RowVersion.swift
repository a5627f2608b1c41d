public import GRDB
internal import RosterCore
internal import RosterRows
internal import RosterStore

/// A version of a row of a table: which row it is, and by what its other versions are told from this one.
///
///     let photos = try roster.table(Photo.self, .rows)
///     let shown = try photos.list.snapshot.models(0..<20)
///     let rows = try await pool.read { db in try shown.map { try $0.fetch(db) } }
///
/// It is the model of an item whose row stays in its table (``TableModels/rows``). Two versions of one row are equal if
/// their values are, column by column.
public struct RowVersion<Record: FetchableRecord & TableRecord & Sendable>: Hashable, Sendable {
  /// The primary key of the row, as the table has it.
  public let key: DatabaseValue
  let digest: String

  /// Reads the row as the table has it now.
  ///
  /// - Parameter db: A connection to the database of the list. Rows that are to be of one moment are read in one
  ///   transaction.
  /// - Returns: The row, and whether it is another version; `nil` if the table has no row with the key.
  /// - Throws: `DatabaseError`, also if the table is gone; what reading the record throws. `failed` if the primary key of
  ///   the table has become one of several columns.
  /// - Complexity: O(log *n*) for *n* rows, and O(*b*) for the *b* bytes of the row.
  public func fetch(_ db: Database) throws -> FetchedRow<Record>? {
    let table = Record.databaseTableName
    let columns = try db.primaryKey(table).columns
    guard columns.count == 1 else {
      throw StorageError(
        .failed,
        "the table \(table) has a PRIMARY KEY of \(columns.count) columns, and no row by one key")
    }
    let statement = try db.cachedStatement(
      sql: NotedTable.rowSQL(ofTable: table, key: columns[0]))
    let rows = try Row.fetchCursor(statement, arguments: [key])
    return try withExtendedLifetime(rows) {
      try rows.next().map { row in
        let hasChanged = RowDigest(ofRowAt: statement).text != digest
        return FetchedRow(record: try Record(row: row), hasChanged: hasChanged)
      }
    }
  }
}

/// A row that was read for a version of it.
public struct FetchedRow<Record> {
  /// The row, as the table has it.
  public let record: Record
  /// Whether the row differs from the version for which it was read: it was changed after that one.
  public let hasChanged: Bool
}

extension FetchedRow: Sendable where Record: Sendable {}
extension FetchedRow: Equatable where Record: Equatable {}

/// Keeps versions of rows as JSON text, a digest and the key (``StoredVersion``):
///
///     ["9f58e81bf9ffae5f",17]
///     ["9f58e81bf9ffae5f",{"base64":"DTX7bOCzTp6qPBTTXKPN9A=="}]
struct RowVersionCodec<Record: FetchableRecord & TableRecord & Sendable>: TableCodec {
  var keptRows: KeptRows { .versions }

  private let stored = StoredVersionCodec(hasColumns: false)

  func encode(_ model: RowVersion<Record>) throws -> StoredValue {
    _ = try modelKey(of: model)
    return try stored.encode(StoredVersion(model))
  }

  func decode(_ value: StoredValue) throws -> RowVersion<Record> {
    try stored.decode(value).version()
  }

  func model(of row: Row, in table: NotedTable, _ statement: Statement) -> RowVersion<Record> {
    // Reading a value as another type may convert it, so the digest comes first.
    let digest = RowDigest(ofRowAt: statement).text
    return RowVersion(key: row[table.key], digest: digest)
  }

  func modelKey(of model: RowVersion<Record>) throws -> ModelKey {
    guard let key = ModelKey(RecordValue(model.key)) else {
      throw StorageError(
        .unencodable,
        "a row of the table \(Record.databaseTableName) has the key \(model.key); it must be an integer, a text or a blob"
      )
    }
    return key
  }

  func others(with value: StoredValue) -> OtherModels? { stored.others(with: value) }

  func copy(in value: StoredValue) -> RowCopy? { nil }
}
