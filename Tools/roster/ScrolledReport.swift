import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterReplay

/// Prints the replay of a list with a viewport: after each batch its visible results.
struct ScrolledReport: PrintedReport {
  typealias Output = ComponentTree<Never>

  let report: ReplayReport
  private var batches: BatchSequence<JSONValue, JSONValue, Output>?

  init(report: ReplayReport) { self.report = report }

  mutating func opened(_ list: ScrolledReplay.DataSource) throws {
    batches = try list.batches()
  }

  mutating func applied(_ batch: ListBatch<JSONValue, JSONValue, Output>) throws {}

  mutating func settled(_ list: ScrolledReplay.DataSource) async throws {
    await list.waitForWorkingRange()
    while let batch = try await batches?.nextIfPublished() { try print(batch) }
  }

  mutating func refused(_ refusal: EntryRefusal, line: Int) throws {
    try report.refused(refusal, line: line)
  }

  private func print(_ batch: ListBatch<JSONValue, JSONValue, Output>) throws {
    if batch.causes.contains(.change) {
      try BatchPrinter(output: report.output, outputFile: report.outputFile).print(batch)
    }
    let shown = try batch.shownItems()
    switch report.output {
    case .none: break
    case .ndjson: try report.outputFile.write { BatchWriter.append(shown: shown, to: &$0) }
    case .text: try report.outputFile.writeLines(shown.lines)
    }
  }
}

extension ShownItems {
  /// The items for people, with a line for each non-empty part.
  fileprivate var lines: [String] {
    var lines: [String] = []
    if !causes.contains("change") { lines.append(causes.joined(separator: ", ")) }
    if !shown.isEmpty { lines.append("    shown   \(places(shown))") }
    if !hidden.isEmpty { lines.append("    hidden  \(places(hidden))") }
    let later: [(Int, String)] = [(awaitedCount, "follow"), (omittedCount, "not built")]
    let counts = later.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !counts.isEmpty { lines.append("    later   \(counts.joined(separator: ", "))") }
    let estimated = unmeasuredCount > 0 ? ", \(unmeasuredCount.counting("item")) estimated" : ""
    lines.append("    length  \(Int(length)) lines\(estimated)")
    return lines
  }

  /// Returns paths as text, with neighbouring paths as a range.
  private func places(_ paths: [ItemPath]) -> String {
    var runs: [(section: Int, items: ClosedRange<Int>)] = []
    for path in paths {
      if let last = runs.last, last.section == path.section,
        path.item == last.items.upperBound + 1
      {
        runs[runs.count - 1].items = last.items.lowerBound...path.item
      } else {
        runs.append((path.section, path.item...path.item))
      }
    }
    return runs.map { run in
      run.items.count == 1
        ? "\(run.section):\(run.items.lowerBound)"
        : "\(run.section):\(run.items.lowerBound)–\(run.items.upperBound)"
    }.joined(separator: ", ")
  }
}
