import RosterPages
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterMounting
import RosterTerminal

/// A session of a user who looks at a list.
///
/// Either the list is on the screen, at present or at an earlier revision, or a page of text.
@MainActor
final class ViewSession {
  private typealias Presenter = ListPresenter<TerminalHost, JSONValue, JSONValue, Never>

  /// A list on the screen.
  private struct Shown {
    let list: ViewedList
    let presenter: Presenter
    /// Follows the list.
    let following: Task<Void, Never>
    /// The earlier revision; `nil` at present.
    let pastRevision: Revision?
  }

  /// What an open prompt asks for.
  private enum Question {
    case text
    case number
  }

  private let options: DatabaseOptions
  private let stored: OpenedList
  private let screen: TerminalScreen
  private let templates: ViewTemplates
  /// The list at present.
  private let live: ViewedList
  private var shown: Shown?
  private var page: TextPage?
  /// The item that had the focus before the page was shown.
  private var pausedItem: ItemID?
  private var question: Question?
  private var search: ListSearch?
  private var searching: Task<Void, Never>?
  /// What the user is told; until the next key.
  private var message: String?

  init(
    _ options: DatabaseOptions, _ stored: OpenedList, _ screen: TerminalScreen,
    _ templates: ViewTemplates, _ configuration: DataSourceConfiguration
  ) throws {
    self.options = options
    self.stored = stored
    self.screen = screen
    self.templates = templates
    // The lines above and below the list have their place from the first layout on.
    screen.header = TerminalLine([])
    screen.status = TerminalLine([])
    live = try templates.open(
      stored.storage, configuration, columns: screen.host.size.width)
  }

  /// Shows the list, and does what the user asks for, until the user leaves.
  func run() async throws {
    defer { end() }
    try show(live, at: nil)
    try draw()
    while let event = await screen.nextEvent() {
      if event == .quit { break }
      do {
        try await handle(event)
      } catch let error as TerminalError {
        throw error
      } catch {
        // Something cannot be read, or not be done. What is shown stays.
        message = "\(error)"
      }
      try draw()
    }
    closeList()
    await live.close()
  }

  private func end() {
    searching?.cancel()
    shown?.following.cancel()
    screen.end()
  }

  // MARK: What is shown

  /// Shows a list in place of what is on the screen, at the same row.
  private func show(_ list: ViewedList, at pastRevision: Revision?) throws {
    let former = try shown.map { ($0.list.snapshot, focusedItem, try heldItem(of: $0.presenter)) }
    closeList()
    page?.close()
    page = nil
    let host = screen.host
    var configuration = PresenterConfiguration(size: host.size)
    configuration.sticksHeaders = true
    configuration.layout = { .columns($0.width) }
    let presenter = try Presenter(list, in: host.root, of: host, configuration)
    presenter.onUpdate = { [weak self] _ in self?.redraw() }
    try presenter.present()
    if let (snapshot, focused, held) = former {
      if let held,
        let item = try Self.item(nearestTo: held.item, of: snapshot, in: list.snapshot)
      {
        try presenter.scroll(to: .item(item), at: held.distance)
      }
      if let focused = try Self.item(nearestTo: focused, of: snapshot, in: list.snapshot) {
        host.focus(presenter.view(of: .item(focused)))
      }
    }
    let following = Task { [weak self] in
      do {
        try await presenter.run()
      } catch {
        self?.message = "\(error)"
        self?.redraw()
      }
    }
    shown = Shown(
      list: list, presenter: presenter, following: following, pastRevision: pastRevision)
  }

  private func closeList() {
    guard let former = shown else { return }
    former.following.cancel()
    former.presenter.removeAll()
    shown = nil
    // An earlier revision is opened anew whenever it is shown. Nothing waits for it to end.
    if former.list !== live { Task { await former.list.close() } }
  }

  /// The item that stays where it is on the screen: the one with the focus if it is visible,
  /// otherwise the first visible one.
  private func heldItem(
    of presenter: Presenter
  ) throws -> (item: ItemID, distance: Double)? {
    let visible = presenter.visibleItems
    guard let item = visible.first(where: { $0 == focusedItem }) ?? visible.first,
      let distance = try presenter.distance(of: .item(item))
    else { return nil }
    return (item, distance)
  }

  /// The item that stands where another one does, or stood, in another version of the list.
  private static func item(
    nearestTo item: ItemID?, of source: ListSnapshot<JSONValue, JSONValue>,
    in target: ListSnapshot<JSONValue, JSONValue>
  ) throws -> ItemID? {
    guard let item, let anchor = try source.anchor(of: item, in: target) else { return nil }
    return anchor.targetPath == nil ? anchor.neighbour?.item : item
  }

  private var focusedItem: ItemID? { shown?.presenter.focusedTree?.item }

  /// Shows the lines of a text in place of the list.
  private func show(_ lines: [String], title: String) {
    // Keys are for the page.
    if page == nil { pausedItem = focusedItem }
    screen.host.focus(nil)
    page?.close()
    if let list = shown?.presenter.mount.list { screen.host.hide(list) }
    page = TextPage(lines, title: title, on: screen.host)
  }

  private func closePage() {
    page?.close()
    page = nil
    if let list = shown?.presenter.mount.list { screen.host.show(list) }
    if let pausedItem, let row = shown?.presenter.view(of: .item(pausedItem)) {
      screen.host.focus(row)
    }
    pausedItem = nil
  }

  /// Draws what batches have changed. If the terminal is gone, its next event says so.
  private func redraw() { try? draw() }

  private func draw() throws {
    screen.header = header
    screen.status = status
    try screen.flush()
  }

  private var header: TerminalLine {
    if let page { return .heading(stored.name, title: page.title) }
    let snapshot = shown?.list.snapshot ?? live.snapshot
    let count = snapshot.state.itemCount
    var place = ""
    if let first = focusedItem ?? shown?.presenter.visibleItems.first,
      let path = try? snapshot.state.path(of: first),
      let offset = snapshot.state.offset(of: path)
    {
      place = "\(offset + 1) of "
    }
    // The whole path would leave no room for the numbers.
    return .heading(
      stored.name, title: String(stored.database.place.split(separator: "/").last ?? ""),
      trailing: "\(place)\(count) item\(count == 1 ? "" : "s")")
  }

  private var status: TerminalLine {
    let revision =
      shown?.pastRevision.map { "revision \($0) of \(live.snapshot.revision)" }
      ?? "revision \(live.snapshot.revision)"
    let isPast = shown?.pastRevision != nil
    let newAboveCount = page != nil || isPast ? 0 : shown?.presenter.newAboveCount ?? 0
    return .status(
      notice: message, newAboveCount: newAboveCount,
      keys: page != nil ? Self.pageKeys : isPast ? Self.pastKeys : Self.presentKeys,
      trailing: .init(revision, color: isPast ? "warning" : nil, isBold: isPast),
      columns: Int(screen.host.size.width))
  }

  private static let presentKeys = [
    "/ search", "q quit", "? help", ": go to", "u undo", "[ earlier", "r redo",
  ]
  private static let pastKeys = [
    "esc present", "q quit", "[ earlier", "] later", "/ search", ": go to", "? help",
  ]
  private static let pageKeys = ["esc list", "q quit", "↑ ↓ scroll"]

  // MARK: Events

  private func handle(_ event: TerminalEvent) async throws {
    switch event {
    case .scrolled(_, let offset):
      message = nil
      if let page { page.scroll(to: offset) } else { try shown?.presenter.userScrolled(to: offset) }
    case .resized(let size):
      page?.resize()
      try shown?.presenter.resize(to: size)
    case .view(let view, .tap, _): try showModel(of: view)
    case .view, .dragged: break
    case .key(let key):
      message = nil
      try await handle(key: key)
    case .promptSubmitted(let text): try answer(text)
    case .promptCancelled: question = nil
    case .promptChanged, .redraw, .quit: break
    }
  }

  private func handle(key: String) async throws {
    switch key {
    case "escape" where page != nil: closePage()
    case "escape":
      searching?.cancel()
      if shown?.pastRevision != nil { try show(live, at: nil) }
    case "?":
      if page == nil { show(Self.help, title: "help") } else { closePage() }
    case _ where page != nil: break
    case "/": ask(.text, "/", search?.text ?? "")
    case ":": ask(.number, "item number: ")
    case "n": seek(.forward)
    case "N", "shift-N": seek(.backward)
    case "g": try shown?.presenter.scroll(to: 0)
    case "G", "shift-G": try shown?.presenter.scroll(to: .infinity)
    case "u": try await step(.undo)
    case "r": try await step(.redo)
    case "[": try travel(by: -1)
    case "]": try travel(by: 1)
    default: break
    }
  }

  private static let help = """
    arrows, j, k      to the next and previous row
    page up and down  by a screen
    home, end, g, G   to the start and end
    return            the whole model of a row
    /                 search; n and N go on to the next and previous match
    :                 to an item by its number
    u, r              undo and redo, at present
    [, ]              back and forth in time; escape returns to the present
    q                 leave
    """.split(separator: "\n").map(String.init)

  private func showModel(of view: TerminalView) throws {
    guard let shown, let tree = shown.presenter.tree(of: view) else { return }
    let snapshot = shown.list.snapshot
    guard let place = try snapshot.state.place(of: tree) else { return }
    switch place {
    case .item(let path):
      guard let model = try snapshot.model(at: path) else { return }
      show(model.indentedLines, title: "item \(path.item + 1) of section \(path.section + 1)")
    case .supplement(_, let section):
      guard let model = try snapshot.sectionModel(at: section) else { return }
      show(model.indentedLines, title: "section \(section + 1)")
    }
  }

  // MARK: Searching and going

  private func ask(_ question: Question, _ label: String, _ text: String = "") {
    self.question = question
    screen.openPrompt(label, text: text)
  }

  private func answer(_ text: String) throws {
    defer { question = nil }
    switch question {
    case .text:
      search = ListSearch(text)
      if search != nil { seek(.forward) }
    case .number:
      guard let number = Int(text), let shown,
        let path = shown.list.snapshot.state.path(atOffset: number - 1),
        let item = try shown.list.snapshot.state.itemID(at: path)
      else {
        message = "there is no item \(text)"
        return
      }
      try go(to: item)
    case nil: break
    }
  }

  private func go(to item: ItemID) throws {
    guard let shown else { return }
    try shown.presenter.scroll(to: .item(item), alignment: .center)
    screen.host.focus(shown.presenter.view(of: .item(item)))
  }

  /// Searches on in the background, so that keys are heard meanwhile.
  private func seek(_ direction: ListSearch.Direction) {
    guard let search, let shown else {
      message = "nothing is searched; / begins"
      return
    }
    searching?.cancel()
    let snapshot = shown.list.snapshot
    let focused = focusedItem
    let first = shown.presenter.visibleItems.first
    searching = Task { [weak self] in
      do {
        let start = try Self.start(direction, from: focused, orFrom: first, in: snapshot)
        let found = try await search.next(in: snapshot, from: start, direction) { share in
          self?.message = "searching \(Int(share * 100)) %"
          self?.redraw()
        }
        guard let self else { return }
        message = found == nil ? "\"\(search.text)\" is not found" : nil
        if let found, let item = try snapshot.state.itemID(at: found) { try go(to: item) }
      } catch is CancellationError {
        self?.message = nil
      } catch {
        self?.message = "\(error)"
      }
      self?.redraw()
    }
  }

  /// The item next to which a search begins: the one with the focus, or else the one before the
  /// first that is visible, so that this one is found too.
  private static func start(
    _ direction: ListSearch.Direction, from focused: ItemID?, orFrom first: ItemID?,
    in snapshot: ListSnapshot<JSONValue, JSONValue>
  ) throws -> ItemPath? {
    if let focused { return try snapshot.state.path(of: focused) }
    guard let first, let path = try snapshot.state.path(of: first) else { return nil }
    guard direction == .forward, let offset = snapshot.state.offset(of: path) else { return path }
    return offset > 0 ? snapshot.state.path(atOffset: offset - 1) : nil
  }

  // MARK: Time

  private func step(_ direction: HistoryDirection) async throws {
    if let revision = shown?.pastRevision {
      // The change would be one of a list that the user does not see.
      message = "revision \(revision) stays as it was; escape returns to the present"
      return
    }
    let writer = try options.openList(isReadOnly: false)
    defer { try? writer.database.close() }
    var configuration = DataSourceConfiguration()
    configuration.isShared = true
    let dataSource = try ListDataSource(json: writer.storage, configuration)
    do {
      let batches = try await dataSource.step(direction, ChangeAnnotation(origin: "roster view"))
      let summary = StepSummary(direction, batches, of: dataSource)
      message = direction == .undo ? "\(summary); r brings it back" : "\(summary)"
    } catch let error as DataSourceError {
      message = "\(error)"
    }
    await dataSource.close()
  }

  private func travel(by distance: Int) throws {
    let present = live.snapshot.revision
    let revision = (shown?.pastRevision ?? present) + distance
    if revision >= present {
      if shown?.pastRevision != nil { try show(live, at: nil) }
      return
    }
    let oldest = try live.oldestRevision
    guard revision >= oldest else {
      message = "revision \(oldest) is the oldest one that is kept"
      return
    }
    let state = try live.snapshot(at: revision).state
    let past = try templates.open(
      PastStorage(of: stored.storage, as: state), DataSourceConfiguration(),
      columns: screen.host.size.width)
    try show(past, at: revision)
  }
}
