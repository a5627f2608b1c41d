import RosterPages
import RosterCore
import RosterJSON
import RosterRows

/// Finds rows of a list at a revision: by key, by path, and by what their models contain.
struct RowSearch {
  private static let rowCountMax = 50
  private static let textByteCountMax = 1_000
  /// The number of rows that are read at a time.
  private static let chunkCount = 512

  private let list: any InspectableStorage
  private let head: JournalHead
  private let past: PastLists
  /// After how long no more rows are read for one answer.
  private let patience: Duration

  init(
    _ list: any InspectableStorage, _ head: JournalHead, _ past: PastLists,
    patience: Duration = .milliseconds(400)
  ) {
    self.list = list
    self.head = head
    self.past = past
    self.patience = patience
  }

  /// Answers `find?text=T&at=R&first=slot`.
  ///
  /// The rows from `first` to `searchedTo` were searched. `next` is the `first` of the next question, if there
  /// are more rows. A row that the text names by its key or path comes before the others.
  func answer(_ parameters: [String: String]) throws -> JSONObject {
    let query = try InspectorQuery(parameters, allowing: ["text", "at", "first"])
    guard let text = query.text("text"), let searched = SearchedText(text) else {
      throw InspectorError(400, "text is missing")
    }
    guard text.utf8.count <= Self.textByteCountMax else {
      throw InspectorError(400, "text has at most \(Self.textByteCountMax) bytes")
    }
    let state = try past.state(at: query.revision("at") ?? head.present, head)
    let first = min(try query.number("first", in: 0...revisionMax) ?? 0, state.slotCount)
    var rows: [JSONValue] = []
    let named = try slot(namedBy: text, in: state)
    if first == 0, let named {
      rows = try self.rows(named..<named + 1, of: state, except: nil) { _ in true }
    }
    var searchedTo = first
    let end = ContinuousClock.now + patience
    repeat {
      let slots = searchedTo..<min(searchedTo + Self.chunkCount, state.slotCount)
      rows += try self.rows(slots, of: state, except: named, where: searched.isIn)
      searchedTo = slots.upperBound
    } while searchedTo < state.slotCount && rows.count < Self.rowCountMax
      && ContinuousClock.now < end
    var answer: JSONObject = [
      "revision": JSONValue(state.revision), "slots": JSONValue(state.slotCount),
      "first": JSONValue(first), "searchedTo": JSONValue(searchedTo), "rows": .array(rows),
    ]
    if searchedTo < state.slotCount { answer["next"] = JSONValue(searchedTo) }
    return answer
  }

  /// Returns where the row stands that a text names: `i12`, or `0:3` for an item by its path.
  private func slot(namedBy text: String, in state: ListState) throws -> Int? {
    if let tree = TreeID(key: text) { return try state.place(of: tree).flatMap(state.slot(of:)) }
    return state.path(written: text).flatMap { state.slot(of: .item($0)) }
  }

  /// Returns the rows in some slots whose models match.
  private func rows(
    _ slots: Range<Int>, of state: ListState, except named: Int?,
    where isMatch: (JSONValue) -> Bool
  ) throws -> [JSONValue] {
    let placed = try state.rows(inSlots: slots)
    // A footer has the model of its header.
    let trees = placed.map(\.tree).filter { $0.supplement?.kind != .footer }
    let models = try list.models(of: trees, at: state.revision)
    return zip(slots, placed).compactMap { slot, row in
      guard slot != named, let model = models[row.tree], isMatch(model.readable) else {
        return nil
      }
      var json: JSONObject = [
        "key": .string(row.tree.key), "slot": JSONValue(slot), "place": row.place.json,
      ]
      json.set("model", model, .row)
      return .object(json)
    }
  }
}
