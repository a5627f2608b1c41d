import RosterCore
import RosterTestKit

/// A list with states in the plainest words, and the log of what happens to it with what must have come
/// of it: what `Tests/Fixtures/logs/states-random.jsonl` is made of.
///
/// Changesets are applied slot by slot, states stand in a dictionary beside the items, models are JSON
/// text from the beginning. So no expectation is computed by what it is held against.
package struct StateLogModel {
  /// A state as the log writes it.
  struct State {
    var value: String
    var version: Int
  }

  /// Where a state is, and what it is then; `nil` if it is forgotten.
  struct StateEdit {
    var path: ItemPath
    var scope: String
    var state: State?
  }

  private static let scopes = [
    "Feed.Row", "Feed.Row/Feed.Like", "Feed.Row/Feed.Like#1", "Feed.Row/Feed.Like#2/Feed.Count",
    "Feed.Row[\"post/7\"]/Feed.More", "Feed.Row[\"e\u{301}\"]/Näme", "Näme[\"日本語\"]#3",
    "Quote[\"\\\"\\\\\\n\"]", "Row[-7]", "Row[9007199254740993]", "Zeile[\"\u{e9}\"]",
    "Zeile[\"e\u{301}\"]", "A%2FB%25[0]", "😀[\"😀\"]",
  ]

  private var changesets: RandomChangesets
  private var list = NaiveList<String, String>()
  /// The states by item and scope; the UTF-8 of a scope, since canonically equivalent ones are two.
  private var states: [Int: [[UInt8]: State]] = [:]
  private var modelCount = 0
  private var minute = 0
  private var lines: [String] = []

  /// What is random comes from a seed.
  package init(seed: UInt64) { changesets = RandomChangesets(seed: seed) }

  /// The log of the list from the beginning to a revision.
  package static func log(seed: UInt64, revisionCount: Int) -> String {
    var model = StateLogModel(seed: seed)
    model.lines.append(#"{"changesetLog":1,"name":"states, random"}"#)
    while model.list.revision < revisionCount { model.step() }
    model.lines.append(LogObject([("expect", model.expectation(ofAll: true).text)]).text)
    return model.lines.joined(separator: "\n") + "\n"
  }

  private var random: SplitMix64 {
    get { changesets.random }
    set { changesets.random = newValue }
  }

  private mutating func happens(_ percent: Int) -> Bool { random.happens(percent: percent) }

  // MARK: Entries

  /// Adds an entry, and mostly what must have come of it.
  private mutating func step() {
    if happens(6) { lines.append(#"{"reopen":true}"#) }
    let hasChangeset = happens(60)
    let hasStates = !hasChangeset || happens(70)
    let isRefused = happens(12)
    let counts = list.counts
    var changeset = Changeset<String, String>()
    if hasChangeset {
      changeset = isRefused && happens(50) ? spoiledChangeset(counts) : validChangeset(counts)
    }
    var target = list
    let offence = firstOffence(in: changeset.outline, counts: counts)
    if offence == nil, let changed = try? list.applying(changeset) { target = changed }
    var edits = hasStates ? edits(of: offence == nil ? target.counts : counts) : []
    if isRefused, offence == nil {
      let path = missingPath(target.counts)
      let edit = StateEdit(path: path, scope: Self.scopes[0], state: State(value: "1", version: 1))
      edits.insert(edit, at: random.index(below: edits.count + 1))
      lines.append(entry(hasChangeset ? changeset : nil, edits))
      expectRefusal("setState", "outOfBounds", section: path.section, item: path.item)
      return
    }
    // An entry has something in it, if only a changeset that changes nothing.
    lines.append(entry(hasChangeset || edits.isEmpty ? changeset : nil, edits))
    if let offence {
      expectRefusal(
        offence.kind.rawValue, offence.reason.rawValue, section: offence.section,
        item: offence.item)
      return
    }
    list = target
    keep(edits)
    if happens(40) {
      lines.append(LogObject([("expect", expectation(ofAll: false).text)]).text)
    }
  }

  private mutating func entry(
    _ changeset: Changeset<String, String>?, _ edits: [StateEdit]
  ) -> String {
    var object = LogObject()
    if let changeset { object.add("changeset", text(of: changeset)) }
    if edits.count == 1, happens(50) {
      object.add("state", text(of: edits[0]))
    } else if !edits.isEmpty {
      object.add("state", "[\(edits.map { text(of: $0) }.joined(separator: ","))]")
    }
    if happens(20) { object.add("origin", LogObject.quoted("device \(random.index(below: 4))")) }
    if happens(12) {
      minute += 1 + random.index(below: 9)
      let minutes = minute % 60 < 10 ? "0\(minute % 60)" : "\(minute % 60)"
      object.add("at", "\"2026-01-31T\(10 + minute / 60):\(minutes):00Z\"")
    }
    if happens(10) { object.add("userInfo", #"{"note":\#(LogObject.quoted(words()))}"#) }
    return object.shuffled(using: &random).text
  }

  private mutating func keep(_ edits: [StateEdit]) {
    let ids = list.itemIDs
    let present = Set(ids.joined())
    states = states.filter { present.contains($0.key) }
    for edit in edits {
      let id = ids[edit.path.section][edit.path.item]
      states[id, default: [:]][Array(edit.scope.utf8)] = edit.state
    }
  }

  // MARK: Changesets

  /// A changeset that leaves, if it can be, one to five dozens of items: enough to keep states, and no
  /// more than a log needs.
  private mutating func validChangeset(_ counts: [Int]) -> Changeset<String, String> {
    var changeset = changeset(changesets.valid(for: counts))
    for _ in 0..<20 {
      let count = (try? list.applying(changeset))?.counts.reduce(0, +) ?? 0
      if (12...60).contains(count) { break }
      changeset = self.changeset(changesets.valid(for: counts))
    }
    return changeset
  }

  /// A changeset that is refused, of numbers that people may write.
  private mutating func spoiledChangeset(_ counts: [Int]) -> Changeset<String, String> {
    while true {
      let changeset = changeset(changesets.spoiled(for: counts))
      let outline = changeset.outline
      let moves = outline.movedItems.flatMap { [$0.source, $0.target] }
      let paths = outline.updatedItems + outline.removedItems + outline.insertedItems + moves
      let sections =
        outline.updatedSections + outline.removedSections + outline.insertedSections
        + outline.movedSections.flatMap { [$0.source, $0.target] }
      let numbers = paths.flatMap { [$0.section, $0.item] } + sections
      if numbers.allSatisfy({ (-1_000...1_000).contains($0) }),
        firstOffence(in: outline, counts: counts) != nil
      {
        return changeset
      }
    }
  }

  private mutating func changeset(_ parts: ChangesetParts) -> Changeset<String, String> {
    let updated = parts.updatedItems.map { ($0, model()) }
    let inserted = parts.insertedItems.map { ($0, model()) }
    let updatedSections = parts.updatedSections.map { ($0, sectionModel()) }
    let insertedSections = parts.insertedSections.map { ($0, sectionModel()) }
    return Changeset {
      for (path, model) in updated { $0.updateItem(at: path, model) }
      for path in parts.removedItems { $0.removeItem(at: path) }
      for move in parts.movedItems { $0.moveItem(from: move.source, to: move.target) }
      for (path, model) in inserted { $0.insertItem(model, at: path) }
      for (section, model) in updatedSections { $0.updateSection(at: section, model) }
      for section in parts.removedSections { $0.removeSection(at: section) }
      for move in parts.movedSections { $0.moveSection(from: move.source, to: move.target) }
      for (section, model) in insertedSections { $0.insertSection(at: section, model) }
    }
  }

  private mutating func text(of changeset: Changeset<String, String>) -> String {
    let parts: [(String, [String])] = [
      ("updatedItems", changeset.updatedItems.map { "[\($0.pair),\($1)]" }),
      ("removedItems", changeset.removedItems.map(\.pair)),
      ("movedItems", changeset.movedItems.map { "[\($0.source.pair),\($0.target.pair)]" }),
      ("insertedItems", changeset.insertedItems.map { "[\($0.pair),\($1)]" }),
      ("updatedSections", changeset.updatedSections.map { "[\($0),\($1 ?? "null")]" }),
      ("removedSections", changeset.removedSections.map { "\($0)" }),
      ("movedSections", changeset.movedSections.map { "[\($0.source),\($0.target)]" }),
      (
        "insertedSections",
        changeset.insertedSections
          .map { index, model in model.map { "[\(index),\($0)]" } ?? "\(index)" }
      ),
    ]
    var object = LogObject()
    for (name, elements) in parts where !elements.isEmpty {
      let elements = elements.shuffled(using: &random)
      object.add(name, "[\(elements.joined(separator: ","))]")
    }
    return object.text
  }

  // MARK: States

  private mutating func edits(of counts: [Int]) -> [StateEdit] {
    var edits: [StateEdit] = []
    for _ in 0...random.index(below: 6) {
      guard let path = path(counts) else { break }
      let scope = Self.scopes[random.index(below: Self.scopes.count)]
      let isTaken = edits.contains { $0.path == path && $0.scope.utf8.elementsEqual(scope.utf8) }
      if isTaken { continue }
      let version = happens(20) ? random.index(below: 5) : 1
      let state = happens(25) ? nil : State(value: value(depth: 2), version: version)
      edits.append(StateEdit(path: path, scope: scope, state: state))
    }
    return edits
  }

  private mutating func text(of edit: StateEdit) -> String {
    var object = LogObject([("item", edit.path.pair), ("scope", LogObject.quoted(edit.scope))])
    if let state = edit.state {
      object.add("value", state.value)
      if state.version != 1 || happens(5) { object.add("version", "\(state.version)") }
    }
    return object.shuffled(using: &random).text
  }

  private mutating func path(_ counts: [Int]) -> ItemPath? {
    let full = counts.indices.filter { counts[$0] > 0 }
    if full.isEmpty { return nil }
    let section = full[random.index(below: full.count)]
    return ItemPath(section: section, item: random.index(below: counts[section]))
  }

  private mutating func missingPath(_ counts: [Int]) -> ItemPath {
    let section = counts.isEmpty ? 0 : random.index(below: counts.count)
    let count = counts.isEmpty ? 0 : counts[section]
    switch random.index(below: 4) {
    case 0: return ItemPath(section: counts.count + random.index(below: 2), item: 0)
    case 1: return ItemPath(section: -1, item: random.index(below: 9))
    case 2: return ItemPath(section: section, item: -1)
    default: return ItemPath(section: section, item: count + random.index(below: 90))
    }
  }

  // MARK: Expectations

  private mutating func expectRefusal(
    _ kind: String, _ reason: String, section: Int, item: Int?
  ) {
    var error = LogObject([("kind", "\"\(kind)\""), ("reason", "\"\(reason)\"")])
    error.add("section", "\(section)")
    if let item { error.add("item", "\(item)") }
    error.members = error.members.filter { _ in happens(70) }
    let expectation = LogObject([("error", error.text), ("revision", "\(list.revision)")])
    lines.append(LogObject([("expect", expectation.shuffled(using: &random).text)]).text)
  }

  /// Something of what must be so now, or all of it.
  private mutating func expectation(ofAll all: Bool) -> LogObject {
    var object = LogObject()
    if all || happens(40) {
      object.add("revision", "\(list.revision)")
      object.add("fingerprint", "\"\(fingerprint)\"")
    }
    if all || happens(25) {
      let counts = list.counts.map { "\($0)" }.joined(separator: ",")
      object.add("counts", "[\(counts)]")
    }
    if all || happens(10) {
      let rows = list.rows.sections.map { "[\($0.items.joined(separator: ","))]" }
      object.add("sections", "[\(rows.joined(separator: ","))]")
    }
    let expected = (0..<(all ? 40 : 1 + random.index(below: 8))).compactMap { _ in someState() }
    var named: Set<[UInt8]> = []
    let texts = expected.filter { named.insert(Array("\($0.path.pair) \($0.scope)".utf8)).inserted }
      .map { text(of: $0) }
    if !texts.isEmpty { object.add("state", "[\(texts.joined(separator: ","))]") }
    return object.shuffled(using: &random)
  }

  /// The state of any scope of any item, mostly of one that has some.
  private mutating func someState() -> StateEdit? {
    let ids = list.itemIDs
    guard var path = path(list.counts) else { return nil }
    for _ in 0..<6 where states[ids[path.section][path.item], default: [:]].isEmpty {
      path = self.path(list.counts) ?? path
    }
    let known = states[ids[path.section][path.item], default: [:]]
    var scope = Self.scopes[random.index(below: Self.scopes.count)]
    for _ in 0..<12 where known[Array(scope.utf8)] == nil {
      scope = Self.scopes[random.index(below: Self.scopes.count)]
    }
    return StateEdit(path: path, scope: scope, state: known[Array(scope.utf8)])
  }

  /// FNV-1a, 64 bit, over the models of sections and items, a line each.
  private var fingerprint: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for section in list.rows.sections {
      let rows = ["S \(section.model ?? "null")\n"] + section.items.map { "I \($0)\n" }
      for byte in rows.joined().utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  // MARK: Contents

  private mutating func words() -> String {
    let pieces = ["a", "b", "\u{e9}", "e\u{301}", "日", "😀", "\"", "\\", "\n"]
    return (0..<random.index(below: 5)).map { _ in pieces[random.index(below: pieces.count)] }
      .joined()
  }

  private mutating func model() -> String {
    modelCount += 1
    let text = LogObject.quoted(words())
    return happens(70) ? #"{"id":\#(modelCount),"t":\#(text)}"# : text
  }

  private mutating func sectionModel() -> String? { happens(30) ? nil : model() }

  /// Any JSON, in canonical form.
  private mutating func value(depth: Int) -> String {
    switch random.index(below: depth > 0 ? 8 : 5) {
    case 0: return "null"
    case 1: return happens(50) ? "true" : "false"
    case 2: return "\(random.index(below: 1_999) - 999)"
    case 3:
      let number = random.index(below: 9_999) - 4_999
      return number % 64 == 0 ? "\(number / 64)" : "\(Double(number) / 64)"
    case 4, 5: return LogObject.quoted(words())
    case 6:
      let elements = (0..<random.index(below: 4)).map { _ in value(depth: depth - 1) }
      return "[\(elements.joined(separator: ","))]"
    default:
      let names = ["B", "a", "count"].filter { _ in happens(50) }
      return LogObject(names.map { ($0, value(depth: depth - 1)) }).text
    }
  }
}

/// A JSON object as it stands in a log: members in an order, with values that are JSON text.
struct LogObject {
  var members: [(name: String, value: String)]

  init(_ members: [(String, String)] = []) {
    self.members = members.map { (name: $0.0, value: $0.1) }
  }

  mutating func add(_ name: String, _ value: String) { members.append((name, value)) }

  var text: String { "{\(members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ","))}" }

  func shuffled(using random: inout SplitMix64) -> LogObject {
    var object = self
    object.members.shuffle(using: &random)
    return object
  }

  /// A text as a JSON string, of the characters that the model uses.
  static func quoted(_ text: String) -> String {
    let escapes: [Unicode.Scalar: String] = ["\"": "\\\"", "\\": "\\\\", "\n": "\\n"]
    let scalars = text.unicodeScalars.map { escapes[$0] ?? String($0) }
    return "\"\(scalars.joined())\""
  }
}

extension ItemPath {
  fileprivate var pair: String { "[\(section),\(item)]" }
}
