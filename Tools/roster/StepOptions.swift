import ArgumentParser
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore

/// A step through the history of a list, and how it is printed.
struct StepOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "How often.")
  var times = 1

  @Option(help: "What the batches name as their origin.")
  var origin: String?

  @Option(help: "The scope of undo, as the application has named it; without it, the standard one.")
  var scope: String?

  @Option(
    help: ArgumentHelp(
      """
      Where the models have the keys of the items, such as id or author.id: only for what the application \
      did before it named a key.
      """, valueName: "place"))
  var modelKey: ModelKeyPlace?

  @Flag(help: "Of a change of several lists, take back the part in this list only.")
  var partOnly = false

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
    // What comes back has the keys that it had.
    let dataSource =
      if let modelKey { try list.openForModels(modelKey, configuration) } else {
        try ListDataSource(json: list.storage, configuration)
      }
    let outputFile = OutputFile()
    let result: Result<Void, any Error>
    var stepCount = 0
    do {
      let printer = BatchPrinter(output: output, outputFile: outputFile)
      for _ in 0..<times {
        let batches = try await dataSource.step(
          direction, in: scope.map { UndoScope($0) } ?? .standard, ChangeAnnotation(origin: origin),
          partOnly: partOnly)
        stepCount += 1
        for batch in batches {
          try printer.print(batch)
          if output == .text, let line = try dataSource.lineOfWhatIsLeft(by: batch) {
            try outputFile.writeLines([line])
          }
        }
      }
      result = .success(())
    } catch let error as DataSourceError where error.isEndOfHistory {
      result = .failure(
        CommandFailure(
          ExitStatus.finding, "\(options.place): \(error)\(done(stepCount, direction))"))
    } catch DataSourceError.storage(let error) where error.code == .keyRequired {
      result = .failure(
        CommandFailure(
          ExitStatus.usage,
          "\(options.place): a model that comes back is from before the items had keys; name the place of the "
            + "key in the models, as in --model-key id"))
    } catch DataSourceError.partOfSeveral(let others) {
      result = .failure(
        CommandFailure(
          ExitStatus.finding,
          "\(options.place): the change was made in \(others.map(\.inQuotes).joined(separator: " and ")) "
            + "as well; --part-only takes back what it did in this list, and leaves the others as they are"
        ))
    } catch {
      result = .failure(error)
    }
    await dataSource.close()
    try outputFile.flush()
    try result.get()
  }
}

extension StepOptions {
  /// What a message adds about the steps before the one that failed: `; 5 of 7 changes were undone`.
  private func done(_ stepCount: Int, _ direction: HistoryDirection) -> String {
    guard stepCount > 0 else { return "" }
    let verb = direction == .undo ? "undone" : "redone"
    return
      "; \(stepCount) of \(times.counting("change")) \(stepCount == 1 ? "was" : "were") \(verb)"
  }
}

extension ListDataSource where Model == JSONValue, SectionModel == JSONValue, Output == Never {
  /// Undoes or redoes, again if another writer has committed first.
  ///
  /// - Parameter foreseen: The revisions that it may take back; `nil` for whatever is next.
  func step(
    _ direction: HistoryDirection, in scope: UndoScope = .standard, _ annotation: ChangeAnnotation,
    partOnly: Bool = false, foreseen: [Revision]? = nil
  ) async throws -> [Batch] {
    var conflictCount = 0
    while true {
      do {
        return try await apply(
          .step(direction, in: scope, partOnly: partOnly, foreseen: foreseen), annotation)
      } catch DataSourceError.conflict where conflictCount < stepConflictCountMax {
        conflictCount += 1
      }
    }
  }
}

extension ListDataSource {
  /// Returns the line that says what an undo or redo has left alone:
  ///
  ///     left as others have made it: 2 items, 1 section
  ///
  /// There is none if it has left nothing, or if a compaction has removed what it took back.
  fileprivate func lineOfWhatIsLeft(by batch: Batch) throws(StorageError) -> String? {
    let left: (items: [ItemID], sections: [SectionID])?
    do throws(StorageError) { left = try leftAlone(by: batch) } catch {
      guard error.code == .compacted else { throw error }
      return nil
    }
    guard let left else { return nil }
    let counts = [(left.items.count, "item"), (left.sections.count, "section")]
      .filter { $0.0 > 0 }.map { $0.counting($1) }
    return counts.isEmpty
      ? nil : "  left as others have made it: \(counts.joined(separator: ", "))"
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
