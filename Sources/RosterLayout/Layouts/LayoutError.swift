/// The reason why a tree was not laid out.
public enum LayoutError: Error, Hashable, Sendable {
  /// The tree has more levels than allowed.
  case tooDeep(levels: Int, limit: Int)
  /// The tree has more boxes than allowed.
  case tooLarge(count: Int, limit: Int)
}

extension LayoutError: CustomStringConvertible {
  /// The number that is too large, and its limit.
  public var description: String {
    switch self {
    case .tooDeep(let levels, let limit):
      "the tree has \(levels) levels of boxes, and more than \(limit) are not laid out"
    case .tooLarge(let count, let limit):
      "the tree has \(count) boxes, and more than \(limit) are not laid out"
    }
  }
}
