import ArgumentParser
import RosterCore
import RosterEngine
import RosterJSON

struct RemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a list with its history.",
    discussion: """
      The list goes with its items, sections, states, keys and subscribers, and so do the lists that are \
      derived from it, in one transaction, and that cannot be undone. The rows of a table that the \
      list has shown stay. Whatever still has the list open is told that it was removed. Its bytes stay in \
      the file until other commits use the room; roster erase puts an end to that.

      Exit codes: 0 the list is gone, 2 there is no such list, 4 the database failed.
      """)

  @Argument(help: "The database file, or postgres://user@host/database.")
  var database: String

  @Argument(help: "The name of the list.")
  var list: String

  @Option(help: "What is printed: text for people, ndjson for programs.")
  var output = ListingOutput.text

  func run() throws {
    let place = DatabasePlace(database)
    let opened = try place.open(isReadOnly: false)
    let lists = try opened.lists()
    guard let store = opened.store as? any ListStore else {
      throw CommandFailure(ExitStatus.usage, "\(place.shown): nothing from which a list is removed")
    }
    let removed = try store.removeList(named: list)
    guard !removed.isEmpty else {
      let names = lists.map(\.name.inQuotesUnlessPlain).joined(separator: ", ")
      throw CommandFailure(
        ExitStatus.usage,
        "\(place.shown): there is no list \(list.inQuotes)\(names.isEmpty ? "" : ", only: \(names)")"
      )
    }
    let outputFile = OutputFile()
    for name in removed {
      let summary = lists.first { $0.name.isSameName(as: name) }
      switch output {
      case .text:
        try outputFile.writeLine(
          "removed \(name.inQuotesUnlessPlain)"
            + (summary.map { ", with \($0.itemCount.counting("item")) at revision \($0.revision)" }
              ?? ""))
      case .ndjson:
        var line: JSONObject = ["removed": .string(name)]
        if let summary {
          line["items"] = .number(Double(summary.itemCount))
          line["revision"] = .number(Double(summary.revision))
        }
        try outputFile.writeLine(.object(line))
      }
    }
    try outputFile.flush()
    try opened.close()
  }
}
