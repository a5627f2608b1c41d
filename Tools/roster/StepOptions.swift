import ArgumentParser
import RosterCore
import RosterEngine

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
    let dataSource = try ListDataSource(json: options.openList(isReadOnly: false))
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
      guard case .nothingToTakeBack = error else { throw error }
      throw CommandFailure(ExitStatus.finding, "\(options.database): \(error)")
    }
    try outputFile.flush()
  }
}
