internal import RosterCore

/// What leaves its place in a list and what arrives in it, some of which is moved within its section.
struct Rearrangement {
  /// From the source to the target, ascending by the source. Sections that stay are in the same order in both.
  let moves: [ItemMove]
  /// The paths in the source of all that leaves its place, with those of the moves, ascending.
  let leaving: [ItemPath]
  /// The paths in the target of all that arrives, with those of the moves, ascending.
  let arriving: [ItemPath]

  /// The indexes of moves without which the order is the same: what they move is where it was among all that stays.
  ///
  ///     source  a b c d     moves of a to 1 and b to 0: that of a is needless
  ///     target  b a c d
  ///
  /// - Complexity: O(*k* log *k*) for *k* that leave or arrive.
  var needlessMoves: [Int] {
    // What has as much before it of what stays, in both orders, stays in order with all of that.
    let staying = moves.indices.filter {
      leaving.stayingCount(before: moves[$0].source)
        == arriving.stayingCount(before: moves[$0].target)
    }
    let places = staying.map { arriving.count(below: moves[$0].target) }
    return longestIncreasingSubsequence(of: places).map { staying[$0] }
  }
}

extension [ItemPath] {
  /// Returns how many items of the section stand before a path, without those at these paths.
  fileprivate func stayingCount(before path: ItemPath) -> Int {
    let start = ItemPath(section: path.section, item: 0)
    return path.item - (count(below: path) - count(below: start))
  }

  /// Returns how many of these, which ascend, are lower than a path.
  fileprivate func count(below limit: ItemPath) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < limit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
