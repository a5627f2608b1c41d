import ArgumentParser
import RosterCore
import RosterJSON
import RosterStore

struct CompactCommand: ParsableCommand, ListCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Remove the oldest revisions of a list from its journal.",
    discussion: """
      Of several limits the tightest counts. What a registered subscriber has not seen stays. What is \
      removed can no longer be read or undone; the list itself stays what it is. The database is checked \
      first, and a damaged one is not compacted: what would be removed may be what it can be saved by. Of \
      a server, only the list is checked.
      """)

  @OptionGroup var options: DatabaseOptions

  @Option(
    parsing: .unconditional,
    help: """
      Keep at most this many revisions before the last one. The last change can always be undone, so 0 keeps as \
      much as 1.
      """)
  var keepRevisions: Int?

  @Option(help: "Keep what is at most this old: a number and s, m, h or d, as 30d.")
  var keepAge: Age?

  @Option(
    help: """
      Keep the revisions that have written at most this many bytes of models, states and texts; the last \
      \(JournalRetention.leastRevisionCount) stay.
      """)
  var keepBytes: Int?

  @Option(
    help: "First forget a registered subscriber, for whom revisions are kept; may be repeated.")
  var forget: [String] = []

  @Flag(
    help: "Then write the file anew, so that it becomes as small as it can be. Not for a server.")
  var vacuum = false

  @Option(help: "What is printed: text for people, ndjson for programs.")
  var output = ListingOutput.text

  func validate() throws {
    guard keepRevisions ?? 0 >= 0, keepBytes ?? 0 >= 0 else {
      throw ValidationError("a limit is not negative")
    }
    guard
      keepRevisions != nil || keepAge != nil || keepBytes != nil || vacuum || !forget.isEmpty
    else {
      throw ValidationError(
        "say how much is to be kept: --keep-revisions, --keep-age, --keep-bytes; or --forget or "
          + "--vacuum alone")
    }
    guard !vacuum || !DatabasePlace(options.database).isServer else {
      throw ValidationError(
        "--vacuum is for files; a server frees the room of its tables by itself")
    }
  }

  func run() throws {
    let list = try options.openList(isReadOnly: false)
    let outputFile = OutputFile()
    let findings = try list.database.store.withFile(of: [list.name]) { try $0.check() }
    try DatabasePlace(options.database).requireNone(
      of: findings, to: outputFile, "nothing was removed")
    try forgetSubscribers(of: list.storage)
    let result = try list.storage.compact(
      JournalRetention(
        revisionCountMax: keepRevisions, ageMax: keepAge?.duration, byteCountMax: keepBytes),
      keeping: nil)
    if vacuum { try list.database.file?.vacuum() }
    try print(result, list.database.file?.byteCounts(), to: outputFile)
    try outputFile.flush()
    try list.database.close()
  }

  /// Prints what was removed, and how large the file is.
  private func print(
    _ result: JournalCompaction, _ bytes: (used: Int, free: Int)?, to outputFile: OutputFile
  ) throws {
    switch output {
    case .text:
      let held = result.heldBy.map { "; held by subscriber \($0.inQuotes)" } ?? ""
      try outputFile.writeLine(
        "\(result.removedCount.counting("revision")) removed, the oldest one left is "
          + "\(result.oldestRevision)\(held)")
      if let bytes {
        try outputFile.writeLine("\(bytes.used) bytes in use, \(bytes.free) free")
      }
    case .ndjson:
      var line: JSONObject = [
        "removed": .number(Double(result.removedCount)),
        "oldest": .number(Double(result.oldestRevision)),
      ]
      if let bytes {
        line["bytes"] = ["used": .number(Double(bytes.used)), "free": .number(Double(bytes.free))]
      }
      line["heldBy"] = result.heldBy.map { .string($0) }
      try outputFile.writeLine(.object(line))
    }
  }

  /// Removes all named subscribers, or none.
  private func forgetSubscribers(of list: any JournalStorage) throws {
    let names = try list.subscribers().map(\.name)
    if let unknown = forget.first(where: { name in
      !names.contains { $0.isSameName(as: name) }
    }) {
      let known = names.isEmpty ? "none" : names.map(\.inQuotesUnlessPlain).joined(separator: ", ")
      throw CommandFailure(
        ExitStatus.usage,
        "\(options.place): there is no subscriber \(unknown.inQuotes); the list has \(known)")
    }
    for name in forget { try list.removeSubscriber(name) }
  }
}

/// A time span, written as a number and a unit.
struct Age: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    guard let last = argument.last, let unit = units[last], let count = Int(argument.dropLast()),
      count >= 0, !count.multipliedReportingOverflow(by: unit).overflow
    else { return nil }
    duration = .seconds(count * unit)
  }
}
