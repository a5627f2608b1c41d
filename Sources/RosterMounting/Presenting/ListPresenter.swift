public import RosterComponentLists
public import RosterComponents
public import RosterCore
public import RosterEngine
public import RosterLayout

/// Shows the visible part of a list of components in a container of a host, and follows the list.
///
///     let presenter = try ListPresenter(list, in: window, of: host, configuration)
///     presenter.onUpdate = { _ in host.flush() }
///     host.onScroll = { try presenter.userScrolled(to: $0) }
///     host.onEvent = { presenter.handle($0, of: $1) }
///     try await presenter.run()
///
/// - Only the rows around the visible part have views. The presenter takes their trees from
///   batches, and asks the list for those that it lacks: a tree that is not in memory is built
///   then, so a frame has no gaps. A row whose item the list has removed in the meantime is left
///   out until its batch arrives.
/// - A batch, a scroll and what they measure are one update of the host: the edit and the
///   correction of the offset come before one call of ``onUpdate``.
/// - The first visible item, or the row with the focus if it is visible, stays where it is on the
///   screen, whatever happens before it. ``PresenterConfiguration/rules`` decide about the start
///   and the end of the list.
/// - A row with the focus keeps its views, also if it is scrolled out of sight.
/// - A tree has controllers as long as its row has views.
/// - If ``PresenterConfiguration/animates`` says so, visible rows that a batch inserts, changes or
///   removes are animated as their components say. Rows that are only scrolled into view are not.
///
/// Messages are left to the application (`ListDataSource.messages()`).
///
/// A presenter belongs to the isolation of its host, and must not be called by its host during an
/// update, except for ``userScrolled(to:)``, which does nothing then.
public final class ListPresenter<
  Host: ViewHost, Model: Sendable, SectionModel: Sendable, Message: Sendable
> {
  /// A view of the host.
  public typealias View = Host.View
  /// A list of components.
  public typealias List = ComponentList<Model, SectionModel, Message>
  typealias Known = KnownTree<Message>

  /// The list that is shown.
  public let list: List
  /// The views of the list and its rows.
  public let mount: ListMount<Host>
  /// The controllers of the rows that have views. Register their makers before the first update.
  public let controllers: ControllerHost<Host.View>
  /// How the list is shown. Its size changes with ``resize(to:)``.
  public internal(set) var configuration: PresenterConfiguration
  /// Called after each update, with what was done to views. The host shows a frame then.
  public var onUpdate: ((MountCounts) -> Void)?

  let batches: BatchSequence<Model, SectionModel, ComponentTree<Message>>
  /// Where the rows stand at the revision that is shown.
  var extents: ArrangedExtents
  var position: ScrollPosition
  /// Whether the last scroll went towards the end.
  var isForward = true
  /// The trees of the rows that have views.
  var known: [TreeID: Known] = [:]
  /// The outputs of the batch of an update, for rows that get views.
  var fresh: [TreeID: GeneratedOutput<ComponentTree<Message>>] = [:]
  /// The rows that were shown last.
  var rows: [ListRow] = []
  /// The item that was held last; `nil` to hold the first visible one.
  package internal(set) var anchor: TreeID?
  var viewport: Viewport?
  var isUpdating = false
  /// What the user brings to another place.
  var reordering = RowReordering()
  /// Plays the animations of rows; `nil` if there are none.
  let animations: RowAnimations<Host, Message>?
  /// The items that are visible, in order.
  public internal(set) var visibleItems: [ItemID] = []
  /// The number of items that were inserted before the visible ones and have not been visible
  /// since, as far as the presenter can tell: at most the number of items before the visible ones.
  public internal(set) var newAboveCount = 0

  /// Makes the views of a list without rows. The first update shows rows.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - container: The view to put the list in.
  ///   - host: Makes and changes the views.
  ///   - configuration: How the list is shown.
  /// - Throws: `StorageError` if the list cannot be followed.
  public init(
    _ list: List, in container: View, of host: Host, _ configuration: PresenterConfiguration
  ) throws(StorageError) {
    let length = configuration.axis.extent(of: configuration.size)
    // The list keeps extents along the axis of its first viewport.
    list.setViewport(Viewport(configuration.axis, offset: 0, length: length))
    extents = ArrangedExtents(list.extents(), configuration.arrangements)
    batches = try list.batches(
      after: extents.state.revision, delivery: configuration.delivery)
    position = ScrollPosition(offset: 0, length: length)
    if configuration.rules.followsEnd { position.offset = position.offsetMax(in: extents) }
    self.list = list
    self.configuration = configuration
    controllers = ControllerHost(sink: list.editSink(onRefusal: configuration.onRefusal))
    mount = ListMount(in: container, of: host, poolCountMax: configuration.poolCountMax)
    animations =
      configuration.animates ? RowAnimations(reducesMotion: configuration.reducesMotion) : nil
  }

  /// The revision that is shown.
  public var revision: Revision { extents.state.revision }

  /// Where the visible part begins, in points from the start of the content.
  public var offset: Double { position.offset }

  /// The length of all content, in points.
  public var contentLength: Double { extents.length }

  /// Arranges the items of the first sections otherwise. The first visible row stays where it is.
  ///
  /// - Parameter arrangements: As in ``PresenterConfiguration/arrangements``.
  /// - Throws: `StorageError` if a row cannot be read; the views are as they were.
  public func arrange(_ arrangements: [SectionArrangement]) throws {
    guard arrangements != configuration.arrangements else { return }
    let held = hold()
    configuration.arrangements = arrangements
    extents.arrangements = arrangements
    try update { () throws(StorageError) in try settle(held, corrects: true) }
  }

  // MARK: Following

  /// Shows the list, and then each batch until the list is closed or the task is cancelled. The
  /// views stay.
  ///
  /// - Throws: `StorageError` if the list cannot be read; the presenter may be run again.
  public func run(isolation: isolated (any Actor)? = #isolation) async throws {
    try present()
    for try await batch in batches { try present(batch) }
  }

  /// Shows the batches that are published by now, for hosts with a loop of their own.
  ///
  /// - Returns: The number of batches.
  /// - Throws: `StorageError` if the list cannot be read.
  @discardableResult
  public func presentPublished(
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Int {
    try present()
    var count = 0
    while let batch = try await batches.nextIfPublished() {
      try present(batch)
      count += 1
    }
    return count
  }

  /// Lets all views and controllers go. The presenter must not be used afterwards.
  public func removeAll() {
    controllers.removeAll()
    mount.removeAll()
    known = [:]
    rows = []
  }

  /// Shows the list in a visible part of another size, and lays its rows out for it.
  ///
  /// The rows stay as they are until the list has published their new layouts.
  ///
  /// - Throws: `StorageError` if the list cannot be read, or `DataSourceError` if it takes no new
  ///   configuration.
  public func resize(to size: Size) throws {
    let held = hold()
    let layout = configuration.layout?(size)
    let isNarrower =
      configuration.axis.breadth(of: size)
      != configuration.axis.breadth(of: configuration.size)
    configuration.size = size
    position.length = configuration.axis.extent(of: size)
    try update { () throws(StorageError) in try settle(held, corrects: true) }
    if let layout, isNarrower || layout != list.layoutConstraints() {
      try list.enqueue(.configuration(.layout(layout)))
    }
  }
}
