import ArgumentParser
import RosterCore
import RosterEngine
import RosterJSON
import RosterReplay
import RosterStore

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a list: its sections, and its items in order.")

  @OptionGroup var options: DatabaseOptions

  @Option(help: "The revision to show; the last one if left out.")
  var at: Int?

  @Option(help: "Only the items A to B, both included, of section S, as S:A-B.")
  var range: ItemRange?

  @Option(help: "What is printed: text for people, ndjson for programs.")
  var output = ListingOutput.text

  func run() throws {
    let list = try options.openList()
    let dataSource = try ListDataSource(json: list)
    let snapshot = try snapshot(of: dataSource)
    let outputFile = OutputFile()
    if output == .text {
      try outputFile.writeLine(
        "list \"\(list.name)\", revision \(snapshot.revision): \(snapshot.state.sectionCount) "
          + "sections, \(snapshot.state.itemCount) items")
    }
    let sections = range.map { $0.section..<$0.section + 1 } ?? 0..<snapshot.state.sectionCount
    for section in sections.clamped(to: 0..<snapshot.state.sectionCount) {
      try print(section, of: snapshot, to: outputFile)
    }
    try outputFile.flush()
  }

  private func snapshot(
    of dataSource: ListDataSource<JSONValue, JSONValue, Never>
  ) throws -> ListSnapshot<JSONValue, JSONValue> {
    let last = dataSource.snapshot
    guard let at, at != last.revision else { return last }
    guard 0..<last.revision ~= at else {
      throw CommandFailure(
        ExitStatus.usage,
        "\(options.database): there is no revision \(at); the list is at \(last.revision)")
    }
    return try dataSource.snapshot(at: at)
  }

  private func print(
    _ section: Int, of snapshot: ListSnapshot<JSONValue, JSONValue>, to outputFile: OutputFile
  ) throws {
    let model = try snapshot.sectionModel(at: section)
    let count = snapshot.state.itemCount(inSection: section)
    switch output {
    case .text:
      try outputFile.writeLine("\(section)  \((model ?? .null).canonicalText)  \(count) items")
    case .ndjson:
      let line: JSONValue = [
        "section": .number(Double(section)), "model": model ?? .null,
        "items": .number(Double(count)),
      ]
      try outputFile.writeLine(line.canonicalText)
    }
    var item = max(0, range?.items.lowerBound ?? 0)
    try snapshot.forEachModel(inSection: section, range?.items ?? 0..<Int.max) { model in
      try print(model, at: ItemPath(section: section, item: item), to: outputFile)
      item += 1
    }
  }

  private func print(
    _ model: JSONValue, at path: ItemPath, to outputFile: OutputFile
  ) throws {
    switch output {
    case .text:
      try outputFile.writeLine("  \(path.section):\(path.item)  \(model.canonicalText)")
    case .ndjson:
      let line: JSONValue = [
        "item": [.number(Double(path.section)), .number(Double(path.item))], "model": model,
      ]
      try outputFile.writeLine(line.canonicalText)
    }
  }
}

/// A range of items in a section, written `S:A-B`.
struct ItemRange: ExpressibleByArgument {
  var section: Int
  var items: Range<Int>

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let section = Int(parts[0]), section >= 0 else { return nil }
    let bounds = parts[1].split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, let first = Int(bounds[0]), let last = Int(bounds[1]),
      first <= last, last < Int.max
    else { return nil }
    self.section = section
    items = first..<last + 1
  }
}
