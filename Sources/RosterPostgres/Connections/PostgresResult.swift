#if Postgres
  internal import CPostgres
  package import RosterCore
  internal import RosterRows

  /// The rows that a statement has returned, in PostgreSQL's binary format.
  final class PostgresResult {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    var count: Int { Int(PQntuples(result)) }

    /// Visits every row.
    func forEachRow(_ visit: (PostgresRow) throws -> Void) rethrows {
      for index in 0..<PQntuples(result) {
        try visit(PostgresRow(result: result, index: index, firstColumn: 0))
      }
    }
  }

  /// A row, read column by column. It must not outlive the result.
  package struct PostgresRow: StoredRow {
    fileprivate let result: OpaquePointer
    fileprivate let index: Int32
    /// The place in the result of the column that is 0 here.
    fileprivate var firstColumn: Int32

    /// Returns the row without its first column.
    func withoutFirst() -> PostgresRow {
      var row = self
      row.firstColumn += 1
      return row
    }

    package func integer(_ column: Int32) -> Int {
      let number = bytes(column).reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) }
      // Shorter numbers, and truth values, are not negative.
      return Int(Int64(bitPattern: number))
    }

    package func isNull(_ column: Int32) -> Bool {
      PQgetisnull(result, index, firstColumn + column) == 1
    }

    package func text(_ column: Int32) -> String { PostgresText.decode(bytes(column)) }

    package func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
      guard let start = PQgetvalue(result, index, firstColumn + column) else {
        return UnsafeRawBufferPointer(start: nil, count: 0)
      }
      return UnsafeRawBufferPointer(
        start: start, count: Int(PQgetlength(result, index, firstColumn + column)))
    }

    /// The value whose text is in a column, and whose bytes are in the next one.
    package func value(_ column: Int32) -> StoredValue {
      if !isNull(column) { return .text(text(column)) }
      return isNull(column + 1) ? .null : .blob(Array(bytes(column + 1)))
    }
  }
#endif
