import ArgumentParser
import RosterEngine
import RosterJSON
import RosterLog
import RosterReplay

/// Prints batches.
struct BatchPrinter {
  /// The forms in which batches are printed.
  enum Output: String, ExpressibleByArgument, CaseIterable {
    case text, ndjson, none
  }

  let output: Output
  let outputFile: OutputFile

  func print(_ batch: ListBatch<JSONValue, JSONValue, some Sendable>) throws {
    switch output {
    case .none: break
    case .ndjson:
      let states = try batch.loggedStates
      try outputFile.write { BatchWriter.append(batch.changes, states: states, to: &$0) }
    case .text:
      try outputFile.writeLines(BatchText(batch.changes, states: batch.loggedStates).lines)
    }
  }
}
