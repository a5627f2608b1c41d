/// Why a tree was not laid out.
public enum LayoutError: Error, Hashable, Sendable {
  /// The tree has more levels than there is room for.
  case tooDeep(levels: Int, limit: Int)
}
