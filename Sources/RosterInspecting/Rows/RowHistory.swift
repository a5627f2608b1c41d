import RosterCore
import RosterJSON
import RosterPages
import RosterRows

/// Why a row is as it is: the revisions that touched it, who made them, and what each changed in it.
struct RowHistory {
  /// How far one answer goes to find moves, which are in the journal only.
  struct Reach {
    /// The number of revisions that are read at a time.
    var revisionCount = 4_096
    /// After how long no more are read.
    var patience = Duration.milliseconds(400)
  }

  private static let countMax = 100
  private static let stateSpanCountMax = 1_000
  /// The number of later revisions in which the one is looked for that takes a revision back.
  private static let laterCountMax = 4_096

  private let list: any InspectableStorage
  private let head: JournalHead
  private let reach: Reach

  init(_ list: any InspectableStorage, _ head: JournalHead, reach: Reach = Reach()) {
    self.list = list
    self.head = head
    self.reach = reach
  }

  /// Answers `history?key=i12&before=R&limit=n`.
  ///
  /// The revisions are before `before`, newest first. Models and states name the revisions that wrote and
  /// ended them, however far back these are. Moves are looked for back to `searchedTo`; so what is older
  /// may have been moved as well. `next` is the `before` of the next question, if there is more.
  func answer(_ parameters: [String: String]) throws -> JSONObject {
    let query = try InspectorQuery(parameters, allowing: ["key", "before", "limit"])
    let tree = try query.key()
    let before = min(try query.revision("before") ?? revisionMax, head.present + 1)
    let limit = try query.number("limit", in: 1...Self.countMax) ?? 20
    try list.requireKnown(tree, head)
    let spans = try list.modelSpans(of: tree, before: before, limit: limit + 1)
    let written = WrittenRevisions(
      spans, isWhole: spans.count <= limit,
      states: try list.stateSpans(of: tree, before: before, limit: Self.stateSpanCountMax),
      Self.stateSpanCountMax, in: head.oldest + 1..<max(before, head.oldest + 1))
    let end = written.count > limit ? written.revisions[limit - 1] : written.end
    let (moves, searchedTo) = try moves(of: tree, from: end, before: before)
    let touched = Set(written.revisions).union(moves.keys).sorted(by: >)
    let shown = touched.prefix(limit)
    // Between what is shown and the end of the search, moves are still to be looked for.
    let last = touched.count > limit ? shown.last ?? end : end
    let next = max(last, searchedTo)
    var answer: JSONObject = [
      "key": .string(tree.key), "name": .string("\(tree)"),
      "present": JSONValue(head.present), "oldest": JSONValue(head.oldest),
      "searchedTo": JSONValue(searchedTo),
    ]
    if next > head.oldest + 1 { answer["next"] = JSONValue(next) }
    // Of what was compacted only the value is still there, and not what wrote it.
    answer["writtenAt"] = spans.first { $0.version <= head.oldest }.map { JSONValue($0.version) }
    answer["revisions"] = try .array(
      shown.map { try json(of: $0, of: tree, moves[$0], written) })
    return answer
  }

  private func moves(
    of tree: TreeID, from first: Revision, before: Revision
  ) throws -> (moves: [Revision: ItemMove], searchedTo: Revision) {
    guard let item = tree.item, first < before else { return ([:], min(first, before)) }
    var moves: [Revision: ItemMove] = [:]
    var searchedTo = before
    let end = ContinuousClock.now + reach.patience
    repeat {
      let start = max(first, searchedTo - reach.revisionCount)
      for (revision, move) in try list.moves(of: item, in: start...searchedTo - 1) {
        moves[revision] = move
      }
      searchedTo = start
    } while searchedTo > first && ContinuousClock.now < end
    return (moves, searchedTo)
  }

  // MARK: One revision

  private func json(
    of revision: Revision, of tree: TreeID, _ move: ItemMove?, _ written: WrittenRevisions
  ) throws -> JSONValue {
    var json: JSONObject = ["revision": JSONValue(revision), "kind": "unreadable", "gone": true]
    if let row = try list.journalRows(revision...revision, limit: 1).first {
      let takenBack = try list.takenBack(
        revision...revision, upTo: min(head.present, revision + Self.laterCountMax))
      json = row.summary(takenBackBy: takenBack[revision])
      json["userInfo"] = row.shownUserInfo
    }
    var changes: [JSONValue] = []
    let former = try list.model(of: tree, at: revision - 1)
    let model = try list.model(of: tree, at: revision)
    switch (former, model) {
    case (nil, let model?):
      changes.append("inserted")
      json.set("model", model, .row)
    case (let former?, nil):
      changes.append("removed")
      json.set("model", former, .row)
    case (let former?, let model?) where written.models.contains(revision):
      changes.append("updated")
      json.setFields(former, model)
    default: break
    }
    if let move {
      changes.append("moved")
      json["from"] = move.source.json
      json["to"] = move.target.json
    }
    if written.states.contains(revision) {
      let states = try list.changedStates(of: tree, from: revision - 1, to: revision)
      if !states.isEmpty { changes.append("states") }
      json["states"] = .array(states)
    }
    json["what"] = .array(changes)
    return .object(json)
  }
}

/// The revisions that wrote and ended the models and states of a row.
private struct WrittenRevisions {
  let models: Set<Revision>
  let states: Set<Revision>
  /// All of them from `end` on, newest first.
  let revisions: [Revision]
  /// The revision from which on all are known.
  let end: Revision

  var count: Int { revisions.count }

  /// - Parameters:
  ///   - range: The revisions that are looked at.
  ///   - isWhole: Whether these are the spans of all models before the end of the range.
  ///   - stateCountMax: The number of spans of states that were asked for.
  init(
    _ spans: [ValueSpan], isWhole: Bool, states stateSpans: [ValueSpan], _ stateCountMax: Int,
    in range: Range<Revision>
  ) {
    func revisions(_ spans: [ValueSpan]) -> Set<Revision> {
      Set(spans.flatMap { [$0.version, $0.until].compactMap(\.self) }.filter(range.contains))
    }
    models = revisions(spans)
    states = revisions(stateSpans)
    var end = range.lowerBound
    if !isWhole, let last = spans.last { end = max(end, last.version) }
    if stateSpans.count >= stateCountMax, let last = stateSpans.last {
      end = max(end, last.version)
    }
    self.end = end
    self.revisions = models.union(states).filter { [end] in $0 >= end }.sorted(by: >)
  }
}

extension InspectableStorage {
  /// Returns the model of an item, or of the section of a header or footer; `nil` if it was not there.
  func model(of tree: TreeID, at revision: Revision) throws(StorageError) -> StoredValue? {
    switch tree {
    case .item(let item): try models(of: [item], at: revision).first ?? nil
    case .supplement(let supplement):
      try models(of: [supplement.section], at: revision).first ?? nil
    }
  }

  /// Returns the models of rows that were there: of items, and of the sections of headers and footers.
  func models(of trees: [TreeID], at revision: Revision) throws(StorageError) -> [TreeID:
    StoredValue]
  {
    let items = trees.compactMap(\.item)
    let supplements = trees.compactMap(\.supplement)
    var found: [TreeID: StoredValue] = [:]
    for (item, model) in zip(items, items.isEmpty ? [] : try models(of: items, at: revision)) {
      found[.item(item)] = model
    }
    let sections = supplements.map(\.section)
    for (supplement, model) in zip(
      supplements, sections.isEmpty ? [] : try models(of: sections, at: revision))
    {
      found[.supplement(supplement)] = model
    }
    return found
  }

  /// Returns the states of a row that differ between two revisions, with their fields.
  func changedStates(
    of tree: TreeID, from source: Revision, to target: Revision
  ) throws(StorageError) -> [JSONValue] {
    let before = try states(of: [tree], at: source).first ?? [:]
    let after = try states(of: [tree], at: target).first ?? [:]
    return before.merging(after) { $1 }.keys.filter { before[$0] != after[$0] }
      .map { (name: $0.description, scope: $0) }.sorted { $0.name < $1.name }
      .prefix(50).map { name, scope in
        var json: JSONObject = ["scope": .string(name.shortened(byteCountMax: 400))]
        json.setFields(before[scope]?.value, after[scope]?.value)
        return .object(json)
      }
  }

  /// Throws if no revision that is kept knows a row.
  func requireKnown(_ tree: TreeID, _ head: JournalHead) throws {
    guard try modelSpans(of: tree, before: head.present + 1, limit: 1).isEmpty else { return }
    throw InspectorError(404, "no revision that is kept knows \(tree)", oldest: head.oldest)
  }
}
