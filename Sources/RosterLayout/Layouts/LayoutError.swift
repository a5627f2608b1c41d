/// Why a tree was not laid out.
public enum LayoutError: Error, Hashable, Sendable {
  /// The tree has more levels than there is room for.
  case tooDeep(levels: Int, limit: Int)
  /// The tree has more boxes than there is room for.
  case tooLarge(count: Int, limit: Int)
}
