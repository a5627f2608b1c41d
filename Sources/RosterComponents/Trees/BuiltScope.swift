internal import RosterCore

/// A built component: its path, the component with its state, and the result of its body.
///
/// It is immutable. If a tree has the same object as an earlier one, the component, its state and
/// everything within it are the same.
final class BuiltScope: Sendable {
  let path: ScopePath
  let key: ScopeKey
  let body: RunBody
  let content: ScopeContent
  /// The values that the component and those within it have read of the environment that it
  /// received.
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

  /// Makes a scope without scopes within.
  init(path: ScopePath, key: ScopeKey, body: RunBody, node: TreeNode) {
    self.path = path
    self.key = key
    self.body = body
    content = ScopeContent(node: node, slots: [])
    reads = body.reads
    totalCount = 1
  }

  /// Makes a copy with other scopes within.
  convenience init(_ scope: BuiltScope, slots: [ScopeSlot], reads: EnvironmentReads) {
    self.init(
      path: scope.path, key: scope.key, body: scope.body,
      content: ScopeContent(node: scope.content.node, slots: slots), reads: reads)
  }

  /// The component with its state.
  var owner: any ScopeOwner { body.owner }
}

/// The result of running a body, besides the node that it returned.
struct RunBody: Sendable {
  let owner: any ScopeOwner
  let handlers: [ActionHandler]
  /// The values that the component itself has read of the environment.
  let reads: EnvironmentReads

  /// Returns the handler of an action; the last one if the body made several of one name.
  func handler(named name: String) -> ActionHandler? { handlers.last { $0.name == name } }
}
