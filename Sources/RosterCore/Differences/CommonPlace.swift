/// The offsets of one touched element in a run of the source and in one of the target.
struct CommonPlace {
  var source: Int
  var target: Int
  /// Whether it is known to have moved.
  var hasMoved: Bool
}

extension [CommonPlace] {
  /// The elements that must move.
  ///
  /// - Parameters:
  ///   - leaving: The other touched indexes of the source row.
  ///   - arriving: The other touched indexes of the target row.
  func moved(leaving: [Int], arriving: [Int]) -> [CommonPlace] {
    let sourceRanks = (leaving + map(\.source)).ranksOfOthers
    let targetRanks = (arriving + map(\.target)).ranksOfOthers
    var moved: [CommonPlace] = []
    var candidates: [CommonPlace] = []
    for place in sorted(by: { $0.source < $1.source }) {
      // Between other untouched neighbours than before, it must move.
      if sourceRanks[place.source] == targetRanks[place.target] {
        candidates.append(place)
      } else {
        moved.append(place)
      }
    }
    let staying = candidates.staying
    for (position, place) in candidates.enumerated() where !staying.contains(position) {
      moved.append(place)
    }
    return moved
  }

  /// The positions of elements that kept their order, in an array that is in the order of the source: as many as possible
  /// of those that are not known to have moved, and then of the others.
  private var staying: Set<Int> {
    let unmoved = indices.filter { !self[$0].hasMoved }
    let first = longestIncreasingSubsequence(of: unmoved.map { self[$0].target })
      .map { unmoved[$0] }
    let targets = first.map { self[$0].target }
    // Of the others, those between the same staying ones as before can stay as well.
    var fitting: [Int] = []
    var countBefore = 0
    for position in indices {
      if countBefore < first.count, first[countBefore] == position { countBefore += 1 }
      guard self[position].hasMoved else { continue }
      let target = self[position].target
      let followsBefore = countBefore == 0 || targets[countBefore - 1] < target
      let precedesNext = countBefore == targets.count || target < targets[countBefore]
      if followsBefore, precedesNext { fitting.append(position) }
    }
    let second = longestIncreasingSubsequence(of: fitting.map { self[$0].target })
    return Set(first).union(second.map { fitting[$0] })
  }
}

extension [Int] {
  /// For each of these indexes, how many indexes that are not among them are smaller.
  fileprivate var ranksOfOthers: [Int: Int] {
    var ranks: [Int: Int] = [:]
    for (position, index) in sorted().enumerated() { ranks[index] = index - position }
    return ranks
  }
}
