internal import RosterCore

/// A built component: its place, what it is, and what its body has become.
///
/// It is immutable. A tree that has the same object as an earlier one has the same component with
/// the same state, and so on for all that is in it.
final class BuiltScope: Sendable {
  let path: ScopePath
  let key: ScopeKey
  let owner: any ScopeOwner
  let content: ScopeContent
  /// What the component and all within it have read of the environment that it was handed.
  let reads: EnvironmentReads
  /// The number of scopes: this one and all within it.
  let totalCount: Int

  init(
    path: ScopePath, key: ScopeKey, owner: any ScopeOwner, content: ScopeContent,
    reads: EnvironmentReads
  ) {
    self.path = path
    self.key = key
    self.owner = owner
    self.content = content
    self.reads = reads
    totalCount = content.slots.reduce(1) { $0 + $1.scope.totalCount }
  }
}
