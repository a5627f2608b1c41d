import RosterCore
import RosterEngine
import RosterJSON
import RosterPages
import RosterRows

/// What a restoration of the list, of one section or of one row would change; and the restoration itself, where
/// editing is allowed.
struct RestorationPreview {
  private let list: any InspectableStorage
  private let head: JournalHead
  private let past: PastLists
  private let live: LiveList?
  private let part: RestoredPart
  private let revision: Revision
  /// The present revision for which a person has seen what would change.
  private let base: Revision?
  /// The most rows that are shown.
  private let limit: Int

  init(
    _ list: any InspectableStorage, _ head: JournalHead, _ past: PastLists,
    _ live: LiveList? = nil, of part: RestoredPart, to revision: Revision,
    basedOn base: Revision? = nil, limit: Int = 100
  ) {
    self.list = list
    self.head = head
    self.past = past
    self.live = live
    self.part = part
    self.revision = revision
    self.base = base
    self.limit = limit
  }

  /// - Parameter parameters: Those of `restore?to=R&key=i12&base=B`; without a key, of the list; with `items=1`
  ///   beside the key of a header or footer, of its section with its items.
  init(
    _ list: any InspectableStorage, _ head: JournalHead, _ past: PastLists, _ live: LiveList?,
    _ parameters: [String: String]
  ) throws {
    let query = try InspectorQuery(parameters, allowing: ["to", "key", "items", "base", "limit"])
    guard let revision = try query.revision("to") else {
      throw InspectorError(400, "to is missing")
    }
    let tree = query.has("key") ? try query.key() : nil
    let hasItems = try query.number("items", in: 0...1) == 1
    let part: RestoredPart =
      switch (tree, hasItems) {
      case (.supplement(let supplement), true): .section(supplement.section)
      case (_, true):
        throw InspectorError(
          400, "items goes with the key of a header or footer, as in key=h3&items=1")
      case (let tree?, false): .tree(tree)
      case (nil, false): .list
      }
    try self.init(
      list, head, past, live, of: part, to: revision, basedOn: query.revision("base"),
      limit: query.number("limit", in: 0...ListComparison.rowCountMax) ?? 100)
  }

  /// Says what would change, in `summary` in words: `nothing` if the list, the section or the row is as it was then.
  func answer() throws -> JSONObject {
    var answer =
      switch part {
      case .tree(let tree): try row(tree)
      case .section(let section):
        try json(ListComparison(list, head, past, restoring: section, to: revision))
      case .list:
        try json(
          ListComparison(list, head, past, from: head.present, to: revision, for: .restoring))
      }
    answer["part"] = .string(
      try RestorationWords.name(of: part, in: past.state(at: revision, head)))
    answer["present"] = JSONValue(head.present)
    answer["edits"] = .bool(live?.restore != nil)
    return answer
  }

  /// Restores what `answer` said, if the list is still at the revision for which it was said.
  func carryOut() throws -> JSONObject {
    guard let restore = live?.restore else {
      throw InspectorError(
        403,
        "this list is only read here: edits are not allowed, or it shows what is changed elsewhere")
    }
    guard let base else {
      throw InspectorError(400, "base is missing")
    }
    // A restoration that is too large for a preview would also keep other writers waiting too long.
    // The way to a row or section was gone for the preview, and is not gone once more while the list takes no other
    // changes.
    var known: ListState?
    switch part {
    case .list:
      try ListComparison.verifyBounds(
        list, after: revision, upTo: head.present, for: .restoring)
    case .section(let section):
      let former = try past.state(at: revision, head)
      try ListComparison.verifyBounds(
        of: section, in: [former, past.state(at: head.present, head)])
      known = former
    case .tree: known = try past.state(at: revision, head)
    }
    do throws(DataSourceError) {
      guard let restored = try restore(part, revision, base, known) else {
        throw DataSourceError.closed
      }
      return ["restored": JSONValue(restored)]
    } catch {
      throw InspectorError(error, place: list.inspectableStore.place)
    }
  }

  // MARK: What would change

  private func json(_ comparison: ListComparison) throws -> JSONObject {
    var json = try comparison.json(first: 0, limit: limit)
    if json["rowCount"] == 0 { json["nothing"] = true }
    json["summary"] = .string(
      RestorationWords.summary(
        comparison.counts, restatedCount: json["stateCount"]?.intValue ?? 0))
    return json
  }

  private func row(_ tree: TreeID) throws -> JSONObject {
    let then = try past.state(at: revision, head)
    let now = try past.state(at: head.present, head)
    guard let place = try then.place(of: tree) else {
      throw InspectorError(404, "\(tree) was not in the list at revision \(revision)")
    }
    let isThere = try now.place(of: tree) != nil
    if !isThere {
      let isPossible = place.path.flatMap { then.sectionID(at: $0.section) }
        .map { now.index(of: $0) != nil }
      guard isPossible == true else {
        throw InspectorError(
          409,
          "the section of \(tree) is gone; restore the section with its items, or the list, to bring it back"
        )
      }
    }
    let former = isThere ? try list.model(of: tree, at: head.present) : nil
    let model = try list.model(of: tree, at: revision)
    let states = try list.changedStates(of: tree, from: head.present, to: revision)
    var json: JSONObject = [
      "key": .string(tree.key), "name": .string("\(tree)"), "from": JSONValue(head.present),
      "to": JSONValue(revision), "states": .array(states),
    ]
    if isThere { json.setFields(former, model) } else { json["returns"] = true }
    json.set("model", model, .row)
    if isThere, former == model, states.isEmpty { json["nothing"] = true }
    json["summary"] = .string(
      RestorationWords.summary(
        returns: !isThere, fieldCount: json["fieldCount"]?.intValue ?? 0, stateCount: states.count))
    return json
  }
}

extension InspectorError {
  /// - Parameter place: As in `init(_:place:)` for errors of storage.
  fileprivate init(_ error: DataSourceError, place: String) {
    switch error {
    case .storage(let error): self.init(error, place: place)
    case .thrown(let error as StorageError): self.init(error, place: place)
    case .conflict:
      self.init(409, "the list has changed since; look again at what a restoration would change")
    case .suspended, .queueFull, .closed: self.init(503, "the list takes no changes now: \(error)")
    default: self.init(409, error.description)
    }
  }
}
