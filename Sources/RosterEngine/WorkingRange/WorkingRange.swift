/// How far beyond the viewport trees are kept.
///
/// Items outside of the range keep their models and states. Trees are built when items enter the
/// range, in the order of need, and dropped some distance after items have left it. So a range that
/// moves back and forth at an edge builds nothing twice.
public struct WorkingRange: Hashable, Sendable {
  /// How far a range reaches beyond what is visible.
  public enum Reach: Hashable, Sendable {
    /// A number of items.
    case items(Int)
    /// The items of which any part is at most this many points away.
    case points(Double)
  }

  /// The reach in the direction of scrolling, which is toward the end of the list until the user
  /// scrolls the other way.
  public var ahead: Reach
  /// The reach in the other direction.
  public var behind: Reach

  /// Makes a range.
  public init(ahead: Reach, behind: Reach) {
    self.ahead = ahead
    self.behind = behind
  }
}

extension WorkingRange.Reach {
  /// Whether the reach is a valid distance.
  var isSound: Bool {
    switch self {
    case .items(let count): count >= 0
    case .points(let points): points.isFinite && points >= 0
    }
  }
}
