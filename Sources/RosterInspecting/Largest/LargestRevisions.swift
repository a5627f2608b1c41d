import RosterCore
import RosterJSON
import RosterPages
import RosterRows

/// Finds the revisions that wrote most, and those that changed most.
struct LargestRevisions {
  static let countMax = 20

  private let list: any InspectableStorage
  private let head: JournalHead
  private let reach: JournalWalk.Reach

  init(
    _ list: any InspectableStorage, _ head: JournalHead,
    reach: JournalWalk.Reach = JournalWalk.Reach()
  ) {
    self.list = list
    self.head = head
    self.reach = reach
  }

  /// Answers `largest?of=revisions&before=R`, about the revisions from `searchedTo` up to the one before `before`.
  /// `next` is the `before` of the next question, if there are older ones.
  func answer(_ query: InspectorQuery) throws -> JSONObject {
    try answer(before: query.revision("before") ?? revisionMax)
  }

  /// Answers about the revisions before one.
  func answer(before end: Revision) throws -> JSONObject {
    var byBytes = Largest<JSONValue>(Self.countMax)
    var byChanges = Largest<JSONValue>(Self.countMax)
    let walk = JournalWalk(list, head, reach: reach)
    let searchedTo = try walk.visit(before: end) { row, written in
      let revision = json(of: row, written)
      byBytes.add(size: written ?? row.byteCount, revision)
      byChanges.add(size: row.counts?.total ?? 0, revision)
      return true
    }
    var answer: JSONObject = [
      "present": JSONValue(head.present), "oldest": JSONValue(head.oldest),
      "searchedTo": JSONValue(searchedTo),
      "byBytes": .array(byBytes.elements.map(\.element)),
      "byChanges": .array(byChanges.elements.map(\.element)),
    ]
    if searchedTo > head.oldest + 1 { answer["next"] = JSONValue(searchedTo) }
    return answer
  }

  /// A revision in numbers: `changes` counts all of its changes, and `written` the bytes of its texts, models and
  /// states, if that is known.
  private func json(of row: JournalRow, _ written: Int?) -> JSONValue {
    var json = row.summary(takenBackBy: nil)
    json["written"] = written.map(JSONValue.init(_:))
    json["changes"] = row.counts.map { JSONValue($0.total) }
    return .object(json)
  }
}
