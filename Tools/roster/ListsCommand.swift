import ArgumentParser
import RosterCore
import RosterJSON

struct ListsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lists", abstract: "Name the lists in a database.")

  @Argument(help: "The database file, or postgres://user@host/database.")
  var database: String

  @Option(help: "What is printed: text for people, ndjson for programs.")
  var output = ListingOutput.text

  func run() throws {
    let store = try DatabasePlace(database).open(isReadOnly: true)
    let outputFile = OutputFile()
    for list in try store.lists() {
      switch output {
      case .text:
        try outputFile.writeLine(
          "\(list.name)  revision \(list.revision)  \(list.sectionCount) sections  "
            + "\(list.itemCount) items")
      case .ndjson:
        let line: JSONValue = [
          "name": .string(list.name), "revision": .number(Double(list.revision)),
          "sections": .number(Double(list.sectionCount)), "items": .number(Double(list.itemCount)),
        ]
        try outputFile.writeLine(line)
      }
    }
    try outputFile.flush()
  }
}

/// The forms in which lists are printed.
enum ListingOutput: String, ExpressibleByArgument, CaseIterable {
  case text, ndjson
}
