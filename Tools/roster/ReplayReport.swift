import RosterEngine
import RosterJSON
import RosterLog
import RosterReplay

/// An observer that prints, whatever the list generates.
protocol PrintedReport: ReplayObserver {
  var report: ReplayReport { get }
}

/// Prints what a replay does.
struct ReplayReport: PrintedReport {
  let output: BatchPrinter.Output
  let outputFile: OutputFile

  var report: ReplayReport { self }

  mutating func applied(_ batch: ListBatch<JSONValue, JSONValue, Never>) throws {
    try BatchPrinter(output: output, outputFile: outputFile).print(batch)
  }

  func refused(_ refusal: EntryRefusal, line: Int) throws {
    switch output {
    case .none: break
    case .ndjson:
      try outputFile.write { BatchWriter.append(refused: refusal, line: line, to: &$0) }
    case .text: try outputFile.writeLine("refused  line \(line)  \(refusal)")
    }
  }

  func finish(_ summary: ListSummary, appliedCount: Int, refusedCount: Int) throws {
    switch output {
    case .none: break
    case .ndjson: try outputFile.write { BatchWriter.append(end: summary, to: &$0) }
    case .text:
      try outputFile.writeLines([
        "", "\(appliedCount.counting("changeset")) applied, \(refusedCount) refused",
        "revision \(summary.revision): \(summary.sectionCount.counting("section")), "
          + summary.itemCount.counting("item"),
        "fingerprint \(summary.fingerprint)",
      ])
    }
  }
}
