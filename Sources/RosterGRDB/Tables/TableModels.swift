public import GRDB
internal import RosterCore
internal import RosterRows
internal import RosterStore

/// What the items of a table's list have as models: copies of the rows, or only which rows there are.
///
///     let todos = try roster.table(Todo.self, .copied)
///     let photos = try roster.table(Photo.self, .rows)
///     let dated = try roster.table(Photo.self, .rows(copying: PhotoDate.self), list: "dated")
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

extension TableModels where Record: FetchableRecord & Sendable {
  /// The models are as with ``rows``, and have copies of some columns, by which a derived list can sort, filter and search.
  ///
  ///     let photos = try roster.table(Photo.self, .rows(copying: PhotoDate.self))
  ///     let newest = try photos.list.derived("newest", version: "1")
  ///       .sorted { [.descending($0.columns.takenAt)] }.open()
  ///
  /// - Parameter columns: A record of the same table that has these columns only.
  public static func rows<Columns>(copying columns: Columns.Type) -> Self
  where Model == RowExcerpt<Record, Columns> {
    Self { _ in RowExcerptCodec<Record, Columns>() }
  }
}

/// Makes models of the rows of a table, and keeps them.
protocol TableCodec<Model>: ModelCodec {
  /// What its models have of rows.
  var keptRows: KeptRows { get }

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

  /// Returns what a list has that has a model which is none of this codec; `nil` for one that it may have written.
  func others(with value: StoredValue) -> OtherModels?

  /// Returns what a model has of its row, without reading it as the record; `nil` if it copies nothing.
  func copy(in value: StoredValue) -> RowCopy?
}

/// What a model has of a row, whichever version of an application has written it.
struct RowCopy {
  /// The primary key of the row.
  let key: DatabaseValue
  /// The names of the columns that are copied.
  let columns: Set<String>
}

/// Why a model is none of a codec: the list of the table has others.
struct OtherModels: Error, CustomStringConvertible {
  /// What the list has of the rows.
  let keptRows: KeptRows

  static let copies = OtherModels(keptRows: .copies)
  static let versions = OtherModels(keptRows: .versions)
  static let excerpts = OtherModels(keptRows: .excerpts)

  /// What the list has, and how it is opened.
  var description: String {
    switch keptRows {
    case .copies: "it has copies of its rows; open it with .copied"
    case .versions:
      "it has versions of its rows and copies of no columns; open it with .rows"
    case .excerpts:
      "it has versions of its rows and copies of some columns; open it with .rows(copying:)"
    }
  }
}
