import RosterCore
import RosterJSON
import RosterLog
import RosterTestKit
import RosterTestSupport

/// Entries of changeset logs, the same ones for the same seed. Their changesets are unverified.
struct RandomLog {
  private var random: SplitMix64
  private var scopes: RandomScopes

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    scopes = RandomScopes(seed: seed)
  }

  mutating func entry() -> ChangesetLogEntry {
    switch int(0...11) {
    case 0: .reopen
    case 10: .undo
    case 11: .redo
    case 1, 2: .expect(expectation())
    default: .changeset(loggedChangeset())
    }
  }

  private mutating func loggedChangeset() -> LoggedChangeset {
    var logged = LoggedChangeset(changeset())
    if flip() { logged.states = states() }
    if !logged.states.isEmpty, flip() { logged.changeset = Changeset() }
    if flip() { logged.origin = text() }
    if flip() { logged.at = text() }
    if flip() { logged.userInfo = members(depth: 2) }
    if flip() { logged.group = text() }
    if flip() { logged.undo = flip() ? .none : UndoScope(text()) }
    return logged
  }

  private mutating func changeset() -> Changeset<JSONValue, JSONValue> {
    Changeset { builder in
      for _ in 0..<int(0...8) {
        switch int(0...7) {
        case 0: builder.updateItem(at: path(), value(depth: 2))
        case 1: builder.removeItem(at: path())
        case 2: builder.moveItem(from: path(), to: path())
        case 3: builder.insertItem(value(depth: 2), at: path())
        case 4: builder.updateSection(at: index(), sectionModel())
        case 5: builder.removeSection(at: index())
        case 6: builder.moveSection(from: index(), to: index())
        default: builder.insertSection(at: index(), sectionModel())
        }
      }
    }
  }

  private mutating func expectation() -> Expectation {
    var expectation = Expectation()
    if flip() { expectation.sections = [[value(depth: 1)], [], [value(depth: 1), .null]] }
    if flip() { expectation.sectionModels = [sectionModel(), sectionModel()] }
    if flip() { expectation.states = states() }
    if flip() { expectation.counts = [index(), index()] }
    if flip() { expectation.revision = index() }
    if flip() { expectation.fingerprint = text() }
    if flip() {
      expectation.error = ExpectedError(
        kind: EntryRefusal.Kind.allCases.randomElement(using: &random),
        reason: flip() ? ChangesetError.Reason.allCases.randomElement(using: &random) : nil,
        section: flip() ? index() : nil, item: flip() ? index() : nil)
    }
    return expectation
  }

  /// States in the order in which they are written.
  private mutating func states() -> [LoggedState] {
    var states: [StatePlace: JSONState?] = [:]
    for _ in 0..<int(0...4) {
      let place = StatePlace(item: path(), scope: scopes.path())
      states[place] = .some(flip() ? JSONState(typeVersion: index(), value(depth: 2)) : nil)
    }
    return states.keys.sorted().map { place in
      LoggedState(item: place.item, scope: place.scope, states[place] ?? nil)
    }
  }

  private mutating func sectionModel() -> JSONValue? {
    flip() ? ["title": .string(text())] : nil
  }

  private mutating func value(depth: Int) -> JSONValue {
    switch int(0...(depth > 0 ? 6 : 4)) {
    case 0: .null
    case 1: .bool(flip())
    case 2: .number(Double(int(-1_000_000...1_000_000)) / 64)
    case 3, 4: .string(text())
    case 5: .array((0..<int(0...3)).map { _ in value(depth: depth - 1) })
    default: .object(members(depth: depth - 1))
    }
  }

  private mutating func members(depth: Int) -> JSONObject {
    var members: JSONObject = [:]
    for _ in 0..<int(0...3) { members[text()] = value(depth: depth) }
    return members
  }

  private mutating func text() -> String {
    let letters: [Character] = [
      "a", "b", "\"", "\\", "\n", "\u{1}", "é", "e\u{301}", "😀", "{", "[", ",",
    ]
    return String((0..<int(0...5)).compactMap { _ in letters.randomElement(using: &random) })
  }

  private mutating func path() -> ItemPath {
    ItemPath(section: index(), item: index())
  }

  private mutating func index() -> Int {
    int(0...20) == 0 ? int(-(1 << 53)...(1 << 53)) : int(-2...9)
  }

  private mutating func flip() -> Bool {
    Bool.random(using: &random)
  }

  private mutating func int(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }
}

/// Where a state is, in the order of the log.
private struct StatePlace: Hashable, Comparable {
  var item: ItemPath
  var scope: ScopePath

  static func < (left: Self, right: Self) -> Bool {
    left.item != right.item
      ? left.item < right.item
      : left.scope.description.utf8.lexicographicallyPrecedes(right.scope.description.utf8)
  }
}
