import Roster
import RosterCommands
import RosterComponentLists
import RosterComponents
import RosterFeed

/// A session with the feed that takes instructions line by line, for inputs and outputs that are no
/// terminal.
///
/// Three loops run on the main actor, as in any application: one handles the user's input, one the
/// messages of the rows, and one the batches. Only the last one prints what has changed.
@MainActor
final class LineSession {
  private let feed: Feed
  private var printout: Printout
  /// What is printed has no views of its own, so descriptions stand for them.
  private let controllers: ControllerHost<ViewTree>
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

  init(_ feed: Feed, columns: Int) throws {
    self.feed = feed
    printout = Printout(
      revision: feed.list.snapshot.revision, header: try feed.header,
      rows: try feed.list.outputs(inSection: 0), columns: columns)
    // Errors of edits of removed items, or after the end, are ignored.
    controllers = ControllerHost(sink: feed.list.editSink())
    controllers.register { [readingLog] built, _ in ReadingController(built, readingLog) }
  }

  /// Shows the feed, and carries out the instructions of the input until it ends.
  func run() async throws {
    let batches = try feed.list.batches(after: printout.revision)
    let messages = feed.list.messages()
    controllers.apply(updating: printout.shownRows)
    show(printout.lines, of: printout.shownRows)
    let showing = Task { try await show(batches) }
    let answering = Task { try await answer(messages) }
    try await takeInput()
    // Both loops end when all pending work is done.
    await feed.list.close()
    try await answering.value
    try await showing.value
    controllers.removeAll()
    if readingLog.paragraphCount > 0 {
      FeedCommand.write(lines: ["paragraphs read in this session: \(readingLog.paragraphCount)"])
    }
  }

  // MARK: Batches and messages

  private func show(_ batches: Feed.Batches) async throws {
    defer { news.continuation.finish() }
    for try await batch in batches {
      try controllers.apply(batch)
      let lines = printout.apply(batch)
      if batch.namesAllOutputs {
        show(lines, of: batch.items)
      } else {
        // Rows that were not in memory are laid out when they are requested.
        printout.replace(try feed.header, try feed.list.outputs(inSection: 0))
        show(printout.lines, of: printout.shownRows)
      }
      if batch.causes.contains(.configuration) { isAwaitingLayout = false }
      news.continuation.yield()
    }
  }

  /// Prints lines that show some rows, and tells the controllers.
  private func show(_ lines: [String], of rows: [Printout.Row]) {
    FeedCommand.write(lines: lines)
    for row in rows {
      controllers.mount(row.output.views, of: row.tree) { view, _ in view }
    }
  }

  private func answer(_ messages: AsyncStream<TreeMessage<FeedMessage>>) async throws {
    defer { news.continuation.finish() }
    for await message in messages {
      try await feed.answer(message)
      answeredCount += 1
      news.continuation.yield()
    }
  }

  /// Waits until every message is answered and the current list is printed, so that the next
  /// instruction refers to the rows that the user sees.
  ///
  /// - Returns: `false` if a loop has failed, so that nothing more is printed.
  private func settle() async -> Bool {
    while isAwaitingLayout || answeredCount < sentCount
      || printout.revision < feed.list.snapshot.revision
    {
      var iterator = news.stream.makeAsyncIterator()
      guard await iterator.next() != nil else { return false }
    }
    return true
  }

  // MARK: Input

  private func takeInput() async throws {
    StandardStreams.prompt()
    for await line in StandardStreams.input {
      do {
        let instruction = try Instruction(line)
        if case .quit = instruction { return }
        if let instruction { try await carryOut(instruction) }
      } catch let refusal as InstructionError {
        refusedCount += 1
        FeedCommand.complain(refusal.message)
      }
      guard await settle() else { return }
      StandardStreams.prompt()
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
      printout.columns = Printout.rowColumns(of: columns)
      let hasChanged = try await feed.layOut(columns: printout.columns)
      if !hasChanged { isAwaitingLayout = false }
    case .help: FeedCommand.write(Instruction.overview + "\n")
    case .quit: break
    }
  }

  /// Performs a tap on a view, as a renderer does.
  private func tap(_ name: String, inRow number: Int) async throws {
    let row = try existing(number)
    guard let button = row.output.views.button(performing: name) else {
      throw InstructionError("row \(number) has no button \"\(name)\"")
    }
    let outcome = try await feed.list.apply(
      .actions(button.events[.tap] ?? [], from: button.scope, in: .id(row.id)))
    sentCount += outcome.messageCount
  }

  private func tapHeader() async throws {
    guard let header = printout.header,
      let button = header.output?.views.button(performing: "about")
    else { throw InstructionError("this feed has no header; it is of an older file") }
    _ = try await feed.list.apply(
      .actions(
        button.events[.tap] ?? [], from: button.scope, in: TreeReference(.supplement(header.id))))
  }

  private func existing(_ row: Int) throws(InstructionError) -> Printout.Row {
    guard row > 0, let row = printout.row(row - 1) else {
      throw InstructionError("there is no row \(row); the feed has \(printout.rowCount)")
    }
    return row
  }
}

extension [ViewTree] {
  /// Returns the button whose tap performs an action of a name.
  fileprivate func button(performing name: String) -> ViewTree? {
    for view in self {
      if view.events[.tap, default: []].contains(where: { $0.name == name }) { return view }
      if let button = view.children.button(performing: name) { return button }
    }
    return nil
  }
}
