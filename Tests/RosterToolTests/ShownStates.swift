import RosterJSON
import Testing

/// The models of all items with their states.
struct ShownStates: Equatable {
  private struct Item: Equatable {
    var model: JSONValue
    var states: [[UInt8]: NaiveReader.State]
  }

  private var sections: [[Item]] = []

  /// The list as `show --state --output ndjson` prints it.
  init(_ outcome: RosterProgram.Outcome) throws {
    for line in outcome.lines {
      let value = try JSONParser().parse(line)
      if value["list"] != nil { continue }
      guard let model = value["model"], value["item"] != nil else {
        sections.append([])
        continue
      }
      var item = Item(model: model, states: [:])
      for state in try #require(value["states"]?.arrayValue) {
        let scope = try #require(state["scope"]?.stringValue)
        #expect(state["value"] != nil)
        item.states[Array(scope.utf8)] = try NaiveReader.State(state)
      }
      sections[sections.count - 1].append(item)
    }
  }

  /// The list as batch lines tell of it.
  init(_ reader: NaiveReader) {
    sections = reader.sections.map { $0.items.map { Item(model: $0.model, states: $0.states) } }
  }

  var stateCount: Int { sections.joined().map(\.states.count).reduce(0, +) }
}
