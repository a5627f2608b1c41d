import ArgumentParser
import RosterCore
import RosterInspecting
import RosterJSON
import RosterRows

struct LargestCommand: ParsableCommand, ListCommand {
  static let configuration = CommandConfiguration(
    commandName: "largest",
    abstract: "Print what is large in a list, and who lags behind.",
    discussion: """
      The rows whose models take most room, the revisions that wrote most and those that changed most, and the \
      registered subscribers, those that lag most first, with what is kept in the journal for each of them. All \
      rows and all revisions are looked at, part by part; standard error shows how far it is if that is a terminal.

      A derived list has no models of its own, so ask for the rows of its source. Of a list of a table whose rows stay \
      there, what the list has of them is measured: their versions.

      How long commits took, the journal does not say: the inspector of the program that commits does.
      """)

  @OptionGroup var options: DatabaseOptions

  @Option(
    help: "How much is printed of each kind: 1 to \(LargestScan.countMax)."
  )
  var count = 5

  @Option(help: "What is printed: text for people, ndjson for programs.")
  var output = ListingOutput.text

  func validate() throws {
    guard 1...LargestScan.countMax ~= count else {
      throw ValidationError("--count is from 1 to \(LargestScan.countMax)")
    }
  }

  func run() throws {
    let opened = try options.openList()
    guard let list = try opened.database.store.inspectableList(named: opened.name) else {
      throw CommandFailure(
        ExitStatus.usage, "\(options.place): there is no list \(opened.name.inQuotes)")
    }
    let scan = try scan(list)
    let outputFile = OutputFile()
    switch output {
    case .text:
      try outputFile.writeLine("list \(opened.name.inQuotes), revision \(scan.present)")
      try outputFile.writeLines(
        LargestLines(list, scan, subscriberCountMax: count).lines)
    case .ndjson: try print(scan, of: opened.name, to: outputFile)
    }
    try outputFile.flush()
  }

  /// Looks at all rows and revisions.
  private func scan(_ list: any InspectableStorage) throws -> LargestScan {
    var scan = try LargestScan(list, countMax: count)
    var progress = ProgressBar(noun: "rows and revisions")
    defer { progress.finish() }
    while try scan.goOn() { progress.update(count: scan.lookedAtCount, fraction: scan.share) }
    return scan
  }

  /// Prints a line for the list and one for each thing that was found.
  private func print(
    _ scan: LargestScan, of name: String, to outputFile: OutputFile
  ) throws {
    try outputFile.writeLine([
      "list": .string(name), "revision": .number(Double(scan.present)),
      "oldest": .number(Double(scan.oldest)),
      "subscribers": .number(Double(scan.subscriberCount)),
    ])
    let found: KeyValuePairs = [
      "largestRow": scan.rows, "wroteMost": scan.revisionsByBytes,
      "changedMost": scan.revisionsByChanges,
      "subscriber": Array(scan.subscribers.prefix(count)),
    ]
    for (kind, values) in found {
      for value in values { try outputFile.writeLine(.object([kind: value])) }
    }
  }
}
