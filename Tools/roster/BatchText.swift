import RosterCore
import RosterJSON
import RosterLog

/// A batch for people: a line with the numbers of changes, then the first operations and states.
struct BatchText {
  /// The maximum number of operations, and of states, that are shown.
  private static let lineCountMax = 8

  private let batch: ChangeBatch<JSONValue, JSONValue>
  private let states: [LoggedState]

  init(_ batch: ChangeBatch<JSONValue, JSONValue>, states: [LoggedState]) {
    self.batch = batch
    self.states = states
  }

  var lines: [String] {
    [headline] + first(batch.operations, of: "operations") { line($0) }
      + first(states, of: "states") { line($0) }
  }

  private func first<Element>(
    _ elements: [Element], of noun: String, _ line: (Element) -> String
  ) -> [String] {
    let rest = elements.count - Self.lineCountMax
    return elements.prefix(Self.lineCountMax).map { "    " + line($0) }
      + (rest > 0 ? ["    … \(rest) more \(noun)"] : [])
  }

  private var headline: String {
    let outline = batch.changeset.outline
    let kinds: [(sign: String, count: Int)] = [
      ("+", outline.insertedItems.count), ("-", outline.removedItems.count),
      ("~", outline.updatedItems.count), (">", outline.movedItems.count),
      ("§+", outline.insertedSections.count), ("§-", outline.removedSections.count),
      ("§~", outline.updatedSections.count), ("§>", outline.movedSections.count),
      ("=", states.count),
    ]
    let counts = kinds.filter { $0.count > 0 }.map { $0.sign + String($0.count) }
    let parts: [String?] = [
      "revision \(batch.targetRevision)",
      counts.isEmpty ? "nothing" : counts.joined(separator: " "),
      batch.annotation.at, batch.annotation.origin.map { String($0.prefix(40)) },
    ]
    return parts.compactMap { $0 }.joined(separator: "  ")
  }

  private func line(_ operation: ListOperation<JSONValue, JSONValue>) -> String {
    switch operation {
    case .removeItems(let section, let start, let count):
      "-  \(place(section, start, count))"
    case .removeSections(let start, let count):
      "§- \(range(start, count))"
    case .insertSections(let start, let models):
      "§+ \(range(start, models.count))  \(labels(models.map { $0 ?? .null }))"
    case .moveSection(let from, let to):
      "§> \(from) → \(to)"
    case .insertItems(let section, let start, let models):
      "+  \(place(section, start, models.count))  \(labels(models))"
    case .moveItem(let from, let to):
      ">  \(from.section):\(from.item) → \(to.section):\(to.item)"
    case .updateItems(let section, let start, let models):
      "~  \(place(section, start, models.count))  \(labels(models))"
    case .updateSection(let section, let model):
      "§~ \(section)  \((model ?? .null).label)"
    }
  }

  private func line(_ state: LoggedState) -> String {
    "=  \(place(of: state))  \(StateText(state).text)"
  }

  private func place(of state: LoggedState) -> String {
    switch state.place {
    case .item(let path): "\(path.section):\(path.item)"
    case .supplement(let kind, let section): "\(section):\(kind)"
    }
  }

  private func place(_ section: Int, _ start: Int, _ count: Int) -> String {
    "\(section):\(range(start, count))"
  }

  private func range(_ start: Int, _ count: Int) -> String {
    count == 1 ? "\(start)" : "\(start)–\(start + count - 1)"
  }

  private func labels(_ models: [JSONValue]) -> String {
    let shown = models.prefix(3).map(\.label).joined(separator: ", ")
    return models.count > 3 ? shown + ", … \(models.count - 3) more" : shown
  }
}

extension JSONValue {
  /// A short name for people: the title or name in the model, or the model itself.
  var label: String {
    for key in ["path", "title", "name", "text", "t", "id"] {
      if let name = self[key]?.stringValue { return name.shortened }
    }
    return canonicalText.shortened
  }
}

extension String {
  /// At most 60 characters on one line.
  fileprivate var shortened: String {
    let line = String(map { $0.isNewline ? "⏎" : $0 })
    return line.count > 60 ? line.prefix(59) + "…" : line
  }
}
