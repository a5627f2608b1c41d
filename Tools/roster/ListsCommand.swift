import ArgumentParser
import RosterCore
import RosterDerived
import RosterJSON
import RosterStore

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
    let tables = try store.file?.shownTables() ?? []
    for list in try store.lists() {
      let table = tables.first { $0.list == list.name }
      let derived = try store.derivation(ofListNamed: list.name)
      switch output {
      case .text:
        try outputFile.writeLine(
          "\(list.name)  revision \(list.revision)  "
            + "\(list.sectionCount.counting("section"))  \(list.itemCount.counting("item"))"
            + (table.map { "  of the table \($0.table), \($0.notedCount) rows noted" } ?? "")
            + (derived.map { "  from \($0.source) at revision \($0.basis)" } ?? ""))
      case .ndjson:
        var line: JSONObject = [
          "name": .string(list.name), "revision": .number(Double(list.revision)),
          "sections": .number(Double(list.sectionCount)), "items": .number(Double(list.itemCount)),
        ]
        if let table {
          line["table"] = .string(table.table)
          line["noted"] = .number(Double(table.notedCount))
        }
        if let derived {
          line["source"] = .string(derived.source)
          line["basis"] = .number(Double(derived.basis))
        }
        try outputFile.writeLine(.object(line))
      }
    }
    try outputFile.flush()
  }
}

/// The forms in which lists are printed.
enum ListingOutput: String, ExpressibleByArgument, CaseIterable {
  case text, ndjson
}
