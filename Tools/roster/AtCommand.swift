import ArgumentParser
import RosterCore
import RosterEngine
import RosterStore

struct AtCommand: ParsableCommand, ListCommand {
  static let configuration = CommandConfiguration(
    commandName: "at",
    abstract: "Print a list as it was at a revision: its sections, items and states.",
    discussion: """
      Any revision will do that the journal still has; show --at prints a part of one.
      """)

  @OptionGroup var options: DatabaseOptions

  @Option(parsing: .unconditional, help: "The revision.")
  var revision: Int

  @Option(help: "What is printed: text for people, ndjson for programs.")
  var output = ListingOutput.text

  func run() throws {
    let list = try options.openList(showsRows: true)
    let snapshot = try options.snapshot(of: ListDataSource(json: list.storage), at: revision)
    let outputFile = OutputFile()
    let listing = Listing(
      list: list, snapshot: snapshot, showsStates: true, output: output, outputFile: outputFile)
    try listing.printHeadline()
    for section in 0..<snapshot.state.sectionCount { try listing.print(section, 0..<Int.max) }
    try outputFile.flush()
  }
}
