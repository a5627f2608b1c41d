public import GRDB
internal import RosterCore
internal import RosterRows
internal import RosterStore

/// What the items of a table's list have as models: copies of the rows, or only which rows there are.
///
///     let todos = try roster.table(Todo.self, .copied)
///     let photos = try roster.table(Photo.self, .rows)
public struct TableModels<Record: TableRecord, Model: Sendable>: Sendable {
  /// Makes the codec for a table whose primary key is a column.
  let codec: @Sendable (_ key: String) -> any TableCodec<Model>
}

extension TableModels
where Record: FetchableRecord & EncodableRecord & Sendable, Model == Record {
  /// The models are the records, copied as JSON: each revision has its rows as they were.
  public static var copied: Self { Self { RowCodec<Record>(key: $0) } }
}

extension TableModels where Record: FetchableRecord & Sendable, Model == RowVersion<Record> {
  /// The models say which rows there are, and tell their versions apart. The rows stay in their table, where
  /// ``RowVersion/fetch(_:)`` reads them: a row takes some 80 bytes in the list, however large it is.
  public static var rows: Self { Self { _ in RowVersionCodec<Record>() } }
}

/// Makes models of the rows of a table, and keeps them.
protocol TableCodec<Model>: ModelCodec {
  /// Makes the model of a row.
  ///
  /// - Parameters:
  ///   - row: The row, which is read before it returns.
  ///   - statement: The statement that stands at the row.
  /// - Throws: What reading the row throws; `unencodable`.
  func model(of row: Row, in table: NotedTable, _ statement: Statement) throws -> Model

  /// Returns the key of a model.
  ///
  /// - Throws: `unencodable` if it has none that a list can have.
  func modelKey(of model: Model) throws -> ModelKey

  /// Returns why a list that has a model is opened with other models; `nil` if it has those of this codec.
  func refusal(of value: StoredValue) -> String?
}

extension TableCodec {
  /// Verifies that a model is one of this codec.
  ///
  /// - Throws: `undecodable` if the list had other models when it was stored.
  func verify(_ value: StoredValue) throws(StorageError) {
    guard let refusal = refusal(of: value) else { return }
    throw StorageError(.undecodable, "the list of a table had other models then: \(refusal)")
  }
}
