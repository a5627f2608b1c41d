public import RosterCore

/// A built view with everything in it, without any closure: what a renderer needs, wherever it runs.
public struct ViewTree: Hashable, Sendable {
  /// What the view is.
  public var spec: ViewSpec
  /// The innermost scope that the view is part of: the sender of its events.
  public var scope: ScopePath
  /// The views in it, from back to front.
  public var children: [ViewTree]

  /// Makes a tree of its parts.
  public init(_ spec: ViewSpec, scope: ScopePath = .root, children: [ViewTree] = []) {
    self.spec = spec
    self.scope = scope
    self.children = children
  }
}
