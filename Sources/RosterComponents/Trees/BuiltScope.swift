internal import RosterCore

/// A built component: its place, what it is, and what its body has become.
///
/// It is immutable. A tree that has the same object as an earlier one has the same component with
/// the same state, and so on for all that is in it.
final class BuiltScope: Sendable {
  let path: ScopePath
  let key: ScopeKey
  let body: RunBody
  let content: ScopeContent
  /// What the component and all within it have read of the environment that it was handed.
  let reads: EnvironmentReads
  /// The number of scopes: this one and all within it.
  let totalCount: Int

  init(
    path: ScopePath, key: ScopeKey, body: RunBody, content: ScopeContent, reads: EnvironmentReads
  ) {
    self.path = path
    self.key = key
    self.body = body
    self.content = content
    self.reads = reads
    var count = 1
    for index in content.slots.indices { count += content.slots[index].scope.totalCount }
    totalCount = count
  }

  /// A scope with nothing within.
  init(path: ScopePath, key: ScopeKey, body: RunBody, node: TreeNode) {
    self.path = path
    self.key = key
    self.body = body
    content = ScopeContent(node: node, slots: [])
    reads = body.reads
    totalCount = 1
  }

  /// A copy with other scopes within.
  convenience init(_ scope: BuiltScope, slots: [ScopeSlot], reads: EnvironmentReads) {
    self.init(
      path: scope.path, key: scope.key, body: scope.body,
      content: ScopeContent(node: scope.content.node, slots: slots), reads: reads)
  }

  /// The component with its state.
  var owner: any ScopeOwner { body.owner }
}

/// What is known of a scope when its body has been run, beside what the body returned.
struct RunBody: Sendable {
  let owner: any ScopeOwner
  let handlers: [ActionHandler]
  /// What the component itself has read of the environment.
  let reads: EnvironmentReads

  /// The handler of an action; the last one that the body made, if it made several of one name.
  func handler(named name: String) -> ActionHandler? { handlers.last { $0.name == name } }
}
