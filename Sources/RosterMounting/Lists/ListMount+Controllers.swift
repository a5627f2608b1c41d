public import RosterComponents
public import RosterCore

extension ListMount {
  /// Shows a frame, and tells the controllers of its components.
  ///
  /// Controllers are told in this order: rows that are no longer visible have disappeared; the
  /// components of rows that leave are unmounted, before the views are recycled; rows that come, and
  /// rows with other views, are mounted from first to last; rows that are now visible appear.
  ///
  /// A mount whose views controllers have must show every frame in this way.
  ///
  /// - Parameters:
  ///   - frame: The frame. The controllers have received its trees with
  ///     `ControllerHost.apply(removing:updating:)`.
  ///   - visible: The trees of the rows that are visible.
  ///   - controllers: The controllers.
  /// - Returns: What has been done to views; zero if they show the frame already.
  @discardableResult
  public func show(
    _ frame: ListFrame, displaying visible: [TreeID], telling controllers: ControllerHost<View>
  ) -> MountCounts {
    let shown = Set(visible)
    for tree in displayed.subtracting(shown).sorted() { controllers.didEndDisplaying(tree) }
    let counts = mount.tree.rendering { mountRows(of: frame, telling: controllers) }
    for tree in visible where !displayed.contains(tree) { controllers.willDisplay(tree) }
    displayed = shown
    return counts
  }

  private func mountRows(of frame: ListFrame, telling controllers: ControllerHost<View>) {
    mount.tree.losses = ViewLosses { scope, view in
      if let tree = Self.row(around: view).description.scope.rowTree {
        controllers.unmount(scope.rowTree == nil ? scope : .root, of: tree)
      }
    }
    let tree = frame.tree
    guard mount.tree.update(mountedList, to: tree) else { return }
    for (place, (row, child)) in zip(mountedList.places, zip(frame.rows, tree.children)) {
      guard let mounted = place else { continue }
      let former = mounted.description
      let isMounted =
        former.scope == child.scope && !mounted.isPooled && former.children.isSame(as: row.views)
      _ = mount.tree.update(mounted, to: child)
      if isMounted { continue }
      controllers.mount(row.views, of: row.tree) { tree, address in
        guard let inner = mounted.view(at: address.indices) else { return nil }
        _ = mount.tree.update(inner, to: tree)
        return mount.views.view(of: inner)
      }
    }
  }

  /// Returns the row that a view is in, or that it is.
  private static func row(around view: MountedView) -> MountedView {
    var row = view
    while row.description.scope.rowTree == nil, let container = row.container { row = container }
    return row
  }
}
