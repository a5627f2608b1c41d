import Roster
import RosterImages
import RosterLayout
import RosterNavigation
import RosterMounting
import RosterTerminal

/// A session with the photos on the whole screen of a terminal.
///
/// Loops run beside each other: one for what the user does, that of the application for messages and for
/// everything that happens to the photos, that of the navigation, which opens and closes pages, and one for
/// each page, which alone changes its rows.
@MainActor
final class ScreenSession {
  private let app: PhotoApp
  private let screen: TerminalScreen
  private let title: String
  private let images: NetworkImages<TerminalHost>?
  private let loops: SessionLoops
  private var pages: NavigationPresenter<PhotoRoute, ScreenPage>?
  /// What the user is told; until the next key.
  private var notice: String? {
    get { loops.notice }
    set { loops.notice = newValue }
  }

  init(_ app: PhotoApp, on screen: TerminalScreen, title: String) throws {
    self.app = app
    self.screen = screen
    self.title = title
    // Both lines have their place from the first layout on.
    screen.header = ""
    screen.status = ""
    loops = SessionLoops { screen.end() }
    images = app.gallery.pictures.map { loader in
      NetworkImages(loader, on: screen.host) { [weak screen] in try? screen?.flush() }
    }
    let pages = NavigationPresenter<PhotoRoute, ScreenPage>(app.navigator) { [unowned self] page in
      try self.open(page.route)
    }
    pages.onFailure = { [loops] _, error in loops.take(error) }
    pages.onFinish = { [unowned self] _ in draw() }
    self.pages = pages
    pages.present(try app.navigator.state)
    loops.onRefusal = { [weak self] in self?.draw() }
  }

  private func open(_ route: PhotoRoute) throws -> ScreenPage {
    let container = screen.host.makeView("box")
    screen.host.place(container, in: screen.host.root, inFrontOf: nil)
    let content: any ScreenContent
    switch route {
    case .gallery:
      content = try GalleryScreen(
        app, in: container, of: screen.host, images: images, title: title, loops: loops,
        onUpdate: { [unowned self] in draw() })
    case .photo(let id):
      content = try PhotoScreen(
        id, of: app, in: container, of: screen.host, images: images, title: title, loops: loops,
        onUpdate: { [unowned self] in draw() })
    }
    return ScreenPage(content, in: container, of: screen.host) { [weak self] work in
      await self?.loops.attempt(work)
    }
  }

  /// Shows the photos, and does what the user asks for, until the user leaves.
  func run() async throws {
    loops.begin { try await self.pages?.run() }
    loops.begin {
      for await notice in self.app.notices {
        self.notice = notice.text
        self.draw()
      }
    }
    loops.begin { try await self.app.run() }
    draw()
    while let event = await screen.nextEvent(), event != .quit {
      await loops.attempt { try await self.handle(event) }
      draw()
    }
    screen.end()
    defer { pages?.removeAll() }
    // All loops end when everything pending is done.
    await app.close()
    try await loops.finish()
  }

  // MARK: The screen

  private var content: (any ScreenContent)? { pages?.visiblePage?.content }

  private func draw() {
    guard let content else { return }
    content.willDraw()
    screen.header = content.header
    screen.status = .status(
      notice: notice, newAboveCount: content.newAboveCount, keys: keys(of: content),
      trailing: .init("revision \(content.revision)", color: "secondaryText"),
      columns: Int(screen.host.size.width))
    screen.programKeys = content.programKeys
    // If the terminal is gone, its next event says so.
    try? screen.flush()
  }

  private func keys(of content: any ScreenContent) -> [String] {
    if screen.showsText { return ["esc photos", "q quit", "↑ ↓ scroll"] }
    return screen.host.focusedView?.className == "field" ? content.fieldKeys : content.keys
  }

  // MARK: The user

  private func handle(_ event: TerminalEvent) async throws {
    switch event {
    case .view(let view, let event, let values):
      notice = nil
      content?.handle(event, of: view, values)
    case .scrolled(_, let offset): try content?.scroll(to: offset)
    case .resized(let size): try pages?.openPages.forEach { try $0.content.resize(to: size) }
    case .key(let name):
      notice = nil
      switch PhotoKey(name) {
      case .help?:
        if screen.showsText {
          screen.closeText()
        } else {
          screen.openKeys(PhotoKey.lines, column: 20)
        }
      // While the list of keys is shown, they do nothing else.
      case let key?: if !screen.showsText { try content?.press(key) }
      case nil: break
      }
    case .dragged, .promptChanged, .promptSubmitted, .promptCancelled, .lineChosen, .textClosed,
      .redraw,
      .quit:
      break
    }
  }
}
