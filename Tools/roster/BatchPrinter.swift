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
  /// The list before the batches, so that fields of updated items and removed items can be named; `nil` to name none.
  var former: ListSnapshot<JSONValue, JSONValue>?
  /// Whether text has all operations, and not the first ones.
  var showsAll = false

  func print(_ batch: ListBatch<JSONValue, JSONValue, some Sendable>) throws {
    switch output {
    case .none: break
    case .ndjson:
      let states = try batch.loggedStates
      try outputFile.write { BatchWriter.append(batch.changes, states: states, to: &$0) }
    case .text:
      let text = try BatchText(
        batch.changes, states: batch.loggedStates, after: former, showsAll: showsAll)
      try outputFile.writeLines(text.lines)
    }
  }
}
