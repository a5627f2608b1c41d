/// What a pass found out about the nodes of a tree, for the next one: a node that is the same object
/// under the same constraints is not laid out again.
public struct LayoutCache: Sendable {
  /// Makes a cache that knows nothing.
  public init() {}
}
