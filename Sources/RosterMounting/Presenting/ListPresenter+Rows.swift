public import RosterCore

/// Which row belongs to what, for applications with keys and menus of their own.
extension ListPresenter {
  /// The item, header or footer whose row has the focus, or a view in it; `nil` if there is none.
  public var focusedTree: TreeID? { mount.focusedTree }

  /// Returns the item, header or footer in whose row a view is, or whose row it is; `nil` if the
  /// view is in no row that is shown.
  ///
  /// - Complexity: O(depth).
  public func tree(of view: View) -> TreeID? { mount.tree(of: view) }

  /// Returns the row of an item, header or footer; `nil` if it has no row that is shown.
  ///
  /// - Complexity: O(*r*) for *r* rows.
  public func view(of tree: TreeID) -> View? { mount.view(of: tree) }
}
