public import RosterComponents
public import RosterCore
internal import RosterJSON

/// Shows the visible rows of a list in a container of a host, and keeps their views from one frame
/// to the next.
///
/// The list and its rows are views of the host too:
///
///     list   class "list"; attributes axis, length, offset, count
///       row  class "row"; attributes tree, kind, section, item, stickyEnd, dragged; a frame
///         …  the views of the row
///
/// - The list has no frame: it fills its container and shows the part of its content that begins at
///   `offset`.
/// - The frames of rows are relative to the content. Rows stand in list order among their siblings.
/// - `item` is the index of an item in its section, and is missing for headers and footers.
/// - A header with `stickyEnd` is drawn in front of the rows, at `offset` but not before its own
///   frame and not beyond `stickyEnd`.
/// - A row with `dragged` is drawn in front of all others.
///
/// A row that remains keeps its view wherever it moves, and so does everything in it. The view of a
/// row that leaves is recycled for one that comes, at best for one with views of the same kind. The
/// row with the focus does not move among its siblings; the others do.
///
/// A mount belongs to the isolation of its host, like a ``ViewMount``.
public final class ListMount<Host: ViewHost> {
  /// A view of the host.
  public typealias View = Host.View

  let mount: ViewMount<Host>
  /// The view of the list, whose children are the rows.
  let mountedList: MountedView
  /// The trees that controllers believe to be visible.
  var displayed: Set<TreeID> = []

  /// Makes a list without rows.
  ///
  /// - Parameters:
  ///   - container: The view to put the list in. It must not be in another mount's care.
  ///   - host: Makes and changes the views.
  ///   - poolCountMax: How many hidden rows are kept, and how many hidden views in each view.
  public init(in container: View, of host: Host, poolCountMax: Int = 16) {
    mount = ViewMount(in: container, of: host, poolCountMax: poolCountMax)
    mount.render([ListFrame().view], isLaidOut: false)
    guard let list = mount.tree.root.children.first else {
      preconditionFailure("a mount has a view for each description")
    }
    mountedList = list
  }

  /// The view of the list. It is the same as long as the mount is used.
  public var list: View { mount.views.view(of: mountedList) }

  /// Shows a frame.
  ///
  /// - Returns: What has been done to views; zero if they show the frame already.
  /// - Complexity: O(*r*) for *r* rows, besides what ``ViewMount/render(_:isLaidOut:)`` takes for
  ///   rows with other views.
  @discardableResult
  public func show(_ frame: ListFrame) -> MountCounts {
    mount.tree.rendering { mount.tree.updateAll(mountedList, to: frame.tree) }
  }

  /// Takes an offset that the host has scrolled to by itself as the one that it shows, so that it
  /// is not told the same again.
  public func userScrolled(to offset: Double) {
    mount.viewReported(ReportedValue("offset", .number(offset)), of: list)
  }

  /// Takes a value that the user has given a view as the one that the view shows; see
  /// ``ViewMount/viewReported(_:of:)``.
  public func viewReported(_ reported: ReportedValue, of view: View) {
    mount.viewReported(reported, of: view)
  }

  /// Lets the list and all its rows go. The mount must not be used afterwards.
  @discardableResult
  public func removeAll() -> MountCounts { mount.removeAll() }

  // MARK: Asking

  /// Returns the item, header or footer in whose row a view is, or whose row it is; `nil` if the
  /// view is in no row that is shown.
  ///
  /// - Complexity: O(depth).
  public func tree(of view: View) -> TreeID? {
    guard var mounted = mount.views[view], !mounted.isPooled, !mounted.isLeaving else {
      return nil
    }
    while let container = mounted.container, container !== mountedList { mounted = container }
    return mounted.description.scope.rowTree
  }

  /// Returns the description that a view shows; `nil` if the view is not shown, or not of this
  /// mount.
  ///
  /// - Complexity: O(1).
  public func description(of view: View) -> ViewTree? { mount.description(of: view) }

  /// Returns the row of an item, header or footer; `nil` if it has no row that is shown.
  ///
  /// - Complexity: O(*r*) for *r* rows.
  public func view(of tree: TreeID) -> View? {
    let row = mountedList.children.first { $0.description.scope.rowTree == tree }
    return row.map(mount.views.view(of:))
  }

  /// The item, header or footer whose row has the focus, or a view in it; `nil` if there is none.
  ///
  /// Keep its row in the frames, also if it is not visible: the views of a row that is left out
  /// lose the focus.
  public var focusedTree: TreeID? { mount.views.host.focusedView.flatMap(tree(of:)) }
}

extension ListFrame {
  /// The list as a view, with its rows in it.
  var tree: ViewTree {
    var tree = view
    tree.children = rows.map(view(of:))
    return tree
  }
}
