internal import RosterCore

extension ScopeContent {
  /// All scopes, each before those within it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of scopes.
  var scopes: [BuiltScope] {
    var scopes: [BuiltScope] = []
    var remaining = slots.reversed().map(\.scope)
    while let scope = remaining.popLast() {
      scopes.append(scope)
      remaining += scope.content.slots.reversed().map(\.scope)
    }
    return scopes
  }

  /// Returns the scope at a path and those around it, the outermost first; empty if it does not
  /// exist.
  ///
  /// - Complexity: O(depth), times the number of scopes side by side.
  func scopes(to path: ScopePath) -> [BuiltScope] {
    var scopes: [BuiltScope] = []
    var slots = slots
    for key in path.keys {
      guard let scope = slots.first(where: { $0.scope.key == key })?.scope else { return [] }
      scopes.append(scope)
      slots = scope.content.slots
    }
    return scopes
  }

  /// Returns the scope at a path, `nil` if it does not exist.
  func scope(at path: ScopePath) -> BuiltScope? { scopes(to: path).last }
}

extension BuiltScope {
  /// The scope, and all scopes within it, each before those within it.
  var withScopesInside: [BuiltScope] { [self] + content.scopes }
}
