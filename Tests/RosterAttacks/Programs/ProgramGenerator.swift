import RosterCore
import RosterJSON
import RosterTestKit
import RosterTestSupport

/// Makes random programs, beside models that say what the lists are like by then.
struct ProgramGenerator {
  private var random: SplitMix64
  private var models: [ProgramListName: ListModel] = [:]
  private var number = 0
  /// How often each source is chosen: some programs are all about one list.
  private let weights: [ProgramSource: Int]
  private var longestRun: Int

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    var weights: [ProgramSource: Int] = [:]
    for source in ProgramSource.allCases { weights[source] = 1 + random.index(below: 10) }
    self.weights = weights
    longestRun = random.happens(percent: 10) ? 300 : 3
    for name in ProgramListName.allCases { models[name] = ListModel() }
  }

  /// The next program.
  mutating func program(stepCount: Int) -> Program {
    Program((0..<stepCount).map { _ in step() })
  }

  private mutating func step() -> ProgramStep {
    let source = chosenSource()
    let action = action(source)
    // Whatever else may come of it; the steps after it mean something in any case.
    _ = models[source.list]?.take(action)
    return ProgramStep(source, action)
  }

  private mutating func chosenSource() -> ProgramSource {
    let sources = ProgramSource.allCases
    var left = random.index(below: sources.reduce(0) { $0 + (weights[$1] ?? 0) })
    for source in sources {
      left -= weights[source] ?? 0
      if left < 0 { return source }
    }
    return .plain
  }

  private func model(_ source: ProgramSource) -> ListModel { models[source.list] ?? ListModel() }

  // MARK: Actions

  private mutating func action(_ source: ProgramSource) -> ProgramAction {
    let model = model(source)
    switch random.index(below: 100) {
    case 0..<50: return simpleAction(model)
    case 50..<62: return burst(model)
    case 62..<68:
      let calls = FaultyStorage.Call.allCases
      let call = random.happens(percent: 50) ? .commit : calls[random.index(below: calls.count)]
      return .failing(
        call, random.happens(percent: 60) ? .before : .after,
        random.happens(percent: 40) ? burst(model) : simpleAction(model))
    case 68..<74:
      guard source.list.isShared else { return .scroll(offset: number(60), length: 1 + number(12)) }
      return .race(fittingEdit(model), fittingEdit(model))
    case 74..<76:
      guard source.list.isShared else { return .layout(width: 20 + number(3)) }
      return .elsewhere(
        [.change(fittingEdit(model)), .change(fittingEdit(model)), .undo, .redo][number(4)])
    case 76..<79: return .reload(section: random.happens(percent: 50) ? nil : number(3))
    case 79..<87: return .lookBack(number(30))
    case 87..<93: return .catchUp
    case 93..<96: return .compact(keeping: number(20))
    case 96: return .vacuum
    default: return .reopen
    }
  }

  private mutating func number(_ count: Int) -> Int { random.index(below: count) }

  private mutating func burst(_ model: ListModel) -> ProgramAction {
    var model = model
    return .burst(
      (0...random.index(below: 5)).map { _ in
        let action = simpleAction(model)
        _ = model.take(action)
        return action
      })
  }

  /// An action that others may be queued behind.
  private mutating func simpleAction(_ model: ListModel) -> ProgramAction {
    switch random.index(below: 100) {
    case 0..<40:
      let modes = ProgramAction.Mode.allCases
      return .change(
        edit(model), random.happens(percent: 60) ? .queued : modes[number(modes.count)])
    case 40..<50: return .become(rows(model))
    case 50..<75:
      return .count(
        place(), by: random.happens(percent: 5) ? 0 : 1 + number(9),
        byAction: random.happens(percent: 40))
    case 75..<90: return .undo
    default: return .redo
    }
  }

  private mutating func place() -> ProgramPlace {
    let number = number(40)
    switch random.index(below: 20) {
    case 0: return .missing
    case 1..<5: return .header(number)
    case 5..<8: return .footer(number)
    case 8..<13: return .part(number)
    default: return .entry(number)
    }
  }

  // MARK: Changesets

  private mutating func fittingEdit(_ model: ListModel) -> ProgramEdit {
    number += 1
    return ProgramEdit(number, parts(model, isSpoiled: false), isFitted: true)
  }

  private mutating func edit(_ model: ListModel) -> ProgramEdit {
    number += 1
    let isSpoiled = random.happens(percent: 12)
    var edit = ProgramEdit(number, parts(model, isSpoiled: isSpoiled), isFitted: !isSpoiled)
    if random.happens(percent: 20) {
      for _ in 0...random.index(below: 3) { edit.counters[place()] = number(5) }
      edit.counters[.missing] = nil
    }
    if random.happens(percent: 40) { edit.group = ["typing", "sorting"][number(2)] }
    return edit
  }

  private mutating func parts(_ model: ListModel, isSpoiled: Bool) -> ChangesetParts {
    let counts = model.now.contents.counts
    // A list that has become long is emptied, so that many steps fit in little time.
    if counts.reduce(0, +) > 20 * longestRun || counts.count > 7 {
      var parts = ChangesetParts()
      parts.removedSections = counts.indices.filter { _ in random.happens(percent: 60) }
      return parts
    }
    var changesets = RandomChangesets(seed: random.next())
    changesets.longestRun = longestRun
    // Now and then one that changes nothing.
    if random.happens(percent: 3) { return ChangesetParts() }
    return isSpoiled ? changesets.spoiled(for: counts) : changesets.valid(for: counts)
  }

  /// What the list is, with some things shuffled, gone, altered and new.
  private mutating func rows(_ model: ListModel) -> ListRows<JSONValue, JSONValue> {
    number += 1
    var rows = model.now.contents.rows
    if random.happens(percent: 30) { rows.sections.shuffle(using: &random) }
    rows.sections = rows.sections.filter { _ in !random.happens(percent: 10) }
    if rows.sections.isEmpty || random.happens(percent: 20) {
      rows.sections.append(.init(model: ["id": .string("s\(number)")], items: []))
    }
    var keys: Set<[UInt8]> = []
    for section in rows.sections.indices {
      var items = rows.sections[section].items
      if random.happens(percent: 30) { items.shuffle(using: &random) }
      items.removeAll { _ in random.happens(percent: 10) }
      for item in items.indices where random.happens(percent: 10) {
        items[item] = altered(items[item])
      }
      if random.happens(percent: 30) {
        items.insert(["id": .string("n\(number).\(section)")], at: number(items.count + 1))
      }
      // Mostly nothing twice, which would be refused.
      if !random.happens(percent: 5) { items.removeAll { !keys.insert($0.programKey).inserted } }
      rows.sections[section].items = items
    }
    moveSomeItem(&rows)
    return rows
  }

  /// A model that is recognised as the same, if it has an id.
  private func altered(_ model: JSONValue) -> JSONValue {
    guard case .object(var members) = model else { return model }
    members["text"] = .string("altered by \(number)")
    return .object(members)
  }

  /// Moves an item to another section.
  private mutating func moveSomeItem(_ rows: inout ListRows<JSONValue, JSONValue>) {
    let source = number(rows.sections.count)
    let target = number(rows.sections.count)
    guard let item = rows.sections[source].items.popLast() else { return }
    rows.sections[target].items.insert(item, at: 0)
  }
}
