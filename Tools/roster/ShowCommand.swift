import ArgumentParser
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore

struct ShowCommand: ParsableCommand, ListCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a list: its sections, and its items in order.")

  @OptionGroup var options: DatabaseOptions

  @Option(parsing: .unconditional, help: "The revision to show; the last one if left out.")
  var at: Int?

  @Option(help: "Only the items A to B, both included, of section S, as S:A-B.")
  var range: ItemRange?

  @Flag(help: "Also the states of components of items, headers and footers, by their scopes.")
  var state = false

  @Option(help: "What is printed: text for people, ndjson for programs.")
  var output = ListingOutput.text

  func run() throws {
    let list = try options.openList(showsRows: true)
    let dataSource = try ListDataSource(json: list.storage)
    let snapshot =
      try at.map { try options.snapshot(of: dataSource, at: $0) } ?? dataSource.snapshot
    let outputFile = OutputFile()
    let listing = Listing(
      list: list, snapshot: snapshot, showsStates: state, output: output, outputFile: outputFile)
    try listing.printHeadline()
    let sections = range.map { $0.section..<$0.section + 1 } ?? 0..<snapshot.state.sectionCount
    for section in sections.clamped(to: 0..<snapshot.state.sectionCount) {
      try listing.print(section, range?.items ?? 0..<Int.max)
    }
    try outputFile.flush()
  }
}
