public import RosterCore

extension ControllerHost {
  /// Shows a scope, or brings what is shown up to date, with everything in it.
  ///
  /// - Parameters:
  ///   - scope: The scope. One without a controller is none to the host: it only runs `children`.
  ///   - tree: Where the scope is.
  ///   - view: The scope's own view; `nil` if it has none.
  ///   - children: Shows the scopes within it.
  /// - Returns: What `children` returns.
  /// - Throws: What `children` throws; the scope counts as shown all the same, and can be unmounted.
  public func mount<Result, Failure: Error>(
    _ scope: ScopePath, of tree: some TreeIdentifying, view: View? = nil,
    _ children: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let controlled = self[tree.treeID]?[scope] else { return try children() }
    tell(controlled.beginMount(with: view))
    // The end is told to the same controller, even if its scope has gone meanwhile.
    defer { tell(controlled.handle(.endMount)) }
    return try children()
  }

  /// Shows a scope without others in it.
  public func mount(_ scope: ScopePath, of tree: some TreeIdentifying, view: View? = nil) {
    mount(scope, of: tree, view: view) {}
  }

  /// Takes away the views of a scope and of those within it, from the inside out. Does nothing for
  /// what is not mounted, or not there.
  public func unmount(_ scope: ScopePath, of tree: some TreeIdentifying) {
    let scopes = self[tree.treeID]?.controlled(within: scope) ?? []
    tell(scopes.reversed().flatMap { $0.handle(.unmount) })
  }

  /// Takes away the views of a tree.
  public func unmount(_ tree: some TreeIdentifying) { unmount(.root, of: tree) }
}
