internal import CSQLite

/// The bound on the steps that SQLite takes for a file that may be forged.
///
/// The pages of a tree can lead to one page again and again. With a hundred ways from each page to the
/// next (`root ⇶ page ⇶ page ⇶ page ⇶ rows`), SQLite would read the last one 100 × 100 × … times. A sound
/// file of the same size takes a small part of the steps.
extension StoreConnection {
  /// Runs statements that read a whole file at most some times.
  ///
  /// - Throws: `SQLITE_INTERRUPT` if they take more steps than a sound file needs.
  func withBoundedSteps<Value>(_ body: () throws -> Value) throws -> Value {
    let pageCount = try integer("PRAGMA page_count") ?? 0
    let stepCount = try 100_000_000 + pageCount * pageSize * 1_000
    // SQLite asks after so many steps whether to go on.
    let interval = 100_000
    return try withUnsafeTemporaryAllocation(of: Int.self, capacity: 1) { rest in
      rest.initialize(repeating: stepCount / interval)
      sqlite3_progress_handler(
        handle, CInt(interval),
        { rest in
          guard let rest = rest?.assumingMemoryBound(to: Int.self) else { return 0 }
          rest.pointee -= 1
          return rest.pointee < 0 ? 1 : 0
        }, rest.baseAddress)
      defer { sqlite3_progress_handler(handle, 0, nil, nil) }
      return try body()
    }
  }
}
