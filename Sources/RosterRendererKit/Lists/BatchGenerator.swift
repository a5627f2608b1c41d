internal import RosterCore
internal import RosterJSON
internal import RosterLog
internal import RosterReproducers

/// Makes the log of a run: random changesets of every kind, each with what the user does meanwhile.
///
/// The same seed gives the same log on every platform.
struct BatchGenerator {
  private var random: SeededRandom
  private var counts: [Int] = []
  private var modelCount = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Returns a log with this many batches.
  mutating func log(batchCount: Int, name: String) -> ChangesetLog {
    var header = ChangesetLogHeader(name: name)
    if random.happens(percent: 25) { header.others["axis"] = "horizontal" }
    return ChangesetLog(header: header, entries: (0..<batchCount).map { entry($0) })
  }

  private mutating func entry(_ index: Int) -> ChangesetLogEntry {
    let stepCount = index == 0 ? 4 : 1 + random.index(below: 4)
    var run: [JSONChangeset] = []
    for step in 0..<stepCount {
      let changeset = index == 0 ? filledSection(at: step) : self.changeset()
      run.append(changeset)
    }
    return .changeset(
      LoggedChangeset(JSONChangeset.composing(run), userInfo: ["do": .array(actions())]))
  }

  // MARK: Changesets

  private typealias JSONChangeset = Changeset<JSONValue, JSONValue>

  private mutating func changeset() -> JSONChangeset {
    if counts.isEmpty { return filledSection(at: 0) }
    switch random.index(below: 20) {
    case 0..<4: return insertion()
    case 4..<7: return removal()
    case 7..<11: return move()
    case 11..<16: return update()
    case 16: return filledSection(at: random.index(below: counts.count + 1))
    case 17: return sectionMove()
    case 18: return sectionUpdate()
    default: return sectionRemoval()
    }
  }

  private mutating func filledSection(at section: Int) -> JSONChangeset {
    let itemCount = random.index(below: 16)
    counts.insert(itemCount, at: section)
    let model = sectionModel()
    let items = (0..<itemCount).map { _ in itemModel() }
    return JSONChangeset {
      $0.insertSection(at: section, model)
      $0.insertItems(items, at: ItemPath(section: section, item: 0))
    }
  }

  private mutating func insertion() -> JSONChangeset {
    let section = random.index(below: counts.count)
    let path = ItemPath(section: section, item: random.index(below: counts[section] + 1))
    let items = (0...random.index(below: 5)).map { _ in itemModel() }
    counts[section] += items.count
    return JSONChangeset { $0.insertItems(items, at: path) }
  }

  private mutating func removal() -> JSONChangeset {
    guard let path = anyPath() else { return insertion() }
    let end = min(counts[path.section], path.item + 1 + random.index(below: 5))
    counts[path.section] -= end - path.item
    return JSONChangeset { $0.removeItems(inSection: path.section, at: path.item..<end) }
  }

  private mutating func move() -> JSONChangeset {
    guard let source = anyPath() else { return insertion() }
    counts[source.section] -= 1
    let section = random.index(below: counts.count)
    let target = ItemPath(section: section, item: random.index(below: counts[section] + 1))
    counts[section] += 1
    return JSONChangeset { $0.moveItem(from: source, to: target) }
  }

  private mutating func update() -> JSONChangeset {
    guard let path = anyPath() else { return insertion() }
    let model = itemModel()
    return JSONChangeset { $0.updateItem(at: path, model) }
  }

  private mutating func sectionMove() -> JSONChangeset {
    let source = random.index(below: counts.count)
    let target = random.index(below: counts.count)
    counts.insert(counts.remove(at: source), at: target)
    return source == target
      ? JSONChangeset() : JSONChangeset { $0.moveSection(from: source, to: target) }
  }

  private mutating func sectionUpdate() -> JSONChangeset {
    let section = random.index(below: counts.count)
    let model = sectionModel()
    return JSONChangeset { $0.updateSection(at: section, model) }
  }

  private mutating func sectionRemoval() -> JSONChangeset {
    // Usually the list stays long enough to scroll.
    guard counts.count > 2 || random.happens(percent: 10) else { return insertion() }
    let section = random.index(below: counts.count)
    counts.remove(at: section)
    return JSONChangeset { $0.removeSection(at: section) }
  }

  private mutating func anyPath() -> ItemPath? {
    let section = random.index(below: counts.count)
    guard counts[section] > 0 else { return nil }
    return ItemPath(section: section, item: random.index(below: counts[section]))
  }

  // MARK: Models

  private mutating func itemModel() -> JSONValue {
    modelCount += 1
    let kinds = RowKind.allCases
    var model: JSONObject = [
      "text": .string("item \(modelCount)"),
      "kind": .string(kinds[random.index(below: kinds.count)].rawValue),
    ]
    if random.happens(percent: 30) {
      model["height"] = .number(Double(8 + random.index(below: 90)))
    }
    if random.happens(percent: 30) { model["bold"] = true }
    return .object(model)
  }

  private mutating func sectionModel() -> JSONValue? {
    guard random.happens(percent: 75) else { return nil }
    modelCount += 1
    var model: JSONObject = ["text": .string("section \(modelCount)")]
    if random.happens(percent: 30) { model["footer"] = true }
    return .object(model)
  }

  // MARK: The user

  private mutating func actions() -> [JSONValue] {
    var actions: [JSONValue] = []
    func add(_ action: RunAction) { actions.append(action.json) }
    if random.happens(percent: 60) { add(.scroll(distance: distance())) }
    if random.happens(percent: 50) { add(.focus(choice: random.index(below: 100))) }
    if random.happens(percent: 30) { add(.scrollMeanwhile(distance: distance())) }
    if random.happens(percent: 60) { add(.event(choice: random.index(below: 1_000))) }
    return actions
  }

  private mutating func distance() -> Double { Double(random.index(below: 700)) - 300 }
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

/// Random numbers that are the same for the same seed on every platform: SplitMix64 (Steele, Lea,
/// Flood, 2014).
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to, not including, `count`; 0 if `count` is 0.
  mutating func index(below count: Int) -> Int {
    count > 1 ? Int(next() % UInt64(count)) : 0
  }

  /// Returns whether something happens that happens in so many of a hundred cases.
  mutating func happens(percent: Int) -> Bool { index(below: 100) < percent }
}
