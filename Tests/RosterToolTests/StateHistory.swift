import RosterCore
import RosterJSON
import RosterTestKit
import RosterTestSupport

/// Logs of random changesets with states, the same ones for the same seed.
struct StateHistory {
  private var list = NaiveList<String, String>()
  private var changesets: RandomChangesets
  private var random: SplitMix64
  /// The texts of all scopes that there are.
  private let scopes: [String]

  init(seed: UInt64) {
    var names = RandomScopes(seed: seed)
    scopes =
      ["", "Post", "Post/Like", "Post/Like#1", "Zeile[\"\u{e9}\"]", "Zeile[\"e\u{301}\"]"]
      + (0..<4).map { _ in names.path().description }
    changesets = RandomChangesets(seed: seed)
    random = SplitMix64(seed: ~seed)
  }

  /// A log of so many revisions, and of entries that are refused.
  mutating func log(revisionCount: Int) throws -> String {
    var lines: [JSONValue] = [["changesetLog": 1]]
    while list.revision < revisionCount {
      switch random.index(below: 20) {
      case 0: lines.append(["reopen": true])
      case 1:
        lines.append(["state": [state(at: [list.counts.count, 0])]])
        lines.append(["expect": ["error": ["kind": "setState", "reason": "outOfBounds"]]])
      default: lines.append(try entry())
      }
    }
    return lines.map { $0.canonicalText + "\n" }.joined()
  }

  private mutating func entry() throws -> JSONValue {
    var members: JSONObject = [:]
    let isOfStatesAlone = list.counts.contains { $0 > 0 } && random.happens(percent: 40)
    let parts = isOfStatesAlone ? ChangesetParts() : changesets.valid(for: list.counts)
    let changeset = parts.changeset(models: "\(list.revision):")
    list = try list.applying(changeset)
    let states = states(atLeast: isOfStatesAlone ? 1 : 0)
    if !isOfStatesAlone {
      members = try JSONParser().parse(changeset.logLine).objectValue ?? [:]
    }
    if !states.isEmpty { members["state"] = states.count == 1 ? states[0] : .array(states) }
    if random.happens(percent: 30) { members["origin"] = .string("device \(list.revision % 3)") }
    return .object(members)
  }

  private mutating func states(atLeast countMin: Int) -> [JSONValue] {
    let paths = list.counts.enumerated().flatMap { section, count in
      (0..<count).map { [section, $0] }
    }
    guard !paths.isEmpty else { return [] }
    var states: [JSONValue: JSONValue] = [:]
    for _ in 0..<countMin + random.index(below: 5) {
      let state = state(at: paths[random.index(below: paths.count)])
      states[[state["item"] ?? .null, state["scope"] ?? .null]] = state
    }
    return states.keys.sorted { $0.canonicalText < $1.canonicalText }.compactMap { states[$0] }
  }

  private mutating func state(at path: [Int]) -> JSONValue {
    var members: JSONObject = [
      "item": .array(path.map { .number(Double($0)) }),
      "scope": .string(scopes[random.index(below: scopes.count)]),
    ]
    if random.happens(percent: 75) {
      members["value"] = value(depth: 2)
      if random.happens(percent: 20) {
        members["version"] = .number(Double(random.index(below: 4)))
      }
    }
    return .object(members)
  }

  private mutating func value(depth: Int) -> JSONValue {
    switch random.index(below: depth > 0 ? 6 : 4) {
    case 0: .null
    case 1: .bool(random.happens(percent: 50))
    case 2: .number(Double(random.index(below: 2_000) - 1_000) / 64)
    case 3: .string(["", "a\u{0}\n", "e\u{301}\u{e9}", "😀\\\""][random.index(below: 4)])
    case 4: .array((0..<random.index(below: 3)).map { _ in value(depth: depth - 1) })
    default: ["isLiked": value(depth: 0), "ö": value(depth: depth - 1)]
    }
  }
}
