import Roster

/// Somebody at a terminal, and the feed.
///
/// Three loops meet on the main actor, as in any application: one takes what the user does, one the
/// messages of the rows, one the batches, and only that one changes what is on the screen.
@MainActor
final class FeedSession {
  private let feed: Feed
  private var screen: Screen
  /// A view is the lines that it is printed as.
  private let controllers: ControllerHost<[String]>
  private let readingLog = ReadingLog()
  /// How many instructions were not carried out.
  private(set) var refusedCount = 0
  /// How many messages rows have sent, and how many of them the feed has answered.
  private var sentCount = 0
  private var answeredCount = 0
  /// Whether rows of another width are still to be shown.
  private var isAwaitingLayout = false
  /// Tells that something was shown or answered; ends when a loop has failed.
  private let news = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  init(_ feed: Feed) throws {
    self.feed = feed
    screen = Screen(
      revision: feed.list.snapshot.revision, header: try feed.header,
      rows: try feed.list.outputs(inSection: 0))
    // An edit of an item that is gone, or after the end, has nobody to tell.
    controllers = ControllerHost(sink: feed.list.editSink())
    controllers.register { [readingLog] built, _ in ReadingController(built, readingLog) }
  }

  /// Shows the feed, and does what the input says until it ends.
  func run() async throws {
    let batches = try feed.list.batches(after: screen.revision)
    let messages = feed.list.messages()
    controllers.apply(updating: screen.shownRows)
    show(screen.lines, of: screen.shownRows)
    let showing = Task { try await show(batches) }
    let answering = Task { try await answer(messages) }
    try await takeInput()
    // Both loops end when everything is done that was begun.
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
        show(lines, of: batch.outputs)
      } else {
        // What was not in memory is laid out when it is asked for.
        screen.replace(try feed.header, try feed.list.outputs(inSection: 0))
        show(screen.lines, of: screen.shownRows)
      }
      if batch.causes.contains(.configuration) { isAwaitingLayout = false }
      news.continuation.yield()
    }
  }

  /// Prints lines in which some rows are shown, and tells the controllers.
  private func show(_ lines: [String], of rows: [Screen.Row]) {
    Terminal.write(lines)
    for row in rows {
      controllers.mount(row.output.views, of: row.id) { view, _ in Drawing([view]).lines }
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

  /// Waits until every message is answered and the screen shows what the list has, so that the rows
  /// of the next instruction are the ones that its author sees.
  ///
  /// - Returns: `false` if a loop has failed, and nothing more will be shown.
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
      let isAnother = try await feed.layOut(columns: Screen.rowColumns(of: columns))
      if !isAnother { isAwaitingLayout = false }
    case .help: Terminal.write([Instruction.overview])
    case .quit: break
    }
  }

  /// Does what a renderer does when somebody taps a view.
  private func tap(_ name: String, inRow number: Int) async throws {
    let row = try existing(number)
    guard let button = row.output.views.lazy.compactMap({ $0.button(named: name) }).first,
      let actions = button.events[.tap]
    else { throw InstructionError("row \(number) has no button \"\(name)\"") }
    let outcome = try await feed.list.perform(actions, from: button.scope, in: .id(row.id)).value
    sentCount += outcome.messageCount
  }

  private func tapHeader() async throws {
    guard let header = screen.header, let output = header.output,
      let button = output.views.lazy.compactMap({ $0.button(named: "about") }).first,
      let actions = button.events[.tap]
    else { throw InstructionError("this feed has no header; it is of an older file") }
    _ = try await feed.list.perform(
      actions, from: button.scope, in: SupplementReference(header.id)
    ).value
  }

  private func existing(_ row: Int) throws(InstructionError) -> Screen.Row {
    guard let row = screen.row(row - 1) else {
      throw InstructionError("there is no row \(row); the feed has \(screen.rowCount)")
    }
    return row
  }
}
