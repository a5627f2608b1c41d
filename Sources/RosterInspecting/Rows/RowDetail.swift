import RosterCore
import RosterJSON
import RosterPages
import RosterRows

/// One row at a revision: its model before and after, its states, and the revisions that touched it.
struct RowDetail {
  private static let stateCountMax = 100
  private static let eventCountMax = 200
  /// The number of revisions in which moves are looked for at a time.
  private static let searchedCount = 4_096
  private static let dumpCountMax = 65_536

  private let list: any InspectableStorage
  private let head: JournalHead
  private let past: PastLists
  private let live: LiveList?

  init(_ list: any InspectableStorage, _ head: JournalHead, _ past: PastLists, _ live: LiveList?) {
    self.list = list
    self.head = head
    self.past = past
    self.live = live
  }

  /// Answers `row?key=i12&at=R&before=B`.
  func answer(_ parameters: [String: String]) throws -> JSONObject {
    let query = try InspectorQuery(parameters, allowing: ["key", "at", "before"])
    let tree = try query.key()
    let revision = try query.revision("at") ?? head.present
    let before = min(try query.revision("before") ?? revisionMax, head.present + 1)
    let state = try past.state(at: revision, head)
    let spans = try list.modelSpans(of: tree, limit: Self.eventCountMax)
    guard !spans.isEmpty else {
      throw InspectorError(
        404, "no revision that is kept knows \(tree)", oldest: head.oldest)
    }
    var answer: JSONObject = [
      "key": .string(tree.key), "name": .string("\(tree)"),
      "revision": JSONValue(revision), "present": JSONValue(head.present),
      "oldest": JSONValue(head.oldest),
    ]
    let place = try state.place(of: tree)
    answer["place"] = place?.json
    answer["slot"] = place.flatMap(state.slot(of:)).map(JSONValue.init(_:))
    if place != nil { answer.set("after", try model(of: tree, at: revision), .detail) }
    if revision > head.oldest { try addFormer(tree, revision, to: &answer) }
    let states = place == nil ? [:] : try list.states(of: [tree], at: revision).first ?? [:]
    answer["stateCount"] = JSONValue(states.count)
    answer["states"] = .array(json(of: states))
    try addHistory(tree, spans, before: before, to: &answer)
    addTree(tree, to: &answer)
    return answer
  }

  /// Adds what the row was one revision earlier. A damaged journal does not hide what it is now.
  private func addFormer(_ tree: TreeID, _ revision: Revision, to answer: inout JSONObject) throws {
    do {
      guard let place = try past.state(at: revision - 1, head).place(of: tree) else { return }
      answer["formerPlace"] = place.json
      answer.set("before", try model(of: tree, at: revision - 1), .detail)
    } catch let error as StorageError where error.code != .busy {
      answer["fault"] = .string(error.message(without: list.inspectableStore.place))
    }
  }

  private func model(of tree: TreeID, at revision: Revision) throws -> StoredValue? {
    switch tree {
    case .item(let item): try list.models(of: [item], at: revision)[0]
    case .supplement(let supplement):
      try list.models(of: [supplement.section], at: revision)[0]
    }
  }

  private func json(of states: [ScopePath: StoredState]) -> [JSONValue] {
    states.map { (scope: $0.key.description, state: $0.value) }.sorted { $0.scope < $1.scope }
      .prefix(Self.stateCountMax).map { scope, state in
        var object: JSONObject = ["scope": .string(scope.shortened(byteCountMax: 400))]
        object.set(state, as: "value")
        return .object(object)
      }
  }

  // MARK: History

  private struct Event {
    var revision: Revision
    var what: String
    var scope: String?
    var move: ItemMove?
  }

  /// Adds the revisions that touched the row, newest first.
  ///
  /// Models and states name the revisions that wrote and ended them. Moves are in the journal only,
  /// so they are looked for in some revisions before `before`, and `searchedTo` says how far.
  private func addHistory(
    _ tree: TreeID, _ spans: [ValueSpan], before: Revision, to answer: inout JSONObject
  ) throws {
    var events = modelEvents(spans)
    let states = try list.stateSpans(of: tree, limit: Self.eventCountMax)
    let written = Set(states.map { StateTime(scope: $0.scope, revision: $0.version) })
    for span in states {
      events.append(Event(revision: span.version, what: "state", scope: span.scope))
      if let until = span.until, !written.contains(StateTime(scope: span.scope, revision: until)) {
        events.append(Event(revision: until, what: "forgotten", scope: span.scope))
      }
    }
    let first = max(head.oldest + 1, before - Self.searchedCount)
    if let item = tree.item {
      if first < before {
        for (revision, move) in try list.moves(of: item, in: first...before - 1) {
          events.append(Event(revision: revision, what: "moved", move: move))
        }
      }
      answer["searchedTo"] = JSONValue(min(first, before))
      answer["searchedAll"] = .bool(first <= head.oldest + 1)
    }
    let isWhole = spans.count < Self.eventCountMax && states.count < Self.eventCountMax
    answer["historyCut"] = isWhole ? nil : true
    answer["history"] = .array(
      events.sorted { $0.revision > $1.revision }.prefix(2 * Self.eventCountMax).map { event in
        .object(
          JSONObject(present: [
            "revision": JSONValue(event.revision), "what": .string(event.what),
            "scope": event.scope.map { .string($0.shortened(byteCountMax: 400)) },
            "from": event.move?.source.json, "to": event.move?.target.json,
            // Only the value is still there, and not what wrote it.
            "compacted": event.revision <= head.oldest ? true : nil,
          ]))
      })
  }

  private struct StateTime: Hashable {
    var scope: String?
    var revision: Revision
  }

  private func modelEvents(_ spans: [ValueSpan]) -> [Event] {
    let ends = Set(spans.compactMap(\.until))
    let starts = Set(spans.map(\.version))
    var events: [Event] = []
    for (index, span) in spans.enumerated() {
      // The oldest one that was read may follow one that was not.
      let isUnknown =
        index == Self.eventCountMax - 1 || span.version <= head.oldest
      let what = ends.contains(span.version) ? "updated" : isUnknown ? "written" : "inserted"
      events.append(Event(revision: span.version, what: what))
      if let until = span.until, !starts.contains(until) {
        events.append(Event(revision: until, what: "removed"))
      }
    }
    return events
  }

  // MARK: Tree

  /// Adds the tree of components as it is now, if an application has the list open.
  private func addTree(_ tree: TreeID, to answer: inout JSONObject) {
    guard let live else { return }
    do {
      guard let dump = try live.tree(tree) else { return }
      answer["tree"] = .string(dump.shortened(byteCountMax: Self.dumpCountMax))
      answer["treeRevision"] = live.list().map { JSONValue($0.revision) }
    } catch {
      answer["treeFault"] = .string("\(error)".shortened(byteCountMax: 1_000))
    }
  }
}
