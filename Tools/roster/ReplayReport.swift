import RosterCore
import RosterJSON
import RosterLog
import RosterReplay

/// Prints what a replay does.
struct ReplayReport: ReplayObserver {
  let output: ReplayCommand.Output
  let outputFile: OutputFile

  mutating func applied(_ batch: ChangeBatch<JSONValue, JSONValue>) throws {
    switch output {
    case .none: break
    case .ndjson: try outputFile.write { BatchWriter.append(batch, to: &$0) }
    case .text: try outputFile.writeLine(BatchText(batch).text)
    }
  }

  mutating func refused(_ error: ChangesetError, line: Int) throws {
    switch output {
    case .none: break
    case .ndjson:
      try outputFile.write { BatchWriter.append(refused: error, line: line, to: &$0) }
    case .text: try outputFile.writeLine("refused  line \(line)  \(error)")
    }
  }

  func finish(_ summary: ListSummary, appliedCount: Int, refusedCount: Int) throws {
    switch output {
    case .none: break
    case .ndjson: try outputFile.write { BatchWriter.append(end: summary, to: &$0) }
    case .text:
      try outputFile.writeLine(
        """

        \(appliedCount) changesets applied, \(refusedCount) refused
        revision \(summary.revision): \(summary.sectionCount) sections, \(summary.itemCount) items
        fingerprint \(summary.fingerprint)
        """)
    }
  }
}
