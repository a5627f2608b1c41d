import Roster
import RosterImages
import RosterPresenting
import RosterTerminal
import RosterWidgets

/// A session with the photos on the whole screen of a terminal.
///
/// Loops run beside each other: one for what the user does, the gallery's for everything that happens to the
/// photos, the presenter's for the batches, which alone changes rows, and one that arranges the rows as the
/// list says.
@MainActor
final class ScreenSession {
  private typealias Presenter = ListPresenter<
    TerminalHost, GalleryItem, GallerySection, GalleryMessage
  >

  private let gallery: Gallery
  private let screen: TerminalScreen
  private let title: String
  private let presenter: Presenter
  private var grid: ScreenGrid
  private let loops: SessionLoops
  /// What the user is told; until the next key.
  private var notice: String? {
    get { loops.notice }
    set { loops.notice = newValue }
  }

  init(_ gallery: Gallery, on screen: TerminalScreen, title: String) throws {
    self.gallery = gallery
    self.screen = screen
    self.title = title
    // Both lines have their place from the first layout on.
    screen.header = ""
    screen.status = ""
    var configuration = PresenterConfiguration(size: screen.host.size)
    configuration.layout = { .columns($0.width) }
    let loops = SessionLoops { screen.end() }
    configuration.onRefusal = { _, error in loops.refused(error) }
    self.loops = loops
    grid = ScreenGrid(try gallery.settings.arrangement, width: screen.host.size.width)
    configuration.arrangements = grid.arrangements
    try gallery.showFirst(grid.look)
    presenter = try Presenter(gallery.list, in: screen.host.root, of: screen.host, configuration)
    if let loader = gallery.pictures {
      let images = NetworkImages(loader, on: screen.host) { [weak screen] in try? screen?.flush() }
      presenter.controllers.register(images.controller)
    }
    presenter.onUpdate = { [weak self] _ in self?.draw() }
    loops.onRefusal = { [weak self] in self?.draw() }
  }

  /// Shows the photos, and does what the user asks for, until the user leaves.
  func run() async throws {
    try presenter.present()
    loops.begin { try await self.presenter.run() }
    let batches = try gallery.list.batches()
    loops.begin { for try await _ in batches { try self.arrange() } }
    loops.begin { try await self.gallery.run() }
    draw()
    while let event = await screen.nextEvent(), event != .quit {
      await loops.attempt { try await self.handle(event) }
      draw()
    }
    screen.end()
    defer { presenter.removeAll() }
    // All loops end when everything pending is done.
    await gallery.list.close()
    try await loops.finish()
  }

  // MARK: The screen

  private func draw() {
    let summary = try? gallery.list.snapshot.sectionModel(at: GallerySection.ID.photos.index)?
      .summary
    screen.header = ScreenLines.header(title: title, summary)
    screen.status = ScreenLines.status(
      notice, newAboveCount: presenter.newAboveCount, revision: presenter.revision,
      columns: Int(screen.host.size.width))
    // What is visible says nothing of a list that is ahead of it: it may have the next page already.
    if gallery.list.snapshot.revision == presenter.revision,
      (try? gallery.isEndNear(presenter.visibleItems.last)) == true
    {
      gallery.send(.endCameNear)
    }
    // If the terminal is gone, its next event says so.
    try? screen.flush()
  }

  /// Arranges the photos as the user has chosen, for the width of the screen.
  private func arrange() throws {
    let wanted = ScreenGrid(try gallery.settings.arrangement, width: screen.host.size.width)
    guard wanted != grid else { return }
    grid = wanted
    try gallery.show(wanted.look)
    try presenter.arrange(wanted.arrangements)
  }

  // MARK: The user

  private func handle(_ event: TerminalEvent) async throws {
    switch event {
    case .view(let view, let event, let values):
      notice = nil
      presenter.handle(event, of: view, values: values)
    case .scrolled(_, let offset): try presenter.userScrolled(to: offset)
    case .resized(let size):
      try presenter.resize(to: size)
      try arrange()
    case .key(let name):
      notice = nil
      if let key = PhotoKey(name) { try press(key) }
    case .dragged, .promptChanged, .promptSubmitted, .promptCancelled, .redraw, .quit: break
    }
  }

  private func press(_ key: PhotoKey) throws {
    let settings = try gallery.settings
    switch key {
    case .refresh: gallery.send(.refresh)
    case .order: gallery.send(.ordered(settings.order.next))
    case .arrange: gallery.send(.arranged(settings.arrangement.next))
    case .onlyFavourites: gallery.send(.showsOnlyFavourites(!settings.filter.onlyFavourites))
    case .favourite:
      guard let item = presenter.focusedTree?.item else {
        notice = "tab goes to a photo first"
        return
      }
      try gallery.toggleFavourite(item)
    case .search:
      // The field is in the header, which is to be in sight.
      try presenter.scroll(to: 0)
      screen.host.focus(nil)
      while screen.host.moveFocus(.next), let view = screen.host.focusedView,
        view.className != "field", presenter.tree(of: view)?.item == nil
      {}
    }
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
