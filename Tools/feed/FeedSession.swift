import Roster

/// A session of a user at a terminal with the feed.
///
/// Three loops run on the main actor, as in any application: one handles the user's input, one the
/// messages of the rows, and one the batches. Only the last one changes the screen.
@MainActor
final class FeedSession {
  private let feed: Feed
  private var screen: Screen
  /// A view is represented by its printed lines.
  private let controllers: ControllerHost<[String]>
  private let readingLog = ReadingLog()
  /// The number of instructions that were not carried out.
  private(set) var refusedCount = 0
  /// The numbers of messages that rows have sent, and that the feed has answered.
  private var sentCount = 0
  private var answeredCount = 0
  /// Whether rows of a new width have yet to be shown.
  private var isAwaitingLayout = false
  /// Signals that a batch was shown or a message answered; ends when a loop has failed.
  private let news = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  init(_ feed: Feed) throws {
    self.feed = feed
    screen = Screen(
      revision: feed.list.snapshot.revision, header: try feed.header,
      rows: try feed.list.outputs(inSection: 0))
    // Errors of edits of removed items, or after the end, are ignored.
    controllers = ControllerHost(sink: feed.list.editSink())
    controllers.register { [readingLog] built, _ in ReadingController(built, readingLog) }
  }

  /// Shows the feed, and carries out the instructions of the input until it ends.
  func run() async throws {
    let batches = try feed.list.batches(after: screen.revision)
    let messages = feed.list.messages()
    controllers.apply(updating: screen.shownRows)
    show(screen.lines, of: screen.shownRows)
    let showing = Task { try await show(batches) }
    let answering = Task { try await answer(messages) }
    try await takeInput()
    // Both loops end when all pending work is done.
    await feed.list.close()
    try await answering.value
    try await showing.value
    controllers.removeAll()
    if readingLog.paragraphCount > 0 {
      Terminal.write(["paragraphs read in this session: \(readingLog.paragraphCount)"])
    }
  }

  // MARK: Batches and messages

  private func show(_ batches: Feed.Batches) async throws {
    defer { news.continuation.finish() }
    for try await batch in batches {
      try controllers.apply(batch)
      let lines = screen.apply(batch)
      if batch.namesAllOutputs {
        show(lines, of: batch.items)
      } else {
        // Rows that were not in memory are laid out when they are requested.
        screen.replace(try feed.header, try feed.list.outputs(inSection: 0))
        show(screen.lines, of: screen.shownRows)
      }
      if batch.causes.contains(.configuration) { isAwaitingLayout = false }
      news.continuation.yield()
    }
  }

  /// Prints lines that show some rows, and tells the controllers.
  private func show(_ lines: [String], of rows: [Screen.Row]) {
    Terminal.write(lines)
    for row in rows {
      controllers.mount(row.output.views, of: row.tree) { view, _ in Drawing([view]).lines }
    }
  }

  private func answer(_ messages: MessageSequence<PostRow.Message>) async throws {
    defer { news.continuation.finish() }
    for await message in messages {
      try await feed.receive(message)
      answeredCount += 1
      news.continuation.yield()
    }
  }

  /// Waits until every message is answered and the screen shows the current list, so that the next
  /// instruction refers to the rows that the user sees.
  ///
  /// - Returns: `false` if a loop has failed, so that the screen no longer changes.
  private func settle(_ news: inout AsyncStream<Void>.Iterator) async -> Bool {
    while isAwaitingLayout || answeredCount < sentCount
      || screen.revision < feed.list.snapshot.revision
    {
      guard await news.next(isolation: #isolation) != nil else { return false }
    }
    return true
  }

  // MARK: Input

  private func takeInput() async throws {
    var news = news.stream.makeAsyncIterator()
    Terminal.prompt()
    for await line in Terminal.input {
      do {
        let instruction = try Instruction(line)
        if case .quit = instruction { return }
        if let instruction { try await carryOut(instruction) }
      } catch let refusal as InstructionError {
        refusedCount += 1
        Terminal.complain(refusal.message)
      }
      guard await settle(&news) else { return }
      Terminal.prompt()
    }
  }

  private func carryOut(_ instruction: Instruction) async throws {
    switch instruction {
    case .tap(let button, let row): try await tap(button, inRow: row)
    case .about: try await tapHeader()
    case .post(let text): try await feed.add(text)
    case .move(let row, let target):
      _ = try existing(row)
      _ = try existing(target)
      try await feed.move(row - 1, to: target - 1)
    case .width(let columns):
      // The batch may be shown before the call returns.
      isAwaitingLayout = true
      let hasChanged = try await feed.layOut(columns: Screen.rowColumns(of: columns))
      if !hasChanged { isAwaitingLayout = false }
    case .help: Terminal.write([Instruction.overview])
    case .quit: break
    }
  }

  /// Performs a tap on a view, as a renderer does.
  private func tap(_ name: String, inRow number: Int) async throws {
    let row = try existing(number)
    guard let button = row.output.views.lazy.compactMap({ $0.button(named: name) }).first,
      let actions = button.events[.tap]
    else { throw InstructionError("row \(number) has no button \"\(name)\"") }
    let outcome = try await feed.list.performActions(actions, from: button.scope, in: .id(row.id))
    sentCount += outcome.messageCount
  }

  private func tapHeader() async throws {
    guard let header = screen.header, let output = header.output,
      let button = output.views.lazy.compactMap({ $0.button(named: "about") }).first,
      let actions = button.events[.tap]
    else { throw InstructionError("this feed has no header; it is of an older file") }
    _ = try await feed.list.performActions(
      actions, from: button.scope, in: TreeReference(.supplement(header.id))
    )
  }

  private func existing(_ row: Int) throws(InstructionError) -> Screen.Row {
    guard let row = screen.row(row - 1) else {
      throw InstructionError("there is no row \(row); the feed has \(screen.rowCount)")
    }
    return row
  }
}
