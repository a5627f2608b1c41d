import ArgumentParser
import RosterCore
import RosterEngine
import RosterJSON
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

  /// Undoes or redoes, and prints the result.
  func run(_ direction: HistoryDirection, on options: DatabaseOptions) async throws {
    let list = try options.openList(isReadOnly: false)
    // Then everything is in the file itself, without files beside it.
    defer { try? list.database.close() }
    var configuration = DataSourceConfiguration()
    // Another process may write the list. The last change is undone, whichever process made it.
    configuration.isShared = true
    let dataSource = try ListDataSource(json: list.storage, configuration)
    let outputFile = OutputFile()
    let result: Result<Void, any Error>
    do {
      let printer = BatchPrinter(output: output, outputFile: outputFile)
      for _ in 0..<times {
        let batches = try await dataSource.step(direction, ChangeAnnotation(origin: origin))
        for batch in batches { try printer.print(batch) }
      }
      result = .success(())
    } catch let error as DataSourceError where error.isEndOfHistory {
      result = .failure(
        CommandFailure(ExitStatus.finding, "\(options.place): \(error)"))
    } catch {
      result = .failure(error)
    }
    await dataSource.close()
    try outputFile.flush()
    try result.get()
  }
}

extension ListDataSource where Model == JSONValue, SectionModel == JSONValue, Output == Never {
  /// Undoes or redoes, again if another writer has committed first.
  func step(
    _ direction: HistoryDirection, _ annotation: ChangeAnnotation
  ) async throws -> [Batch] {
    var conflictCount = 0
    while true {
      do {
        return try await direction == .undo ? undo(annotation) : redo(annotation)
      } catch DataSourceError.conflict where conflictCount < stepConflictCountMax {
        conflictCount += 1
      }
    }
  }
}

/// How often another writer may commit first.
private let stepConflictCountMax = 100

extension DataSourceError {
  /// Whether there is nothing to undo or redo, or no longer anything.
  fileprivate var isEndOfHistory: Bool {
    switch self {
    case .nothingToUndo, .nothingToRedo: true
    case .storage(let error): error.code == .compacted
    default: false
    }
  }
}
