internal import RosterComponents
public import RosterCore
public import RosterLayout
internal import RosterMounting

/// A cell that shows rows of components, by ``ComponentRows/show(_:in:)``.
///
///     final class FeedCell: UICollectionViewCell, ComponentCell {
///       var mountedRow: MountedRow<UIView>?
///       var rowContainer: UIView { contentView }
///     }
///
/// The cells of this product size themselves by their rows as well. A cell of your own takes its size from
/// ``MountedRow/size``.
@MainActor public protocol ComponentCell<View>: AnyObject {
  /// A view of the toolkit.
  associatedtype View: AnyObject & Hashable

  /// The view in which those of the row are. It is a view in the cell, and not the cell: ``mountedRow`` keeps it.
  var rowContainer: View { get }

  /// What the cell shows; `nil` until it is set by ``ComponentRows``.
  var mountedRow: MountedRow<View>? { get set }

  /// Is called when the row has another size.
  func rowSizeDidChange()
}

extension ComponentCell {
  /// Does nothing.
  public func rowSizeDidChange() {}
}

/// The views of a row of components in a cell.
@MainActor public final class MountedRow<View: AnyObject & Hashable> {
  /// The item, header or footer; `nil` if the cell shows none, or another cell has come to show the same.
  public internal(set) var tree: TreeID?
  /// Its size; `nil` if there is none, or the list is not laid out.
  public internal(set) var size: Size?

  let container: View
  let host: ToolkitHost<View>
  let mount: ViewMount<ToolkitHost<View>>
  /// What shows rows in the cell.
  private(set) weak var rows: ComponentRows<View>?
  /// The cell; `nil` if it is gone.
  private(set) weak var cell: (any ComponentCell<View>)?
  /// Whether the cell is on the screen.
  private(set) var isOnScreen = false
  /// Whether the cell has left the screen since it was last shown a tree. A view does not ask for such a cell when its row
  /// changes, and may show it again.
  var mayBeOutdated = false
  /// The `ComponentTree` that it shows, of the type of message of its list; `nil` if it shows none.
  var shown: Any?
  /// The tree that controllers were told to be on the screen in this cell.
  var displayed: TreeID?
  /// Whether the views are being changed, so that what they report is not of the user.
  private(set) var isRendering = false

  init(
    _ cell: any ComponentCell<View>, of rows: ComponentRows<View>,
    on host: ToolkitHost<View>
  ) {
    (self.cell, self.rows) = (cell, rows)
    container = cell.rowContainer
    precondition(
      ObjectIdentifier(container) != ObjectIdentifier(cell),
      "the container of a row must be a view in its cell")
    self.host = host
    mount = ViewMount(in: container, of: host)
  }

  /// Notes that the cell is on the screen, or no longer, and tells controllers.
  func setOnScreen(_ isOnScreen: Bool) {
    if self.isOnScreen, !isOnScreen { mayBeOutdated = true }
    self.isOnScreen = isOnScreen
    rows?.screenChanged(of: self)
  }

  /// Changes the views.
  func rendering(_ change: () -> Void) {
    isRendering = true
    change()
    isRendering = false
  }

  /// Takes all views into the pool. What the user has entered in them is not shown to another item.
  func clear() {
    (size, shown) = (nil, nil)
    rendering {
      // What has the same scopes in another tree must not go on.
      mount.endAnimations()
      mount.render([], isLaidOut: true)
    }
    host.setElements([], of: container)
  }

  /// Says what assistive technology finds in the views.
  func describe(_ views: [ViewTree]) {
    let elements = views.accessibilityElements().compactMap { element in
      mount.view(at: element.address).map { view in
        let actions = element.actions.compactMap { action in
          mount.view(at: action.address).map { (action.label, action.event, $0) }
        }
        return RowElement(view: view, element: element, actions: actions)
      }
    }
    host.setElements(elements, of: container)
  }
}
