internal import RosterLayout

/// The terminal as a screen for views: a host with a line above and one below, and what the user
/// does as events.
///
///     let screen = try TerminalScreen(environment: ProcessInfo.processInfo.environment)
///     screen.status = "q quits, / searches"
///     // … mounts and presenters put views in screen.host.root
///     try screen.flush()
///     while let event = await screen.nextEvent() {
///       if event == .quit { break }
///       // … passes events of views on, and scrolls
///       try screen.flush()
///     }
///     screen.end()
///
/// These keys are used by the screen itself, unless a field has the focus: tab and the arrows move the
/// focus, enter and space act on the view that has it, the arrows, `j`, `k`, page up and down, home and
/// end scroll.
///
/// A screen belongs to one isolation, like its host. A process has one screen at a time.
public final class TerminalScreen {
  /// Shows the views.
  public let host: TerminalHost
  /// The line above the views; `nil` for none. The host is one line lower with it.
  public var header: TerminalLine? { didSet { placeHost() } }
  /// The line below the views; `nil` for none. The host is one line lower with it.
  public var status: TerminalLine? { didSet { placeHost() } }

  /// The size of the terminal.
  private var size: CellSize
  private var writer: FrameWriter
  private let write: ([UInt8]) throws(TerminalError) -> Void
  private let session: TerminalSession?
  private let input: InputThread?
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  var gestures = ScreenGestures()
  var prompt: ScreenPrompt?
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
      pending += takeFocusEvents()
      if !pending.isEmpty { return pending.removeFirst() }
      if let event = unhandled.popFirst() {
        let heard = handle([event], at: seconds)
        // The next one also says that something may look different.
        if heard != [.redraw] || unhandled.isEmpty { pending += heard }
        continue
      }
      guard let input else { return nil }
      input.ticks = host.isMoving || gestures.isWaiting
      var iterator = input.events.makeAsyncIterator()
      guard let events = await iterator.next(isolation: isolation) else { return nil }
      if events.isEmpty { pending += handle([], at: seconds) } else { unhandled = events[...] }
    }
  }

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
    heard += takeFocusEvents()
    let isStill = isTick && (!host.isMoving || ViewDrawing.step(time) == step)
    return heard.isEmpty && !isStill ? [.redraw] : heard
  }

  private func handle(_ event: SessionEvent, at time: Double) -> [TerminalEvent] {
    switch event {
    case .input(.key(let press)): return handle(press)
    case .input(.mouse(let mouse)): return handle(mouse, at: time)
    case .input(.pasted(let text)): return insert(text)
    case .input: return []
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
    prompt = ScreenPrompt(label: label, editor: LineEditor(text))
  }

  /// Closes the prompt.
  public func closePrompt() { prompt = nil }

  // MARK: Frames

  private var headerCount: Int { header == nil ? 0 : 1 }

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
    let bytes = writer.frame(grid())
    if !bytes.isEmpty { try write(bytes) }
  }

  /// What the screen is to show.
  package func grid() -> CellGrid {
    let (views, _) = host.draw()
    var grid = CellGrid(size)
    grid.copy(0..<views.size.rows, from: views, toRow: headerCount)
    if size.rows == 0 { return grid }
    header?.draw(on: &grid, row: 0, host.names)
    status?.draw(on: &grid, row: size.rows - 1, host.names)
    prompt?.draw(on: &grid, row: size.rows - 1)
    return grid
  }
}

/// A line that the user types.
struct ScreenPrompt {
  let label: String
  var editor: LineEditor

  func draw(on grid: inout CellGrid, row: Int) {
    let columns = grid.size.columns
    let line = CellRectangle(rows: row..<row + 1, columns: 0..<columns)
    grid.fill(line)
    let start = grid.write(
      label, at: CellPosition(row: row, column: 0), style: CellStyle(.bold))
    let room = CellRectangle(rows: line.rows, columns: min(start, columns)..<columns)
    let cursor = terminalColumns(editor.head)
    let scrolled = max(0, cursor - max(0, room.columns.count - 1))
    grid.write(
      editor.text, at: CellPosition(row: row, column: start - scrolled), clip: room)
    let column = start + cursor - scrolled
    grid.restyle(CellRectangle(rows: line.rows, columns: column..<column + 1)) {
      $0.attributes.insert(.reverse)
    }
  }
}
