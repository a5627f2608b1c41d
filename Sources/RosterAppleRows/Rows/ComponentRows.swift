package import RosterComponentLists
public import RosterComponents
public import RosterCore
package import RosterEngine
internal import RosterJSON
public import RosterLayout
internal import RosterMounting
internal import RosterText
internal import RosterWidgets

/// Shows rows of components in cells of a collection or table view.
///
///     let rows = ComponentRows<UIView>(feed)
///     let source = try CollectionViewSource(feed, in: view) {
///       (cell: ComponentCollectionViewCell, row) in
///       rows.show(.item(row.id), in: cell)
///     }
///
/// The list builds the rows and lays them out in the background; here views are made, changed and used again. What the
/// user does in them goes to the components and controllers of the row. Messages are left to the application
/// (`ListDataSource.messages()`).
///
/// A tree has controllers as long as a cell shows it. They are mounted and remounted with it, and unmounted before the cell
/// shows another one. Tell ``willDisplay(_:)`` and ``didEndDisplaying(_:)`` when cells, headers and footers of UIKit
/// appear and leave the screen. Call ``removeAll()`` when no rows are shown any more.
///
/// Headers and footers of components stand in header and footer views, such as `ComponentCollectionReusableView`:
///
///     source.setHeaders(in: view) { (header: ComponentCollectionReusableView, section) in
///       rows.show(.header(of: section.id), in: header)
///     }
///
/// What changes in a row that a cell shows is animated as its components say (`AnimatedComponent`), unless the user
/// does not want motion. A row that comes is there at once: a cell that is used again is no new row.
@MainActor public final class ComponentRows<View: AnyObject & Hashable> {
  /// The controllers of the rows that are shown. Register their makers before the first row.
  public let controllers: ControllerHost<View>

  /// What could not be read or laid out last; `nil` if nothing has failed.
  public private(set) var failure: (any Error)? {
    didSet { if let failure { onFailure?(failure) } }
  }

  /// Is called with each ``failure``.
  public var onFailure: ((any Error) -> Void)?

  private let makeHost: @MainActor () -> ToolkitHost<View>
  private let read: (TreeID) throws(StorageError) -> RowContent<View>?
  private let exists: (TreeID) -> Bool
  /// Has the list lay its rows out anew.
  private let configureLayout: (LayoutConstraints) throws -> Void
  /// Has the list measure texts otherwise, and lay its rows out for that.
  private let configureTexts: (any TextMeasurer, _ bold: any TextMeasurer) throws -> Void
  /// The size of the font; `nil` for that with which hosts are made.
  private var fontSize: Double?
  /// What the list was asked last to lay out rows for.
  private var constraints: LayoutConstraints?
  /// Plays the animations of components.
  private let player = AnimationPlayer<ToolkitHost<View>>()
  /// What frames of a display were asked for last: those that were asked for before end.
  private var frameRequest = 0
  /// Loads pictures by their address.
  private var loadPicture: PictureRequests<View>.Load?
  /// The rows that cells show.
  private var mounted: [TreeID: MountedRow<View>] = [:]

  package init<Model: Sendable, SectionModel: Sendable, Message: Sendable>(
    _ list: ComponentList<Model, SectionModel, Message>,
    onRefusal: (@Sendable (TreeID, DataSourceError) -> Void)?,
    _ makeHost: @escaping @MainActor () -> ToolkitHost<View>
  ) {
    controllers = ControllerHost(sink: list.editSink(onRefusal: onRefusal))
    self.makeHost = makeHost
    read = { (tree) throws(StorageError) in
      guard let output = try list.output(of: TreeReference(tree)), let built = output.output else {
        return nil
      }
      return RowContent(
        views: built.views, size: output.size, isLaidOut: built.layout != nil,
        direction: list.layoutConstraints()?.layoutDirection ?? .leftToRight, tree: built,
        plan: { former in
          AnimationPlan(from: former as? ComponentTree<Message> ?? built, to: built)
        }
      ) { $0.apply(removing: [], updating: [(id: tree, tree: built)]) }
    }
    exists = { tree in
      switch tree {
      case .item(let item):
        do throws(StorageError) {
          return try list.snapshot.state.path(of: item) != nil
        } catch {
          // What cannot be read now may be there, and the cell may come back.
          return true
        }
      case .supplement(let supplement):
        return list.snapshot.state.index(of: supplement.section) != nil
      }
    }
    configureLayout = { try list.enqueue(.configuration(.layout($0))) }
    configureTexts = { measurer, bold in
      var environment = list.environment()
      environment.textMeasurer = measurer
      environment.boldTextMeasurer = bold
      try list.enqueue(.configuration(.environment(environment)))
    }
    constraints = list.layoutConstraints()
  }

  // MARK: Showing

  /// Shows an item, header or footer in a cell: in one that is new or used again, or because it has changed.
  ///
  /// If it cannot be read, ``failure`` says why. A cell that shows it already then stays as it is, and any other one shows
  /// nothing, as for what is gone and for a header that a section does not have. Another cell that has shown it before
  /// no longer has its controllers, and reports nothing.
  ///
  /// - Complexity: O(*n*) for *n* views, and the time to build the tree if it is not in memory.
  public func show<Cell: ComponentCell>(_ tree: TreeID, in cell: Cell) where Cell.View == View {
    forgetGoneCells()
    show(tree, in: row(in: cell))
  }

  private func show(_ tree: TreeID, in row: MountedRow<View>) {
    if let fontSize { row.host.fontSize = fontSize }
    var isWithoutContent = false
    do throws(StorageError) {
      if let content = try read(tree) { return show(content, of: tree, in: row) }
      isWithoutContent = exists(tree)
    } catch {
      failure = error
    }
    // What is gone fades out with what it shows. A section that has lost its header does not.
    if row.tree != tree || isWithoutContent { leave(row) }
  }

  /// Returns the size of an item, header or footer, for a delegate that answers for sizes; `nil` if it is gone, not laid
  /// out, or cannot be read, of which ``failure`` says why.
  ///
  /// - Complexity: O(log *n*) for a tree in memory. Otherwise it is built.
  public func size(of tree: TreeID) -> Size? {
    do throws(StorageError) {
      return try read(tree)?.size
    } catch {
      failure = error
      return nil
    }
  }

  private func row<Cell: ComponentCell>(in cell: Cell) -> MountedRow<View>
  where Cell.View == View {
    if let row = cell.mountedRow {
      if row.rows === self { return row }
      // The cell has shown rows of another list.
      row.rows?.leave(row)
      // These may be gone, and have left nothing.
      row.clear()
      row.rendering { row.mount.removeAll() }
    }
    let row = MountedRow(cell, of: self, on: makeHost())
    if let fontSize { row.host.fontSize = fontSize }
    row.host.pictures = loadPicture.map(PictureRequests.init)
    row.host.onEvent = { [weak self, weak row] event, view, values in
      if let row { self?.handle(event, of: view, values, in: row) }
    }
    cell.mountedRow = row
    return row
  }

  private func show(_ content: RowContent<View>, of tree: TreeID, in row: MountedRow<View>) {
    if row.tree != tree {
      leave(row)
      if let other = mounted[tree] {
        // No controller has two views. The other cell fades out with what it shows.
        controllers.unmount(tree)
        other.tree = nil
      }
      mounted[tree] = row
      row.tree = tree
    }
    row.mayBeOutdated = false
    content.tell(controllers)
    row.host.direction = content.direction
    render(content, of: tree, in: row)
    row.describe(content.views)
    tellDisplay(of: row)
    guard row.size != content.size else { return }
    row.size = content.size
    row.cell?.rowSizeDidChange()
  }

  private func render(_ content: RowContent<View>, of tree: TreeID, in row: MountedRow<View>) {
    let plan = row.shown.map(content.plan) ?? AnimationPlan()
    row.shown = content.tree
    player.reducesMotion = row.host.reducesMotion
    row.rendering {
      player.play(plan, in: row.mount, at: row.host.time) {
        _ = row.mount.render(
          content.views, isLaidOut: content.isLaidOut, of: tree, telling: controllers)
      }
    }
    if row.mount.isAnimating { showFrames(with: row) }
  }

  /// Plays on before each frame of the display that shows a row. What no display shows is there at once.
  private func showFrames(with row: MountedRow<View>) {
    let request = frameRequest + 1
    let hasFrames = row.host.eachFrame(of: row.container) { [weak self] time in
      guard let self, frameRequest == request else { return false }
      return player.advance(to: time)
    }
    if hasFrames { frameRequest = request } else { row.rendering { row.mount.endAnimations() } }
  }

  /// Has pictures be loaded that have an address, such as `https://example.org/a.jpg`, for rows that are shown from now
  /// on.
  func setPictureLoader(_ load: @escaping PictureRequests<View>.Load) { loadPicture = load }

  /// Has a cell show nothing, so that it can show another tree.
  fileprivate func leave(_ row: MountedRow<View>) {
    endDisplaying(row)
    if let tree = row.tree {
      // What was entered goes to the components that it was entered for.
      row.host.endEditing(in: row.container)
      mounted[tree] = nil
      controllers.evict([tree])
      row.tree = nil
    }
    row.clear()
  }

  /// Removes the controllers of cells that are gone: a view lets cells go that it does not need.
  private func forgetGoneCells() {
    for (_, row) in mounted where row.cell == nil { leave(row) }
  }

  /// Has no cell show anything, and removes all controllers.
  public func removeAll() {
    for row in mounted.values { leave(row) }
    controllers.removeAll()
  }

  // MARK: The screen

  /// Tells controllers that a cell appears on the screen. Call it when the delegate of a collection or table view of UIKit
  /// is told so. A cell without a row of this list is left alone.
  ///
  ///     func collectionView(
  ///       _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
  ///       forItemAt indexPath: IndexPath
  ///     ) { rows.willDisplay(cell) }
  public func willDisplay(_ cell: AnyObject) {
    guard let row = mountedRow(in: cell) else { return }
    if row.mayBeOutdated, let tree = row.tree { show(tree, in: row) }
    row.setOnScreen(true)
  }

  /// Tells controllers that a cell has left the screen. Call it when the delegate of a collection or table view of UIKit is
  /// told so. The row stays mounted, since views show such cells again without asking for them, unless its item is gone.
  public func didEndDisplaying(_ cell: AnyObject) {
    mountedRow(in: cell)?.setOnScreen(false)
  }

  private func mountedRow(in cell: AnyObject) -> MountedRow<View>? {
    guard let row = (cell as? any ComponentCell<View>)?.mountedRow, row.rows === self else {
      return nil
    }
    return row
  }

  /// A cell has come to the screen, or has left it.
  func screenChanged(of row: MountedRow<View>) {
    tellDisplay(of: row)
    if !row.isOnScreen, let tree = row.tree, !exists(tree) { leave(row) }
  }

  /// Tells controllers what a cell shows on the screen, if that is something else than before.
  private func tellDisplay(of row: MountedRow<View>) {
    let next = row.isOnScreen ? row.tree : nil
    guard next != row.displayed else { return }
    endDisplaying(row)
    guard let next else { return }
    row.displayed = next
    controllers.willDisplay(next, in: row.container)
  }

  private func endDisplaying(_ row: MountedRow<View>) {
    guard let tree = row.displayed else { return }
    row.displayed = nil
    controllers.didEndDisplaying(tree, in: row.container)
  }

  // MARK: The layout

  /// Has the list lay its rows out for a width, unless it was asked last for the same. The cells follow when that is done.
  ///
  /// A list that is closed or suspended refuses that; ``failure`` says so, and the next call asks again.
  ///
  /// - Parameters:
  ///   - width: The width of a cell, in points. One that is not positive and finite counts as none, for a view that was not
  ///     laid out yet.
  ///   - pixelsPerPoint: The number of pixels of a point, to which edges are rounded.
  ///   - direction: In which direction text and rows go.
  public func layOut(
    width: Double, pixelsPerPoint: Double = 1, direction: WritingDirection = .leftToRight
  ) {
    guard width > 0, width.isFinite else { return }
    let next = LayoutConstraints(
      .flexibleHeight, in: Size(width: width, height: 0), layoutDirection: direction,
      pixelsPerPoint: pixelsPerPoint)
    guard next != constraints else { return }
    do {
      try configureLayout(next)
      constraints = next
    } catch {
      failure = error
    }
  }

  /// Draws texts in another size of the font, and has the list measure them so, unless it was asked last for the same.
  func setFont(size: Double, _ measurer: any TextMeasurer, bold: any TextMeasurer) {
    guard size != fontSize else { return }
    do {
      try configureTexts(measurer, bold)
    } catch {
      failure = error
      return
    }
    fontSize = size
    for row in mounted.values { row.rendering { row.host.fontSize = size } }
  }

  // MARK: Events

  /// Performs the actions of an event, and takes what the user has changed as what the view shows.
  private func handle(
    _ event: ViewEvent, of view: View, _ values: [JSONValue], in row: MountedRow<View>
  ) {
    guard let description = row.mount.description(of: view) else { return }
    let reported = ReportedValue(event, values, ofClass: description.spec.className)
    if let reported {
      // A view that is told to scroll reports that it has.
      if row.isRendering { return }
      row.mount.viewReported(reported, of: view)
    }
    guard let tree = row.tree else { return }
    for action in description.events[event, default: []] {
      controllers.perform(action, arguments: values, from: description.scope, in: tree)
    }
  }
}

/// What a row shows.
private struct RowContent<View: AnyObject & Hashable> {
  let views: [ViewTree]
  let size: Size?
  let isLaidOut: Bool
  let direction: WritingDirection
  /// The tree, of the type of message of its list.
  let tree: Any
  /// Returns the animations from a former tree to this one.
  let plan: (_ former: Any) -> AnimationPlan
  /// Gives controllers the tree.
  let tell: (ControllerHost<View>) -> Void
}
