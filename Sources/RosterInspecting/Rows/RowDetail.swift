import RosterCore
import RosterJSON
import RosterPages
import RosterRows

/// One row at a revision: its model before and after, and its states.
struct RowDetail {
  private static let stateCountMax = 100
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

  /// Answers `row?key=i12&at=R`.
  func answer(_ parameters: [String: String]) throws -> JSONObject {
    let query = try InspectorQuery(parameters, allowing: ["key", "at"])
    let tree = try query.key()
    let revision = try query.revision("at") ?? head.present
    let state = try past.state(at: revision, head)
    try list.requireKnown(tree, head)
    var answer: JSONObject = [
      "key": .string(tree.key), "name": .string("\(tree)"),
      "revision": JSONValue(revision), "present": JSONValue(head.present),
      "oldest": JSONValue(head.oldest),
    ]
    let place = try state.place(of: tree)
    answer["place"] = place?.json
    answer["slot"] = place.flatMap(state.slot(of:)).map(JSONValue.init(_:))
    if place != nil { answer.set("after", try list.model(of: tree, at: revision), .detail) }
    if revision > head.oldest { try addFormer(tree, revision, to: &answer) }
    let states = place == nil ? [:] : try list.states(of: [tree], at: revision).first ?? [:]
    answer["stateCount"] = JSONValue(states.count)
    answer["states"] = .array(json(of: states))
    addTree(tree, to: &answer)
    return answer
  }

  /// Adds what the row was one revision earlier. A damaged journal does not hide what it is now.
  private func addFormer(_ tree: TreeID, _ revision: Revision, to answer: inout JSONObject)
    throws(StorageError)
  {
    do throws(StorageError) {
      guard let place = try past.state(at: revision - 1, head).place(of: tree) else { return }
      answer["formerPlace"] = place.json
      answer.set("before", try list.model(of: tree, at: revision - 1), .detail)
    } catch {
      if error.code == .busy { throw error }
      answer["fault"] = .string(error.message(without: list.inspectableStore.place))
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
