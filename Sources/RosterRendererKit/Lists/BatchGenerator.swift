internal import RosterCore
internal import RosterJSON
internal import RosterLog
internal import RosterTesting

/// Makes the log of a run: random changesets of every kind, each with what the user does meanwhile.
///
/// The same seed gives the same log on every platform.
struct BatchGenerator {
  private var changes: SeededChanges<JSONValue, JSONValue>

  init(seed: UInt64) {
    changes = SeededChanges(
      seed: seed, item: { Self.itemModel($0, &$1) }, section: { Self.sectionModel($0, &$1) })
  }

  /// Returns a log with this many batches.
  mutating func log(batchCount: Int, name: String) -> ChangesetLog {
    var header = ChangesetLogHeader(name: name)
    if changes.random.happens(percent: 25) { header.others["axis"] = "horizontal" }
    return ChangesetLog(header: header, entries: (0..<batchCount).map { _ in entry() })
  }

  private mutating func entry() -> ChangesetLogEntry {
    let changeset = changes.next(for: changes.itemCounts) { _ in nil }
    return .changeset(LoggedChangeset(changeset, userInfo: ["do": .array(actions())]))
  }

  // MARK: Models

  private static func itemModel(_ number: Int, _ random: inout SeededRandom) -> JSONValue {
    let kinds = RowKind.allCases
    var model: JSONObject = [
      "text": .string("item \(number)"),
      "kind": .string(kinds[random.index(below: kinds.count)].rawValue),
    ]
    if random.happens(percent: 30) {
      model["height"] = .number(Double(8 + random.index(below: 90)))
    }
    if random.happens(percent: 30) { model["bold"] = true }
    return .object(model)
  }

  private static func sectionModel(_ number: Int, _ random: inout SeededRandom) -> JSONValue? {
    guard random.happens(percent: 75) else { return nil }
    var model: JSONObject = ["text": .string("section \(number)")]
    if random.happens(percent: 30) { model["footer"] = true }
    return .object(model)
  }

  // MARK: The user

  private mutating func actions() -> [JSONValue] {
    var actions: [JSONValue] = []
    func add(_ action: RunAction) { actions.append(action.json) }
    if changes.random.happens(percent: 60) { add(.scroll(distance: distance())) }
    if changes.random.happens(percent: 50) { add(.focus(choice: changes.random.index(below: 100))) }
    if changes.random.happens(percent: 30) { add(.scrollMeanwhile(distance: distance())) }
    if changes.random.happens(percent: 60) {
      add(.event(choice: changes.random.index(below: 1_000)))
    }
    return actions
  }

  private mutating func distance() -> Double { Double(changes.random.index(below: 700)) - 300 }
}

/// What the user does around a batch. It stands in the `userInfo` of the batch in the log, as
/// `{"do":[["scroll",120],["focus",3]]}`.
enum RunAction {
  /// Scrolls before the batch.
  case scroll(distance: Double)
  /// Scrolls before the batch; but the program learns of it after it.
  case scrollMeanwhile(distance: Double)
  /// Gives one of the visible views that can have it the focus, before the batch.
  case focus(choice: Int)
  /// Causes one of the events of visible views, after the batch.
  case event(choice: Int)

  var json: JSONValue {
    switch self {
    case .scroll(let distance): ["scroll", .number(distance)]
    case .scrollMeanwhile(let distance): ["scrollMeanwhile", .number(distance)]
    case .focus(let choice): ["focus", .number(Double(choice))]
    case .event(let choice): ["event", .number(Double(choice))]
    }
  }

  /// Reads an action; `nil` if it is none, as in a log of another origin.
  init?(json: JSONValue) {
    guard let parts = json.arrayValue, parts.count == 2, let name = parts[0].stringValue else {
      return nil
    }
    let distance = parts[1].numberValue.flatMap { abs($0) < 1e6 ? $0 : nil }
    let choice = parts[1].intValue.flatMap { $0 >= 0 ? $0 : nil }
    switch (name, distance, choice) {
    case ("scroll", let distance?, _): self = .scroll(distance: distance)
    case ("scrollMeanwhile", let distance?, _): self = .scrollMeanwhile(distance: distance)
    case ("focus", _, let choice?): self = .focus(choice: choice)
    case ("event", _, let choice?): self = .event(choice: choice)
    default: return nil
    }
  }
}
