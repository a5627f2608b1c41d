public import RosterCore

extension ControllerHost {
  /// Mounts a scope, or remounts it if it is mounted already, including the scopes within it.
  ///
  /// - Parameters:
  ///   - scope: The scope. For a scope without a controller, the host only runs `children`.
  ///   - tree: The tree of the scope.
  ///   - view: The scope's own view; `nil` if it has none.
  ///   - children: Mounts the scopes within it.
  /// - Returns: What `children` returns.
  /// - Throws: The error of `children`. The scope counts as mounted nevertheless, and can be
  ///   unmounted.
  public func mount<Result, Failure: Error>(
    _ scope: ScopePath, of tree: TreeID, view: View? = nil,
    _ children: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let controlled = self[tree]?[scope] else { return try children() }
    tell(controlled.beginMount(with: view))
    // The same controller gets the end, even if its scope is removed in the meantime.
    defer { tell(controlled.handle(.endMount)) }
    return try children()
  }

  /// Mounts a scope without scopes in it.
  public func mount(_ scope: ScopePath, of tree: TreeID, view: View? = nil) {
    mount(scope, of: tree, view: view) {}
  }

  /// Unmounts a scope and the scopes within it, from the inside out. Does nothing if the scope is
  /// not mounted or does not exist.
  public func unmount(_ scope: ScopePath, of tree: TreeID) {
    let scopes = self[tree]?.controlled(within: scope) ?? []
    tell(scopes.reversed().flatMap { $0.handle(.unmount) })
  }

  /// Unmounts all scopes of a tree.
  public func unmount(_ tree: TreeID) { unmount(.root, of: tree) }
}
