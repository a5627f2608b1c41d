internal import RosterLayout
internal import RosterWidgets

/// The terminal as a screen for views: a host with a line above and one below, and what the user
/// does as events.
///
///     let screen = try TerminalScreen(environment: ProcessInfo.processInfo.environment)
///     screen.status = "q quits, / searches"
///     // Here mounts and presenters put views in screen.host.root.
///     try screen.flush()
///     while let event = await screen.nextEvent() {
///       if event == .quit { break }
///       // Here the program passes events of views on, and scrolls.
///       try screen.flush()
///     }
///     screen.end()
///
/// These keys are used by the screen itself, unless a field has the focus: tab and the arrows move the
/// focus, enter and space act on the view that has it, shift and F10 press it long, the arrows, `j`,
/// `k`, page up and down, home and end scroll.
///
/// A field and the prompt know the keys of shells besides the usual ones: the arrows with control or
/// alt move by words, with shift they select, control and `_` undoes, control and `y` does it again,
/// alt and `a` selects everything. In a field of several lines enter begins a line, and alt or
/// control and enter submit.
///
/// A screen belongs to one isolation, like its host. A process has one screen at a time.
public final class TerminalScreen {
  /// Shows the views.
  public let host: TerminalHost
  /// The line above the views; `nil` for none. The host is one line lower with it.
  public var header: TerminalLine? { didSet { placeHost() } }
  /// The line between the header and the views that names columns of rows; `nil` for none. The host is one line lower
  /// with it. Text in place of the views has no columns.
  package var columnNames: TerminalLine? { didSet { placeHost() } }
  /// The line below the views; `nil` for none. The host is one line lower with it.
  public var status: TerminalLine? { didSet { placeHost() } }
  /// Keys, as in ``TerminalEvent/key(_:)``, that go to the program instead of moving the focus and
  /// scrolling. The view with the focus comes first: a field still takes the arrows.
  public var programKeys: Set<String> = []

  /// A text of which each place on the screen stands out, upper and lower case being the same; `nil` for none.
  public var highlightedText: String?

  /// The size of the terminal.
  private var size: CellSize
  private var writer: FrameWriter
  let write: ([UInt8]) throws(TerminalError) -> Void
  private let session: TerminalSession?
  private let input: InputThread?
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  var gestures = ScreenGestures()
  var textPresses = TextPresses()
  var prompt: ScreenPrompt?
  var textPage: TextPage?
  /// What was pasted, until all of it has come, since it is undone at once.
  private var pasted: String?
  /// What was not returned yet.
  private var pending: [TerminalEvent] = []
  /// What was not handled yet: what a key stands for may depend on what the program has made of the
  /// one before.
  private var unhandled: ArraySlice<SessionEvent> = []

  /// Takes the terminal of the process.
  ///
  /// - Parameters:
  ///   - environment: The environment of the process, of which `TERM`, `COLORTERM` and `NO_COLOR`
  ///     count.
  ///   - options: How views are drawn.
  /// - Throws: If standard input or output is no terminal, or one without a cursor. A program may
  ///   print ``TerminalHost/plainText(width:)`` then.
  public init(
    environment: [String: String], options: TerminalOptions = TerminalOptions()
  ) throws(TerminalError) {
    let session = try TerminalSession(environment: environment)
    let depth = ColorDepth(environment: environment)
    self.session = session
    input = InputThread(session)
    start = clock.now
    size = session.size
    write = { (bytes) throws(TerminalError) in try session.write(bytes) }
    writer = FrameWriter(depth: depth)
    host = TerminalHost(size: session.size, options: options, depth: depth)
  }

  /// Makes a screen without a terminal.
  package init(
    size: CellSize, options: TerminalOptions, depth: ColorDepth,
    write: @escaping ([UInt8]) throws(TerminalError) -> Void
  ) {
    (session, input) = (nil, nil)
    start = clock.now
    self.size = size
    self.write = write
    writer = FrameWriter(depth: depth)
    host = TerminalHost(size: size, options: options, depth: depth)
  }

  deinit { end() }

  /// Gives the terminal back, as it was before. Calls after the first one do nothing.
  public func end() {
    session?.end()
    input?.join()
  }

  /// Stops the process, as Ctrl-Z does. When it goes on, everything is drawn anew.
  public func suspend() { session?.suspend() }

  // MARK: Events

  /// Waits for what the user does.
  ///
  /// - Returns: The next event; `nil` after the terminal was given back, or is gone.
  public func nextEvent(
    isolation: isolated (any Actor)? = #isolation
  ) async -> TerminalEvent? {
    while true {
      // Also of a focus that the program moves, the program hears behind what was typed.
      pending += holdingTyped(takeFocusEvents(), at: seconds)
      if !pending.isEmpty { return pending.removeFirst() }
      if let event = unhandled.popFirst() {
        let heard = handle([event], at: seconds)
        // The next one also says that something may look different.
        if heard != [.redraw] || unhandled.isEmpty { pending += heard }
        continue
      }
      guard let input else { return nil }
      input.ticks = host.isMoving || gestures.isWaiting || host.typed != nil
      var iterator = input.events.makeAsyncIterator()
      guard let events = await iterator.next() else { return nil }
      if events.isEmpty { pending += handle([], at: seconds) } else { receive(events) }
    }
  }

  /// Takes what came from the terminal in one read, to be handled one by one.
  package func receive(_ events: [SessionEvent]) { unhandled += events }

  private var seconds: Double {
    let (seconds, attoseconds) = start.duration(to: clock.now).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// Does what some events of the terminal stand for.
  ///
  /// - Returns: What the program hears of it; `redraw` if the screen may look different and there is
  ///   nothing else.
  package func handle(_ events: [SessionEvent], at time: Double) -> [TerminalEvent] {
    let isTick = events.isEmpty
    let step = ViewDrawing.step(host.time)
    host.time = time
    var heard = act(on: gestures.advance(to: time))
    for event in events { heard += handle(event, at: time) }
    heard = holdingTyped(heard + takeFocusEvents(), at: time)
    let isStill = isTick && (!host.isMoving || ViewDrawing.step(time) == step)
    return heard.isEmpty && !isStill ? [.redraw] : heard
  }

  private func handle(_ event: SessionEvent, at time: Double) -> [TerminalEvent] {
    switch event {
    case .input(.key(let press)): return handle(press)
    case .input(.mouse(let mouse)): return handle(mouse, at: time)
    case .input(.pasteBegan):
      pasted = ""
      return []
    case .input(.pasted(let text)):
      guard let before = pasted, before.utf8.count < Self.pastedCountMax else {
        return insert(text)
      }
      pasted = before + text
      return []
    case .input(.pasteEnded):
      defer { pasted = nil }
      return pasted.map(insert) ?? []
    case .input(.focusLost): return act(on: gestures.cancel())
    case .input(.focusGained): return []
    case .resized(let size):
      self.size = size
      placeHost()
      return [.resized(host.size)]
    case .resumed:
      writer.startAnew()
      // The terminal may have another size by now.
      guard let size = session?.size, size != self.size else { return [] }
      self.size = size
      placeHost()
      return [.resized(host.size)]
    case .woken: return []
    case .inputEnded: return [.quit]
    }
  }

  private func takeFocusEvents() -> [TerminalEvent] {
    defer { host.focusEvents = [] }
    return host.focusEvents.map { .view($0.view, $0.event, []) }
  }

  /// As much pasted text is one step to undo.
  private static let pastedCountMax = 1 << 20

  /// Makes the next frame write everything.
  func startAnew() { writer.startAnew() }

  // MARK: The prompt

  /// Opens a line for text below the views, which takes all keys until the user finishes or cancels
  /// it.
  ///
  /// - Parameters:
  ///   - label: What stands before the text, such as `/`.
  ///   - text: The text in the beginning.
  public func openPrompt(_ label: String, text: String = "") {
    prompt = ScreenPrompt(label: label, editor: FieldEditor(text))
  }

  /// Closes the prompt.
  public func closePrompt() { prompt = nil }

  // MARK: Frames

  private var headerCount: Int { (header == nil ? 0 : 1) + (columnNames == nil ? 0 : 1) }

  private func placeHost() {
    let rows = size.rows - headerCount - (status == nil ? 0 : 1)
    host.resize(to: Size(CellSize(rows: rows, columns: size.columns)))
  }

  /// Returns the place in the host of one on the screen.
  func hostPosition(_ position: CellPosition) -> CellPosition {
    CellPosition(row: position.row - headerCount, column: position.column)
  }

  /// Shows everything that has changed, in one write; writes nothing if nothing has.
  ///
  /// - Throws: If the terminal is gone, or was given back.
  public func flush() throws(TerminalError) {
    let grid = grid()
    let bytes = writer.frame(grid, cursor: cursor)
    if !bytes.isEmpty { try write(bytes) }
  }

  /// What the screen is to show.
  package func grid() -> CellGrid {
    var grid = CellGrid(size)
    let rows = headerCount..<headerCount + CellSize(host.size).rows
    if textPage == nil {
      grid.copy(0..<rows.count, from: host.draw().grid, toRow: headerCount)
    } else {
      textPage?.draw(on: &grid, rows: rows)
    }
    if size.rows == 0 { return grid }
    if let highlightedText {
      grid.restyle(highlightedText, in: rows) { $0.attributes.formSymmetricDifference(.reverse) }
    }
    // Above columns to choose from, those that are shown are named as well.
    if textPage?.isChoice ?? true, headerCount <= size.rows {
      columnNames?.draw(on: &grid, row: headerCount - 1, host.names, host.glyphs)
    }
    header?.draw(on: &grid, row: 0, host.names, host.glyphs)
    var below = status
    if prompt != nil { below?.leading = [] }
    below?.draw(on: &grid, row: size.rows - 1, host.names, host.glyphs)
    prompt?.draw(on: &grid, row: size.rows - 1, columns: promptColumns)
    return grid
  }

  /// Where the cursor of the terminal is: where text is entered. Screen readers and input methods
  /// look for it there.
  package var cursor: CellPosition? {
    if let prompt, size.rows > 0 {
      let column = prompt.cursorColumn(columns: promptColumns)
      return CellPosition(row: size.rows - 1, column: column)
    }
    if textPage != nil { return nil }
    return host.cursor.map { CellPosition(row: $0.row + headerCount, column: $0.column) }
  }

  /// How much of the screen the prompt has; `nil` if there is none.
  func promptRoom() -> FieldRoom? { prompt?.room(columns: promptColumns) }

  /// How much of its line the prompt has: what ends on the right of the line below the views stays, unless too
  /// little is left to type in.
  private var promptColumns: Int {
    let room = size.columns - (status?.trailingColumns ?? 0) - 1
    let label = prompt.map { terminalColumns($0.label) } ?? 0
    return status?.trailing.isEmpty ?? true || room - label < Self.typedColumnsMin
      ? size.columns : room
  }

  private static let typedColumnsMin = 16

  /// The cell of the text of the prompt at a place of the screen; `nil` if it is elsewhere.
  func promptCell(at position: CellPosition) -> CellPosition? {
    guard let prompt, position.row == size.rows - 1 else { return nil }
    return CellPosition(row: 0, column: position.column - prompt.start(columns: promptColumns))
  }
}

/// A line that the user types.
struct ScreenPrompt {
  let label: String
  var editor: FieldEditor

  /// Where the text begins.
  func start(columns: Int) -> Int { min(terminalColumns(label), max(0, columns - 1)) }

  func room(columns: Int) -> FieldRoom {
    FieldRoom(size: CellSize(rows: 1, columns: columns - start(columns: columns)))
  }

  func cursorColumn(columns: Int) -> Int {
    let room = room(columns: columns)
    let shown = ShownField(editor.text, in: room)
    return start(columns: columns) + shown.cell(of: editor.head).column
      - editor.firstCell(of: shown, in: room).column
  }

  func draw(on grid: inout CellGrid, row: Int, columns: Int) {
    let line = CellRectangle(rows: row..<row + 1, columns: 0..<columns)
    let start = start(columns: columns)
    grid.fill(line)
    grid.write(
      label, at: CellPosition(row: row, column: 0), style: CellStyle(.bold),
      clip: CellRectangle(rows: line.rows, columns: 0..<start))
    let room = room(columns: columns)
    let shown = ShownField(editor.text, in: room)
    let column = start - editor.firstCell(of: shown, in: room).column
    let cells = CellRectangle(rows: line.rows, columns: start..<max(start, columns))
    let (text, indent) = shown.line(0)
    var place = CellPosition(row: row, column: column + indent)
    for part in text.parts {
      grid.write(part.text, at: place, clip: cells)
      place.column += terminalColumns(part.text)
    }
    for (_, selected) in shown.cells(of: editor.selection.range) {
      let range = selected.lowerBound + column..<selected.upperBound + column
      let selection = CellRectangle(rows: line.rows, columns: range).intersection(cells)
      grid.restyle(selection) { $0.attributes.insert(.reverse) }
    }
  }
}
