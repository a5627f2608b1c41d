internal import RosterCore

/// The contents of rows that were encoded lately, for all clients of a list.
///
/// They have room for some bytes. A row takes the room of its bytes, and at least an equal share of all rows that may be
/// kept, so that neither there are more bytes nor more rows:
///
///     100 rows, 10,000 bytes     a row of 40 bytes takes 100, one of 400 bytes takes 400
struct RowCache {
  private var cache: LeastRecentlyUsedCache<TreeID, RowContent>
  /// The room that a row takes at least.
  private let costMin: Int

  /// - Parameters:
  ///   - countMax: The most rows that are kept; at least one.
  ///   - byteCountMax: The most bytes that are kept.
  init(countMax: Int, byteCountMax: Int) {
    cache = LeastRecentlyUsedCache(costMax: byteCountMax)
    costMin = (byteCountMax + countMax - 1) / max(1, countMax)
  }

  /// The number of rows.
  var count: Int { cache.count }

  /// The number of bytes.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  var byteCount: Int { cache.all.reduce(0) { $0 + $1.value.bytes.count } }

  /// Returns the content of a row, if it is kept.
  mutating func content(of tree: TreeID) -> RowContent? { cache.value(for: tree) }

  /// Keeps the content of a row.
  mutating func insert(_ content: RowContent, for tree: TreeID) {
    cache.insert(content, for: tree, cost: max(costMin, content.bytes.count))
  }

  /// Forgets a row, because it has changed.
  mutating func remove(_ tree: TreeID) { cache.remove(tree) }

  /// Forgets all rows.
  mutating func removeAll() { cache.removeAll() }
}
