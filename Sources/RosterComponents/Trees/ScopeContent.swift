/// What a body has become, and the scopes in it that are in no other scope, in their order.
struct ScopeContent: Sendable {
  let node: TreeNode
  let slots: [ScopeSlot]
}

/// A scope within another.
struct ScopeSlot: Sendable {
  let scope: BuiltScope
  /// What becomes of messages on their way to the outer scope.
  let map: MessageMap?
}
