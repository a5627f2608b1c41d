import RosterPages
import RosterComponents
import RosterCore
import RosterEngine
import RosterInspecting
import RosterJSON
import RosterLayout
import RosterMounting
import RosterRows
import RosterTerminal
import RosterText

/// A session of a user who looks at a list, at present or at an earlier revision. Help and whole models are text in
/// its place.
@MainActor
final class ViewSession {
  typealias Presenter = ListPresenter<TerminalHost, JSONValue, JSONValue, Never>
  typealias Snapshot = ListSnapshot<JSONValue, JSONValue>

  /// A list on the screen.
  struct Shown {
    let list: ViewedList
    let presenter: Presenter
    /// Follows the list.
    let following: Task<Void, Never>
    /// The earlier revision; `nil` at present.
    let pastRevision: Revision?
  }

  /// What an open prompt asks for.
  enum Question {
    case text
    case place
  }

  /// In which columns rows are shown.
  struct Columns {
    /// Whether there are columns.
    var isShown: Bool
    /// The names of those that the user has chosen; `nil` for those that tell most.
    var chosen: Set<String>?
    /// Whether the user is choosing.
    var isChoosing = false
  }

  let options: DatabaseOptions
  let stored: OpenedList
  let screen: TerminalScreen
  let templates: ViewTemplates
  /// The list at present.
  let live: ViewedList
  var shown: Shown?
  /// The row whose model is shown as text.
  var opened: NamedModel?
  /// What the line above other text says; `nil` for help.
  var textTitle: String?
  var question: Question?
  var search = ViewSearch()
  var columns: Columns
  /// What the user is told; until the next key.
  var message: String?

  /// The way to an earlier revision that was asked for; `nil` once it is shown.
  var way: Way?
  /// What the earlier revision that is shown has changed.
  var pastMarks = ChangeMarks()
  /// What others have changed, until the user presses escape.
  private(set) var marks = ChangeMarks()
  private var marking: Task<Void, Never>?
  /// What is said of the revision that is shown.
  private var summary: (revision: Revision, isPast: Bool, forms: [String]) = (-1, false, [])
  let inspected: (any InspectableStorage)?
  /// Whether the user has chosen the list, and can choose another one.
  private let isChosen: Bool
  /// Whether the user is to choose another list.
  private var isLeftForAnother = false
  /// What others have done, and the same key takes back if it is pressed once more.
  private var foreseen: ForeseenStep?
  /// What the user is asked about, and return restores.
  var restoration: AskedRestoration?
  /// Why nothing is undone, redone or restored here; `nil` if it may be.
  let changedElsewhere: ChangedElsewhere?
  /// Says that the list is empty; `nil` as long as it is not.
  private var emptyNote: TerminalView?

  init(
    _ options: DatabaseOptions, _ stored: OpenedList, _ screen: TerminalScreen,
    _ templates: ViewTemplates, _ configuration: DataSourceConfiguration, showsColumns: Bool,
    isChosen: Bool
  ) throws {
    self.isChosen = isChosen
    self.options = options
    self.stored = stored
    self.screen = screen
    self.templates = templates
    let shown = showsColumns ? Self.fitting(templates, screen, nil) : nil
    columns = Columns(isShown: shown != nil)
    inspected = try stored.database.store.inspectableList(named: stored.name)
    changedElsewhere =
      try stored.database.changedElsewhere(listNamed: stored.name)
      ?? (DatabasePlace(options.database).mayOnlyBeRead ? .file : nil)
    // The lines above and below the list have their place from the first layout on.
    screen.header = TerminalLine([])
    screen.status = TerminalLine([])
    screen.columnNames = shown.map { TerminalLine(namesOf: $0) }
    live = try templates.open(
      stored.storage, configuration, width: screen.host.size.width, columns: shown)
  }

  /// Shows the list, and does what the user asks for, until the user leaves.
  ///
  /// - Returns: Whether the user is to choose another list, on the same screen.
  func run() async throws -> Bool {
    defer { end() }
    try show(live, at: nil)
    try markChanges()
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
      if isLeftForAnother { break }
      try draw()
    }
    closeList()
    if let emptyNote { screen.host.hide(emptyNote) }
    endSearch()
    await live.close()
    return isLeftForAnother
  }

  private func end() {
    search.task?.cancel()
    marking?.cancel()
    leaveWay()
    shown?.following.cancel()
    if !isLeftForAnother { screen.end() }
  }

  // MARK: What is shown

  /// Shows a list in place of what is on the screen, at the same row.
  func show(_ list: ViewedList, at pastRevision: Revision?) throws {
    let former = try shown.map { ($0.list.snapshot, focusedItem, try heldItem(of: $0.presenter)) }
    closeList()
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
    recount()
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
    nearestTo item: ItemID?, of source: Snapshot, in target: Snapshot
  ) throws -> ItemID? {
    guard let item, let anchor = try source.anchor(of: item, in: target) else { return nil }
    return anchor.targetPath == nil ? anchor.neighbour?.item : item
  }

  var focusedItem: ItemID? { shown?.presenter.focusedTree?.item }

  /// The item with the focus, or else the first one that is visible.
  var currentItem: ItemID? { focusedItem ?? shown?.presenter.visibleItems.first }

  /// The list that is shown, at its revision.
  var snapshot: Snapshot { shown?.list.snapshot ?? live.snapshot }

  // MARK: Lines

  /// Draws what batches have changed. If the terminal is gone, its next event says so.
  func redraw() {
    if !isLeftForAnother { try? draw() }
  }

  private func draw() throws {
    let revision = shown?.pastRevision ?? snapshot.revision
    if summary.revision != revision || summary.isPast != (shown?.pastRevision != nil) {
      summary = (revision, shown?.pastRevision != nil, revisionForms)
      recount()
    }
    markRows()
    noteEmptiness()
    screen.header = header
    screen.status = status
    try screen.flush()
  }

  private var header: TerminalLine {
    let count = snapshot.state.itemCount
    var place = count == 0 ? "no items" : count.counting("item")
    if let item = currentItem, let path = try? snapshot.state.path(of: item),
      let offset = snapshot.state.offset(of: path)
    {
      place = "\(offset + 1) of \(place)"
    }
    let text =
      columns.isChoosing
      ? "columns" : screen.showsText ? textTitle ?? "help" : options.fileName
    return .heading(
      stored.name, title: opened?.title ?? text, trailing: place,
      warning: shown?.pastRevision.map { "past revision \($0) of \(live.snapshot.revision)" })
  }

  private var status: TerminalLine {
    let isPast = shown?.pastRevision != nil
    let found = search.text.map { "\($0)  " } ?? ""
    var forms = summary.forms.map { found + $0 }
    // Beside what is typed, the count has room in every terminal.
    if question == .text, let text = search.text { forms.append(text) }
    return .status(
      notice: way?.text ?? message?.safe,
      newAboveCount: screen.showsText || isPast ? 0 : shown?.presenter.newAboveCount ?? 0,
      keys: keys,
      trailing: forms.map {
        TerminalLine.Part($0.safe, color: isPast ? "warning" : nil, isBold: isPast)
      }, columns: Int(screen.host.size.width))
  }

  /// What the user may press.
  private var keys: [String] {
    if columns.isChoosing { return Self.choosingKeys }
    if screen.showsText { return restoration?.keys ?? Self.textKeys }
    let keys =
      shown?.pastRevision != nil
      ? Self.pastKeys : isChosen ? Self.presentKeysOfChosen : Self.presentKeys
    return changedElsewhere == nil ? keys : keys.filter { !Self.changingKeys.contains($0) }
  }

  /// What is said of the revision that is shown, the longest form first.
  private var revisionForms: [String] {
    let revision = snapshot.revision
    let row = try? inspected?.journalRows(revision...revision, limit: 1).first
    guard let summary = row.map({ RevisionSummary($0) }) else { return ["revision \(revision)"] }
    // The line above the list says which earlier revision it is.
    return shown?.pastRevision == nil ? summary.forms : summary.unnumberedForms
  }

  private static let presentKeys = [
    "/ search", "q quit", "? help", "[ earlier", "i history", "u undo", ": go to", "} section",
    "r redo", "c columns", "y copy",
  ]
  private static let presentKeysOfChosen: [String] =
    presentKeys.prefix(5) + ["esc lists"] + presentKeys.dropFirst(5)
  private static let pastKeys = [
    "esc present", "[ earlier", "n change", "i history", "] later", "q quit", "R restore",
    "/ search", "? help", ": go to", "c columns",
  ]
  /// Those that change the list.
  private static let changingKeys: Set<String> = ["u undo", "r redo", "R restore"]
  private static let choosingKeys = ["⏎ show or hide", "esc list", "q quit"]
  private static let textKeys = ["esc list", "q quit", "↑ ↓ scroll", "y copy"]

  // MARK: Changes of others

  private func markChanges() throws {
    let batches = try live.batches(delivery: .merged)
    marking = Task { [weak self] in
      do {
        for try await batch in batches {
          guard let self else { return }
          try marks.take(batch.changes)
          redraw()
        }
      } catch {
        // The presenter follows the same list, and says why it cannot be followed.
      }
    }
  }

  /// Shows beside each visible row what has become of it. Rows that come into sight have views of others.
  private func markRows() {
    guard let shown else { return }
    for item in shown.presenter.visibleItems {
      guard let row = shown.presenter.view(of: .item(item)) else { continue }
      let mark = (shown.pastRevision == nil ? marks : pastMarks).mark(of: item)
      screen.host.mark(row, with: mark.map(sign))
    }
  }

  private func sign(of mark: ChangeMarks.Mark) -> Character {
    switch mark {
    case .inserted: "+"
    case .updated: "~"
    case .moved: screen.host.options.characters == .ascii ? ">" : "→"
    }
  }

  private func noteEmptiness() {
    let host = screen.host
    guard snapshot.state.itemCount == 0 else {
      if let emptyNote { host.hide(emptyNote) }
      return
    }
    let note = emptyNote ?? host.makeView("text")
    if emptyNote == nil { host.place(note, in: host.root, inFrontOf: nil) }
    emptyNote = note
    let text = shown?.pastRevision == nil ? "The list has no items." : "The list had no items."
    host.set("text", of: note, from: nil, to: .string(text))
    host.set("color", of: note, from: nil, to: "secondaryText")
    host.setFrame(
      ViewFrame(
        origin: Point(x: 1, y: (host.size.height / 2).rounded(.down)),
        size: Size(width: max(0, host.size.width - 1), height: 1)), of: note)
    host.show(note)
  }

  // MARK: Events

  private func handle(_ event: TerminalEvent) async throws {
    switch event {
    case .scrolled(_, let offset):
      message = nil
      try shown?.presenter.userScrolled(to: offset)
    case .resized(let size):
      try shown?.presenter.resize(to: size)
      if columns.isShown { try await showColumns() }
    case .view(let view, .tap, _):
      message = nil
      leaveWay()
      try open(view)
    case .view, .dragged: break
    case .key(let key):
      message = nil
      try await handle(key: key)
    case .promptChanged(let text): if question == .text { try searchTyped(text) }
    case .promptSubmitted(let text): try answer(text)
    case .promptCancelled: try cancelQuestion()
    case .textClosed: forgetText()
    case .lineChosen(let index): try await chooseColumn(at: index)
    case .redraw, .quit: break
    }
  }

  private func handle(key: String) async throws {
    if key != "u", key != "r" { foreseen = nil }
    // Those that go on in time begin where the way was to lead.
    if key != "[", key != "]", leaveWay(), key == "escape" { return }
    switch key {
    case "?":
      if screen.showsText { closeText() } else { screen.openKeys(help, column: 18) }
    case "C" where columns.isChoosing, "shift-C" where columns.isChoosing: closeText()
    case "y": try copyRow(.json)
    case "Y", "shift-Y": try copyRow(.table)
    case "i" where !columns.isChoosing: try showHistory()
    case "R" where !columns.isChoosing, "shift-R" where !columns.isChoosing:
      try await askRestoration()
    case "enter" where restoration != nil:
      if let offer = restoration?.offer { try await restore(offer) }
    case _ where screen.showsText: break
    case "escape": try leave()
    // With a row that has the focus, these are a tap.
    case "enter", "space": try openCurrentRow()
    case "/": ask(.text, "/", search.query?.text ?? "")
    case ":":
      // What is typed has room beside it.
      let isWide = screen.host.size.width >= 60
      ask(.place, isWide ? "item 7 or 0:6, or revision @3: " : "7, 0:6 or @3: ")
    case "n": try goOn(.forward)
    case "N", "shift-N": try goOn(.backward)
    case "g": try shown?.presenter.scroll(to: 0)
    case "G", "shift-G": try shown?.presenter.scroll(to: .infinity)
    case "}": try goToSection(.forward)
    case "{": try goToSection(.backward)
    case "u": try await step(.undo)
    case "r": try await step(.redo)
    case "c": try await toggleColumns()
    case "C", "shift-C": beginChoosing()
    case "[": try travel(by: -1)
    case "]": try travel(by: 1)
    default: break
    }
  }

  /// Leaves one thing: a search that goes on, the past, what was found, the signs of changes, a list that was chosen.
  private func leave() throws {
    if search.isSearching {
      search.cancel()
    } else if shown?.pastRevision != nil {
      try show(live, at: nil)
    } else if search.query != nil {
      endSearch()
    } else if !marks.isEmpty {
      marks.removeAll()
    } else {
      isLeftForAnother = isChosen
    }
  }

  /// The keys, and first why some of them do nothing here.
  private var help: [String] {
    guard let changedElsewhere else { return Self.helpLines }
    let deeds = "undo, redo and restore"
    return ["u, r, R: \(changedElsewhere.refusal(of: deeds))", ""] + Self.helpLines
  }

  private static let helpLines = """
    arrows, j, k      to the next and previous row
    page up and down  by a screen
    home, end, g, G   to the start and end
    }, {              to the next and previous section
    :                 to an item by its number, or by its section and place: 0:6,
                      or to a revision by its number: @3
    return            the whole model of a row
    c, C              rows as lines of a table, or not; C chooses the columns
    y, Y              copy a row as JSON, or as a line of a table with its names
    i                 who has changed a row, when, and which of its fields
    /                 search while you type; n and N: next and previous match,
                      or row with a sign while nothing is searched
    u, r              undo and redo, at present
    [, ]              back and forth in time; escape returns to the present
    R                 restore the row that is shown in the past, its section, or
                      the list, as a new revision: says what would change first
    + ~ →             signs of rows that came, changed or moved, by others or
                      by the revision that is shown; at present, escape takes
                      them away, and then returns to the choice of lists
    q                 leave
    """.split(separator: "\n").map(String.init)

  // MARK: Whole models

  /// Shows the whole model of the first visible row, which has the focus then.
  private func openCurrentRow() throws {
    guard let item = currentItem, let view = shown?.presenter.view(of: .item(item)) else {
      message = Self.noRow
      return
    }
    screen.host.focus(view)
    try open(view)
  }

  static let noRow = "there is no row here"

  /// Shows the whole model of the row of a view.
  private func open(_ view: TerminalView) throws {
    guard let tree = shown?.presenter.tree(of: view),
      let place = try snapshot.state.place(of: tree)
    else { return }
    switch place {
    case .item(let path):
      guard let model = try snapshot.model(at: path) else { return }
      opened = NamedModel(model, at: path, templates.fields)
    case .supplement(_, let section):
      guard let model = try snapshot.sectionModel(at: section) else { return }
      opened = NamedModel(model, ofSection: section)
    }
    screen.openText(opened?.lines ?? [])
  }

  /// Shows who has changed a row, when, and what: of the row that is shown as text, or else the one with the focus.
  private func showHistory() throws {
    guard let inspected, let item = currentItem, let path = try snapshot.state.path(of: item) else {
      message = Self.noRow
      return
    }
    let history = try RowHistoryLines(inspected, of: item, upTo: snapshot.revision)
    forgetText()
    textTitle = "history of \(path.section):\(path.item)"
    // What others have said begins no line of its own.
    screen.openText(history.lines.map(\.safe))
  }

  func closeText() {
    forgetText()
    screen.closeText()
  }

  private func forgetText() {
    (opened, textTitle, restoration) = (nil, nil, nil)
    columns.isChoosing = false
  }

  /// Copies the row that is shown as text, or else the one with the focus.
  private func copyRow(_ format: NamedModel.Format) throws {
    var row = opened
    if row == nil, let item = focusedItem, let path = try snapshot.state.path(of: item),
      let model = try snapshot.model(at: path)
    {
      row = NamedModel(model, at: path, templates.fields)
    }
    guard let row else {
      message = "choose a row first, by the arrows"
      return
    }
    let text = row.text(as: format)
    message =
      try screen.copy(text)
      ? "copied \(row.name) as \(format.rawValue), \(text.utf8.count.counting("byte"))"
      : "\(row.name) has \(text.utf8.count) bytes; a terminal copies at most "
        + "\(TerminalScreen.copiedByteCountMax)"
  }

  // MARK: Time

  /// Who makes the changes of a view.
  static let origin = "roster view"

  private func step(_ direction: HistoryDirection) async throws {
    if let revision = shown?.pastRevision {
      // The change would be one of a list that the user does not see.
      message = "revision \(revision) stays as it was; escape returns to the present"
      return
    }
    if let changedElsewhere {
      message = changedElsewhere.refusal(of: direction == .undo ? "undo" : "redo")
      return
    }
    let writer = try options.openList(isReadOnly: false)
    defer { try? writer.database.close() }
    if let elsewhere = try writer.database.changedElsewhere(listNamed: writer.name) {
      message = elsewhere.refusal(of: direction == .undo ? "undo" : "redo")
      return
    }
    var configuration = DataSourceConfiguration()
    configuration.isShared = true
    let dataSource = try ListDataSource(json: writer.storage, configuration)
    let key = direction == .undo ? "u" : "r"
    do {
      let next = try ForeseenStep(direction, of: dataSource)
      if let next, !next.origins.isSubset(of: [Self.origin]), foreseen != next {
        foreseen = next
        message = "\(key) once more to \(next)"
      } else {
        foreseen = nil
        let batches = try await dataSource.step(
          direction, ChangeAnnotation(origin: Self.origin), foreseen: next?.revisions ?? [])
        let summary = StepSummary(direction, batches, of: dataSource)
        message = direction == .undo ? "\(summary); r brings it back" : "\(summary)"
      }
    } catch DataSourceError.notCurrent {
      message = "the list has changed meanwhile, so nothing was done; \(key) shows what is next"
    } catch {
      message = "\(error)"
    }
    await dataSource.close()
  }
}
