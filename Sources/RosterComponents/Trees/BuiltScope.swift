internal import RosterCore

/// A built component: its place, what it is, and what its body has become.
///
/// It is immutable. A tree that has the same object as an earlier one has the same component with
/// the same state, and so on for all that is in it.
final class BuiltScope: Sendable {
  let path: ScopePath
  let typeName: String
  let owner: any ScopeOwner
  let content: ScopeContent

  init(path: ScopePath, typeName: String, owner: any ScopeOwner, content: ScopeContent) {
    self.path = path
    self.typeName = typeName
    self.owner = owner
    self.content = content
  }
}
