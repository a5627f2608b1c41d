/// What a body has returned, and what has become of the components in it: a scope for each of them,
/// in their order.
///
///     node   view(group(view, Header, map(PostList)), Footer)
///     slots  Header  PostList  Footer
///
/// A body that is not run again stays as it is, whatever happens to the scopes within.
struct ScopeContent: Sendable {
  let node: TreeNode
  let slots: [ScopeSlot]
}

/// A scope within another.
struct ScopeSlot: Sendable {
  let scope: BuiltScope
  /// What becomes of messages on their way to the outer scope.
  let map: MessageMap?
  /// What the environment of the scope has instead of the values that the outer one is handed.
  let overrides: EnvironmentOverrides?
}
