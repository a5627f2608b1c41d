internal import RosterCore

/// A tree and the controllers of its scopes.
struct ControlledTree<View> {
  /// The newest content of the tree.
  var content: ScopeContent
  private(set) var controlled: [ScopePath: any ControlledScope<View>] = [:]

  init(_ content: ScopeContent) { self.content = content }

  subscript(path: ScopePath) -> (any ControlledScope<View>)? {
    get { controlled[path] }
    set { controlled[path] = newValue }
  }

  /// Sets the frames of the scopes from a layout.
  ///
  /// - Complexity: O(*n*) in the number of boxes; O(1) if the tree has no controllers.
  func note(_ layout: TreeLayout?) {
    guard !controlled.isEmpty else { return }
    let frames = layout?.frames ?? [:]
    for (path, scope) in controlled { scope.frame = frames[path] }
  }

  /// Returns the scopes with controllers at and within a scope, each before those within it.
  ///
  /// - Complexity: O(*n*) in the number of scopes there; O(1) if the tree has no controllers.
  func controlled(
    within path: ScopePath = .root, where isWanted: (ScopePath) -> Bool = { _ in true }
  ) -> [any ControlledScope<View>] {
    guard !controlled.isEmpty else { return [] }
    let scopes =
      path == .root ? content.scopes : content.scope(at: path)?.withScopesInside ?? []
    return scopes.compactMap { scope in
      isWanted(scope.path) ? controlled[scope.path] : nil
    }
  }
}
