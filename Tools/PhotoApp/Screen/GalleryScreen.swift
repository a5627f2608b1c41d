import Roster
import RosterComponents
import RosterImages
import RosterLayout
import RosterMounting
import RosterTerminal
import RosterWidgets

/// All photos on the screen.
@MainActor
final class GalleryScreen: ScreenContent {
  private typealias Presenter = ListPresenter<
    TerminalHost, GalleryItem, GallerySection, GalleryMessage
  >

  private let app: PhotoApp
  private let host: TerminalHost
  private let title: String
  private let presenter: Presenter
  private var grid: ScreenGrid
  private let loops: SessionLoops
  /// What is said of the rows that are shown. The list may be ahead of them.
  private var summary: GallerySummary?

  /// Shows the photos in a view.
  ///
  /// - Parameters:
  ///   - loops: Tells the user what is refused, until the next key.
  ///   - onUpdate: Called after each update.
  init(
    _ app: PhotoApp, in container: TerminalView, of host: TerminalHost,
    images: NetworkImages<TerminalHost>?, title: String, loops: SessionLoops,
    onUpdate: @escaping () -> Void
  ) throws {
    (self.app, self.host, self.title, self.loops) = (app, host, title, loops)
    var configuration = PresenterConfiguration(size: host.size)
    configuration.layout = { .columns($0.width) }
    configuration.onRefusal = { _, error in loops.refused(error) }
    grid = ScreenGrid(try app.gallery.settings.arrangement, width: host.size.width)
    configuration.arrangements = grid.arrangements
    try app.gallery.showFirst(grid.look)
    presenter = try Presenter(app.gallery.list, in: container, of: host, configuration)
    if let images { presenter.controllers.register(images.controller) }
    presenter.onUpdate = { _ in onUpdate() }
    try presenter.present()
  }

  func run() async throws {
    let batches = try app.gallery.list.batches()
    let arranging = Task { for try await _ in batches { try self.arrange() } }
    defer { arranging.cancel() }
    try await presenter.run()
  }

  /// Arranges the photos as the user has chosen, for the width of the screen.
  private func arrange() throws {
    let wanted = ScreenGrid(try app.gallery.settings.arrangement, width: host.size.width)
    guard wanted != grid else { return }
    grid = wanted
    try app.gallery.show(wanted.look)
    try presenter.arrange(wanted.arrangements)
  }

  // MARK: The screen

  var header: TerminalLine {
    .heading(
      "roster-photos", title: title,
      trailing: summary.map { "\($0.shownCount) photo\($0.shownCount == 1 ? "" : "s")" })
  }

  var newAboveCount: Int { presenter.newAboveCount }

  var keys: [String] {
    [
      "tab focus", "? help", "q quit", "⏎ open", "/ search", "f ♥", "o order", "g grid", "h only ♥",
      "r refresh",
    ]
  }

  var fieldKeys: [String] { ["esc leave", "tab next"] }

  var revision: Revision { presenter.revision }
  var programKeys: Set<String> { [] }

  func willDraw() {
    // What is visible says nothing of a list that is ahead of it: it may have the next page already.
    let snapshot = app.gallery.list.snapshot
    guard snapshot.revision == presenter.revision else { return }
    summary = try? snapshot.sectionModel(at: GallerySection.ID.photos.index)?.summary
    // What is on its way already comes first: the draw behind it asks again.
    let status = try? snapshot.model(at: ItemPath(section: GallerySection.ID.status.index, item: 0))
    if status == .status(.loading) || summary?.isRefreshing == true { return }
    if (try? app.gallery.isEndNear(presenter.visibleItems.last)) == true {
      app.gallery.send(.endCameNear)
    }
  }

  func resize(to size: Size) throws {
    try presenter.resize(to: size)
    try arrange()
  }

  func place(of view: TerminalView) -> TreeID? { presenter.tree(of: view) }

  func close() { presenter.removeAll() }

  // MARK: The user

  func handle(_ event: ViewEvent, of view: TerminalView, _ values: [JSONValue]) {
    presenter.handle(event, of: view, values: values)
  }

  func scroll(to offset: Double) throws { try presenter.userScrolled(to: offset) }

  func press(_ key: PhotoKey) throws {
    let gallery = app.gallery
    let settings = try gallery.settings
    switch key {
    case .refresh: gallery.send(.refresh)
    case .order: gallery.send(.ordered(settings.order.next))
    case .arrange: gallery.send(.arranged(settings.arrangement.next))
    case .onlyFavourites: gallery.send(.showsOnlyFavourites(!settings.filter.onlyFavourites))
    case .favourite:
      guard let item = presenter.focusedTree?.item,
        let path = try gallery.list.snapshot.path(of: item),
        let photo = try gallery.list.snapshot.model(at: path)?.photo
      else {
        loops.notice = "tab goes to a photo first"
        return
      }
      app.send(.toggleFavourite(photo.id))
    case .search:
      // The field is in the header, which is to be in sight.
      try presenter.scroll(to: 0)
      host.focusField { presenter.tree(of: $0)?.item == nil }
    case .back, .move, .zoom, .share, .comment, .help: break
    }
  }
}

extension TerminalHost {
  /// Gives the first field that a condition holds for the focus.
  func focusField(where holds: (TerminalView) -> Bool) {
    focus(nil)
    var first: TerminalView?
    while moveFocus(.next), let view = focusedView, view != first {
      if view.className == "field", holds(view) { return }
      first = first ?? view
    }
    focus(nil)
  }
}

extension CaseIterable where Self: Equatable {
  /// The case behind this one; the first behind the last.
  fileprivate var next: Self {
    let cases = Array(Self.allCases)
    guard let index = cases.firstIndex(of: self) else { return self }
    return cases[(index + 1) % cases.count]
  }
}
