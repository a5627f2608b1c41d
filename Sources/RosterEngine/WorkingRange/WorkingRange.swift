/// For which items of a list trees exist: for those that are visible, and some before and behind.
///
/// Items outside keep their models and states. Their trees are built when they come into the range,
/// those that are needed first before the others, and dropped some way after they have left it: a
/// range that goes back and forth at an edge builds nothing twice.
public struct WorkingRange: Hashable, Sendable {
  /// How far a range reaches beyond what is visible.
  public enum Reach: Hashable, Sendable {
    /// So many items.
    case items(Int)
    /// The items of which any part is not further away than so many points.
    case points(Double)
  }

  /// How far it reaches in the direction of scrolling: to the end of the list, until somebody scrolls
  /// the other way.
  public var ahead: Reach
  /// How far it reaches in the other direction.
  public var behind: Reach

  /// Makes a range.
  public init(ahead: Reach, behind: Reach) {
    self.ahead = ahead
    self.behind = behind
  }
}

extension WorkingRange.Reach {
  /// Whether it is a distance.
  var isSound: Bool {
    switch self {
    case .items(let count): count >= 0
    case .points(let points): points.isFinite && points >= 0
    }
  }
}
