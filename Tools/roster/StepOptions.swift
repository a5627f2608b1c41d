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

  /// Undoes or redoes, and prints what came of it.
  func run(_ direction: HistoryDirection, on options: DatabaseOptions) async throws {
    let list = try options.openList(isReadOnly: false)
    // Everything is in the file itself then, and nothing beside it.
    defer { try? list.store.close() }
    var configuration = DataSourceConfiguration()
    // Somebody may be writing the list; what was changed last is undone, whoever did it.
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

  /// How often another writer may come first.
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
  /// Whether there is nothing to take back, or nothing any more.
  fileprivate var isEndOfHistory: Bool {
    switch self {
    case .nothingToTakeBack: true
    case .storage(let error): error.code == .compacted
    default: false
    }
  }
}
