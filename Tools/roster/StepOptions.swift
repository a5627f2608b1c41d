import ArgumentParser
import RosterCore
import RosterEngine
import RosterStore

/// A step through the history of a list, and how it is printed.
struct StepOptions: ParsableArguments {
  @Option(help: "How often.")
  var times = 1

  @Option(help: "What the batches name as their origin.")
  var origin: String?

  @Option(help: "What is printed of each batch: text for people, ndjson for programs, or none.")
  var output = BatchPrinter.Output.text

  func validate() throws {
    guard times > 0 else { throw ValidationError("--times is at least 1") }
  }

  /// Undoes or redoes, and prints what came of it.
  func run(_ direction: HistoryDirection, on options: DatabaseOptions) async throws {
    let list = try options.openList(isReadOnly: false)
    // Everything is in the file itself then, and nothing beside it.
    defer { try? list.store.close() }
    let dataSource = try ListDataSource(json: list)
    let outputFile = OutputFile()
    let printer = BatchPrinter(output: output, outputFile: outputFile)
    let annotation = ChangeAnnotation(origin: origin)
    do {
      for _ in 0..<times {
        let batches =
          try await direction == .undo ? dataSource.undo(annotation) : dataSource.redo(annotation)
        for batch in batches { try printer.print(batch) }
      }
    } catch let error as DataSourceError {
      try outputFile.flush()
      guard error.isEndOfHistory else { throw error }
      throw CommandFailure(ExitStatus.finding, "\(options.database): \(error)")
    }
    try outputFile.flush()
  }
}

extension DataSourceError {
  /// Whether there is nothing to take back, or nothing any more.
  fileprivate var isEndOfHistory: Bool {
    switch self {
    case .nothingToTakeBack: true
    case .storage(let error): error.code == .compacted
    default: false
    }
  }
}
