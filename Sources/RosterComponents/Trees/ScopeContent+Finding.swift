internal import RosterCore

extension ScopeContent {
  /// The scope at a path and those around it, the outermost first; none if the scope is not there.
  ///
  /// - Complexity: O(depth), times the number of scopes side by side.
  func scopes(to path: ScopePath) -> [BuiltScope] {
    var scopes: [BuiltScope] = []
    var slots = slots
    for key in path.keys {
      guard let scope = slots.first(where: { $0.scope.path.key == key })?.scope else { return [] }
      scopes.append(scope)
      slots = scope.content.slots
    }
    return scopes
  }

  /// What a scope has become, or all there is for the root; `nil` if the scope is not there.
  func place(at path: ScopePath) -> ScopeContent? {
    path == .root ? self : scopes(to: path).last?.content
  }
}
