import RosterCore
import RosterEngine
import RosterInspecting
import RosterJSON
import RosterLog

/// A batch for people: a line with the numbers of changes, then the first operations and states.
///
/// Where the list before it is known, updated items stand with their fields, and removed ones with what they are called:
///
///     revision 60  -1 ~1
///         -  0:3  Tea
///         ~  0:7  Rice
///              price: 3 → 4
struct BatchText {
  /// The numbers of operations, of states and of fields of one item that are shown.
  private static let lineCountMax = 8
  /// How many items of one run are named.
  private static let labelCountMax = 3

  private let batch: ChangeBatch<JSONValue, JSONValue>
  private let states: [LoggedState]
  private let former: ListSnapshot<JSONValue, JSONValue>?
  private let showsAll: Bool
  /// Where the updated items were, by where they are.
  private let sourcePaths: [ItemPath: ItemPath]

  /// - Parameters:
  ///   - former: The list before the batch; `nil` to name neither fields nor removed items.
  ///   - showsAll: Whether all operations and states are shown, and the first 40 fields of an item.
  init(
    _ batch: ChangeBatch<JSONValue, JSONValue>, states: [LoggedState],
    after former: ListSnapshot<JSONValue, JSONValue>? = nil, showsAll: Bool = false
  ) {
    self.batch = batch
    self.states = states
    self.former = former
    self.showsAll = showsAll
    let updates = former == nil ? [] : batch.updatedPaths
    sourcePaths = Dictionary(updates.map { ($0.target, $0.source) }) { _, last in last }
  }

  var lines: [String] {
    get throws {
      try [headline] + first(batch.operations, of: "operation") { try lines($0) }
        + first(states, of: "state") { [line($0)] }
    }
  }

  private func first<Element>(
    _ elements: [Element], of noun: String, _ lines: (Element) throws -> [String]
  ) rethrows -> [String] {
    let count = showsAll ? elements.count : min(elements.count, Self.lineCountMax)
    var shown = try elements.prefix(count).flatMap { try lines($0) }
    if count < elements.count {
      let way = former == nil ? "--output ndjson has them" : "--all shows them"
      let rest = elements.count - count
      shown.append("… \(rest) more \(noun)\(rest == 1 ? "" : "s"); \(way)")
    }
    return shown.map { "    " + $0 }
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

  private func lines(_ operation: ListOperation<JSONValue, JSONValue>) throws -> [String] {
    guard let former else { return [line(operation)] }
    switch operation {
    case .removeItems(let section, let start, let count):
      // Items are removed before anything else, so that they are where they were.
      guard 0..<former.state.sectionCount ~= section else { return [line(operation)] }
      let shown = showsAll ? count : min(count, Self.labelCountMax)
      let range = (start..<start + shown).clamped(
        to: 0..<former.state.itemCount(inSection: section))
      let models = try former.models(inSection: section, range)
      return ["\(line(operation))  \(labels(models, of: count))"]
    case .updateItems(let section, let start, let models):
      // Items are updated when everything else is done, so that they are where they stay.
      let shown = showsAll ? models.count : min(models.count, Self.labelCountMax)
      var lines: [String] = []
      for (offset, model) in models.prefix(shown).enumerated() {
        let path = ItemPath(section: section, item: start + offset)
        lines.append("~  \(path.section):\(path.item)  \(model.label)")
        if let sourcePath = sourcePaths[path] {
          lines += fields(from: try former.model(at: sourcePath), to: model)
        }
      }
      let rest = models.count - shown
      return rest > 0 ? lines + ["~  \(place(section, start + shown, rest))"] : lines
    default: return [line(operation)]
    }
  }

  private func fields(from source: JSONValue?, to target: JSONValue) -> [String] {
    let (fields, count) = RowHistoryLines.fields(from: source, to: target)
    var lines = showsAll ? fields : Array(fields.prefix(Self.lineCountMax))
    if lines.count < count {
      let way = showsAll || fields.count < count ? "--output ndjson has them" : "--all shows them"
      lines.append("… \(count - lines.count) more; \(way)")
    }
    return lines.map { "     \($0)" }
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
    labels(Array(models.prefix(showsAll ? models.count : Self.labelCountMax)), of: models.count)
  }

  /// Names some models, and says how many others there are.
  private func labels(_ models: [JSONValue], of count: Int) -> String {
    let shown = models.map(\.label).joined(separator: ", ")
    return count > models.count ? shown + ", … \(count - models.count) more" : shown
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
