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
    defer { try? list.store.close() }
    var configuration = DataSourceConfiguration()
    // Another process may write the list. The last change is undone, whichever process made it.
    configuration.isShared = true
    let dataSource = try ListDataSource(json: list, configuration)
    let outputFile = OutputFile()
    let result: Result<Void, any Error>
    do {
      let printer = BatchPrinter(output: output, outputFile: outputFile)
      for _ in 0..<times {
        for batch in try await batches(of: direction, on: dataSource) { try printer.print(batch) }
      }
      result = .success(())
    } catch let error as DataSourceError where error.isEndOfHistory {
      result = .failure(
        CommandFailure(ExitStatus.finding, "\(options.database): \(error)"))
    } catch {
      result = .failure(error)
    }
    await dataSource.close()
    try outputFile.flush()
    try result.get()
  }

  private typealias List = ListDataSource<JSONValue, JSONValue, Never>

  /// How often another writer may commit first.
  private static let conflictCountMax = 100

  private func batches(
    of direction: HistoryDirection, on dataSource: List
  ) async throws -> [List.Batch] {
    let annotation = ChangeAnnotation(origin: origin)
    var conflictCount = 0
    while true {
      do {
        return try await direction == .undo
          ? dataSource.undo(annotation) : dataSource.redo(annotation)
      } catch DataSourceError.conflict where conflictCount < Self.conflictCountMax {
        conflictCount += 1
      }
    }
  }
}

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
