/// The node that a body has returned, and the scopes of the components in it, in their order.
///
///     node   view(group(view, Header, map(PostList)), Footer)
///     slots  Header  PostList  Footer
///
/// If a body does not run again, its node stays the same, even if the scopes within change.
struct ScopeContent: Sendable {
  let node: TreeNode
  let slots: [ScopeSlot]
}

/// A scope within another.
struct ScopeSlot: Sendable {
  let scope: BuiltScope
  /// The transformations of messages on their way to the outer scope.
  let map: MessageMap?
  /// The values of the environment that the scope receives instead of those of the outer one.
  let overrides: EnvironmentOverrides?
}
