internal import CSQLite

/// A bound on the steps that SQLite takes for a file that may be forged.
///
/// The pages of a tree can lead to one page again and again. With a hundred ways from each page to the
/// next, SQLite would read the last one 100 × 100 × … times:
///
///     root ⇶ page ⇶ page ⇶ page ⇶ rows
///
/// A sound file of the same size takes a small part of the steps.
enum ReadingBound {
  private final class Rest {
    var intervalCount: Int
    init(_ intervalCount: Int) { self.intervalCount = intervalCount }
  }

  /// The number of steps after which SQLite asks whether to go on.
  private static let interval = 100_000
  private static let (stepCountMin, stepCountPerByte) = (100_000_000, 1_000)

  /// Runs statements that read a whole file at most some times.
  ///
  /// - Throws: `SQLITE_INTERRUPT` if they take more steps than a sound file needs.
  static func with<Value>(_ database: StoreConnection, _ body: () throws -> Value) throws -> Value {
    let pageCount = try database.integer("PRAGMA page_count") ?? 0
    let pageSize = try database.pageSize
    let stepCount = stepCountMin + pageCount * pageSize * stepCountPerByte
    let rest = Rest(stepCount / interval)
    return try withExtendedLifetime(rest) {
      sqlite3_progress_handler(
        database.handle, CInt(interval),
        { rest in
          guard let rest else { return 0 }
          let remaining = Unmanaged<Rest>.fromOpaque(rest).takeUnretainedValue()
          remaining.intervalCount -= 1
          return remaining.intervalCount < 0 ? 1 : 0
        }, Unmanaged.passUnretained(rest).toOpaque())
      defer { sqlite3_progress_handler(database.handle, 0, nil, nil) }
      return try body()
    }
  }
}
