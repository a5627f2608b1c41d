import Roster
import RosterComponentLists
import RosterComponents
import RosterFeed
import RosterLayout
import RosterMounting
import RosterTerminal
import RosterWidgets

/// A session with the feed on the whole screen of a terminal.
///
/// Three loops run on the main actor, as in any application: one for what the user does, one for the
/// messages of the rows, and one, the presenter's, for the batches. Only the last one changes the
/// rows on the screen.
@MainActor
final class ScreenSession {
  private typealias Presenter = ListPresenter<TerminalHost, Post, FeedSection, FeedMessage>

  private let feed: Feed
  private let screen: TerminalScreen
  private let title: String
  private let presenter: Presenter
  private let readingLog = ReadingLog()
  /// How many posts there are on the screen.
  private var postCount = 0
  private let loops: SessionLoops
  /// What the user is told; until the next key.
  private var notice: String? {
    get { loops.notice }
    set { loops.notice = newValue }
  }

  init(_ feed: Feed, on screen: TerminalScreen, title: String) throws {
    self.feed = feed
    self.screen = screen
    self.title = title
    // Both lines have their place from the first layout on.
    screen.header = ""
    screen.status = ""
    var configuration = PresenterConfiguration(size: screen.host.size)
    configuration.sticksHeaders = true
    configuration.layout = { .columns($0.width) }
    let loops = SessionLoops { screen.end() }
    configuration.onRefusal = { _, error in loops.refused(error) }
    self.loops = loops
    presenter = try Presenter(feed.list, in: screen.host.root, of: screen.host, configuration)
    presenter.controllers.register { [readingLog] built, _ in ReadingController(built, readingLog) }
    presenter.onUpdate = { [weak self] _ in self?.draw() }
    loops.onRefusal = { [weak self] in self?.draw() }
  }

  /// Shows the feed, and does what the user asks for, until the user leaves.
  func run() async throws {
    let messages = feed.list.messages()
    try presenter.present()
    loops.begin { try await self.presenter.run() }
    loops.begin { await self.answer(messages) }
    draw()
    while let event = await screen.nextEvent(), event != .quit {
      await loops.attempt { try await self.handle(event) }
      draw()
    }
    screen.end()
    defer { presenter.removeAll() }
    // Both loops end when all pending work is done.
    await feed.list.close()
    try await loops.finish()
  }

  // MARK: The screen

  private func draw() {
    let snapshot = feed.list.snapshot
    // The list may be ahead of its rows on the screen.
    if snapshot.revision == presenter.revision { postCount = snapshot.state.itemCount }
    screen.header = ScreenLines.header(title: title, postCount: postCount)
    screen.status = ScreenLines.status(
      notice, keys, newAboveCount: presenter.newAboveCount, readCount: readingLog.paragraphCount,
      revision: presenter.revision, columns: Int(screen.host.size.width))
    // If the terminal is gone, its next event says so.
    try? screen.flush()
  }

  private var keys: ScreenLines.Keys {
    if screen.showsText { return .help }
    return screen.host.focusedView?.className == "field" ? .field : .feed
  }

  // MARK: The user

  private func handle(_ event: TerminalEvent) async throws {
    switch event {
    case .view(let view, let event, let values):
      notice = nil
      presenter.handle(event, of: view, values: values)
    case .dragged(let row, let phase, let point): try follow(phase, of: row, at: point)
    case .scrolled(_, let offset): try presenter.userScrolled(to: offset)
    case .resized(let size): try presenter.resize(to: size)
    case .key(let name):
      notice = nil
      // While the list of keys is shown, they do nothing else.
      if let key = FeedKey(name), key == .help || !screen.showsText { try await press(key) }
    case .promptChanged, .promptSubmitted, .promptCancelled, .lineChosen, .textClosed, .redraw,
      .quit:
      break
    }
  }

  private func press(_ key: FeedKey) async throws {
    switch key {
    case .write:
      // The field is the first view of the screen: the header stays in sight.
      screen.host.focus(nil)
      screen.host.moveFocus(.next)
    case .remove:
      if let item = focusedItem { try await remove(item) }
    case .moveUp: try moveFocusedPost(.earlier)
    case .moveDown: try moveFocusedPost(.later)
    case .help:
      if screen.showsText {
        screen.closeText()
      } else {
        screen.openKeys(FeedKey.lines, column: 20)
      }
    case .undo:
      notice = "undone: \(StepNotice(try await feed.undo())); r redoes it"
    case .redo:
      notice = "redone: \(StepNotice(try await feed.list.apply(.redo())))"
    }
  }

  /// The post whose row has the focus. Without one, the user is told what to do.
  private var focusedItem: ItemID? {
    let item = presenter.focusedTree?.item
    if item == nil { notice = "tab goes to a post first" }
    return item
  }

  private func remove(_ item: ItemID) async throws {
    if let post = try await feed.remove(item) { say(removed: post) }
  }

  private func say(removed post: Post) {
    notice = "removed what \(post.author) said; u brings it back"
  }

  private func moveFocusedPost(_ step: ReorderStep) throws {
    guard let item = focusedItem, try presenter.reorder(item, step) else { return }
    // It stays in sight when it moves, and so it must be there now.
    try presenter.scroll(to: .item(item))
  }

  /// Follows the pointer that drags a row.
  private func follow(
    _ phase: GestureKind.Phase, of row: TerminalView, at point: Point
  ) throws {
    let position = point.y + presenter.offset
    switch phase {
    case .began:
      if let item = presenter.tree(of: row)?.item {
        try presenter.beginReorder(item, at: position)
      }
    case .changed: try presenter.moveReorder(to: position)
    case .ended:
      if let move = try presenter.endReorder() {
        notice = "moved to place \(move.target.item + 1); u brings it back"
      }
    case .cancelled: try presenter.cancelReorder()
    }
  }

  // MARK: The rows

  private func answer(_ messages: AsyncStream<TreeMessage<FeedMessage>>) async {
    for await message in messages {
      await loops.attempt {
        switch try await self.feed.answer(message) {
        case .removed(let post): self.say(removed: post)
        case .added: try self.presenter.scroll(to: 0)
        case nil: break
        }
      }
      draw()
    }
  }
}
