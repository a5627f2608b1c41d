import RosterPages
import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterReplay

/// Prints a list as it was at a revision.
struct Listing {
  /// The number of items that are read at a time.
  private static let chunkCount = 1_024

  let list: OpenedList
  let snapshot: ListSnapshot<JSONValue, JSONValue>
  let showsStates: Bool
  let output: ListingOutput
  let outputFile: OutputFile
  /// In which order people are shown the members of models. A list that cannot be read everywhere is shown as far
  /// as it can be.
  private let fields: RowFields?

  init(
    list: OpenedList, snapshot: ListSnapshot<JSONValue, JSONValue>, showsStates: Bool,
    output: ListingOutput, outputFile: OutputFile
  ) {
    self.list = list
    self.snapshot = snapshot
    self.showsStates = showsStates
    self.output = output
    self.outputFile = outputFile
    fields = output == .text ? (try? snapshot.sampledModels()).flatMap { RowFields($0) } : nil
  }

  /// Prints which list it is, at which revision, and how long.
  func printHeadline() throws {
    switch output {
    case .text:
      try outputFile.writeLine(
        "list \(list.name.inQuotes), revision \(snapshot.revision): "
          + "\(snapshot.state.sectionCount.counting("section")), "
          + snapshot.state.itemCount.counting("item"))
    case .ndjson:
      try outputFile.writeLine([
        "list": .string(list.name), "revision": .number(Double(snapshot.revision)),
        "sections": .number(Double(snapshot.state.sectionCount)),
        "items": .number(Double(snapshot.state.itemCount)),
      ])
    }
  }

  /// Prints a section, and a range of its items.
  func print(_ section: Int, _ range: Range<Int>) throws {
    let model = try snapshot.sectionModel(at: section) ?? .null
    let count = snapshot.state.itemCount(inSection: section)
    let states = try showsStates ? snapshot.loggedSupplementStates(ofSection: section) : []
    switch output {
    case .text:
      try outputFile.writeLine(
        "\(section)  \(model.withoutData.canonicalText)  \(count.counting("item"))")
      for (kind, states) in states {
        for state in states { try outputFile.writeLine("  \(kind)  \(StateText(state).text)") }
      }
    case .ndjson:
      var members: JSONObject = [
        "section": .number(Double(section)), "model": model, "items": .number(Double(count)),
      ]
      for (kind, states) in states { members["\(kind)States"] = .array(states.map(\.listed)) }
      try outputFile.writeLine(.object(members))
    }
    let range = range.clamped(to: 0..<count)
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.chunkCount) {
      try printItems(section, start..<min(start + Self.chunkCount, range.upperBound))
    }
  }

  private func printItems(_ section: Int, _ range: Range<Int>) throws {
    let models = try snapshot.models(inSection: section, range)
    let states =
      try showsStates
      ? snapshot.loggedStates(inSection: section, range, of: list.storage) : models.map { _ in [] }
    for (item, (model, states)) in zip(range, zip(models, states)) {
      try print(model, states, at: ItemPath(section: section, item: item))
    }
  }

  private func print(_ model: JSONValue, _ states: [LoggedState], at path: ItemPath) throws {
    switch output {
    case .text:
      try outputFile.writeLine(
        "  \(path.section):\(path.item)  \(fields?.line(of: model) ?? model.withoutData.canonicalText)"
      )
      for state in states { try outputFile.writeLine("      \(StateText(state).text)") }
    case .ndjson:
      var members: JSONObject = [
        "item": [.number(Double(path.section)), .number(Double(path.item))], "model": model,
      ]
      if showsStates { members["states"] = .array(states.map(\.listed)) }
      try outputFile.writeLine(.object(members))
    }
  }
}

extension LoggedState {
  /// The state beside its item.
  fileprivate var listed: JSONValue {
    var members: JSONObject = ["scope": .string(scope.description)]
    members["value"] = state?.value
    if let version = state?.typeVersion, version != 1 {
      members["version"] = .number(Double(version))
    }
    return .object(members)
  }
}
