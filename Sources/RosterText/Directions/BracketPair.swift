/// A pair of brackets in an isolating run sequence (BD16).
struct BracketPair {
  let opening: Int
  private(set) var closing: Int
  /// The number of characters of each direction between the brackets.
  private var leftToRightCount = 0
  private var rightToLeftCount = 0

  /// The number of brackets that may be open at once (BD16).
  private static let depthMax = 63

  /// Whether there is a character of a direction between the brackets; numbers count as R.
  func contains(_ direction: BidiClass) -> Bool {
    (direction == .leftToRight ? leftToRightCount : rightToLeftCount) > 0
  }

  /// Returns the pairs in the order of their opening brackets. If more brackets are open than BD16
  /// allows, the pairs up to there are all.
  ///
  /// - Complexity: O(*n*), where *n* is the number of types: directions are counted up to each
  ///   bracket, so that what is between two of them is a difference.
  static func pairs(in types: [BidiClass], scalar: (Int) -> UInt32) -> [BracketPair] {
    var found: [BracketPair] = []
    // The indices of open brackets in `found`.
    var open: [(index: Int, pair: UInt32)] = []
    var counts = (leftToRight: 0, rightToLeft: 0)
    for (place, type) in types.enumerated() {
      switch type.strong {
      case .leftToRight?: counts.leftToRight += 1
      case .some: counts.rightToLeft += 1
      case nil: break
      }
      guard type == .otherNeutral, let bracket = BidiTable.shared.bracket(scalar(place)) else {
        continue
      }
      if bracket.isOpening {
        if open.count == depthMax { break }
        open.append((found.count, bracket.pair))
        // Until it is closed, it counts what is before it.
        found.append(
          BracketPair(
            opening: place, closing: -1, leftToRightCount: counts.leftToRight,
            rightToLeftCount: counts.rightToLeft))
      } else if let match = open.lastIndex(where: { $0.pair == bracket.pair }) {
        let index = open[match].index
        open.removeSubrange(match...)
        found[index].closing = place
        found[index].leftToRightCount = counts.leftToRight - found[index].leftToRightCount
        found[index].rightToLeftCount = counts.rightToLeft - found[index].rightToLeftCount
      }
    }
    return found.filter { $0.closing >= 0 }
  }
}
