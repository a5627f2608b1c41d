internal import RosterCore

/// Which views of a row move, so that the others need not.
package enum RowOrder {
  /// Returns, for each view of the new row, whether it stays where it is. The others are placed in
  /// the order of the new row, each directly behind its predecessor.
  ///
  ///     row      A B C D        new row    B D A        positions  1 3 0
  ///     stays    true true false, so A is placed behind D
  ///
  /// As many views as possible stay.
  ///
  /// - Parameters:
  ///   - positions: The position of each view in the row, `nil` for a view that is not in it.
  ///   - pinned: The index of a view that must stay, `nil` if there is none. It has a position.
  /// - Complexity: O(*n* log *n*), O(*n*) if the order has not changed.
  package static func staying(_ positions: [Int?], pinned: Int? = nil) -> [Bool] {
    var candidates = positions.indices.filter { positions[$0] != nil }
    if let pinned, let pin = positions[pinned] {
      // Whatever increases among the rest can be extended by the pinned one, so the longest
      // subsequence contains it.
      candidates.removeAll { index in
        guard let position = positions[index], index != pinned else { return false }
        return (index < pinned) != (position < pin)
      }
    }
    var stays = Array(repeating: false, count: positions.count)
    for place in longestIncreasingSubsequence(of: candidates.compactMap { positions[$0] }) {
      stays[candidates[place]] = true
    }
    return stays
  }
}
