/// Why a tree was not laid out.
public enum LayoutError: Error, Hashable, Sendable {
  /// The tree has more levels than there is room for.
  case tooDeep(levels: Int, limit: Int)
  /// The tree has more boxes than there is room for.
  case tooLarge(count: Int, limit: Int)
}

extension LayoutError: CustomStringConvertible {
  /// What is too much of the tree, and how much there may be.
  public var description: String {
    switch self {
    case .tooDeep(let levels, let limit):
      "the tree has \(levels) levels of boxes, and more than \(limit) are not laid out"
    case .tooLarge(let count, let limit):
      "the tree has \(count) boxes, and more than \(limit) are not laid out"
    }
  }
}
