import RosterCore
import RosterJSON
import RosterPages
import RosterRows

/// Finds the items whose models take most room.
struct LargestRows {
  static let countMax = 20

  /// How far one answer goes.
  struct Reach {
    /// The number of items that are looked at at a time.
    var itemCount = 4_096
    /// After how long no more are looked at.
    var patience = Duration.milliseconds(400)
  }

  private let list: any InspectableStorage
  private let head: JournalHead
  private let past: PastLists
  private let reach: Reach

  init(
    _ list: any InspectableStorage, _ head: JournalHead, _ past: PastLists, reach: Reach = Reach()
  ) {
    self.list = list
    self.head = head
    self.past = past
    self.reach = reach
  }

  /// Answers `largest?of=rows&first=n`, about the items with the numbers from `first` up to `searchedTo`. `next` is
  /// the `first` of the next question, if there are more.
  func answer(_ query: InspectorQuery) throws -> JSONObject {
    try answer(from: query.number("first", in: 1...revisionMax) ?? 1)
  }

  /// Answers about the items with the numbers from `first` on. Of a derived list there are none: what it has in
  /// place of models are keys.
  func answer(from first: Int) throws -> JSONObject {
    let hasModels = head.present > 0 && !head.subscribers.areOfDerivedList
    let end = hasModels ? try list.nextIdentifiers(after: head.present).item : 1
    var searchedTo = min(first, end)
    var largest = Largest<ItemID>(Self.countMax)
    let deadline = ContinuousClock.now + reach.patience
    while searchedTo < end {
      let stop = min(searchedTo + reach.itemCount, end)
      for (item, size) in try list.largestItems(among: searchedTo...stop - 1, limit: Self.countMax)
      {
        largest.add(size: size, item)
      }
      searchedTo = stop
      if ContinuousClock.now >= deadline { break }
    }
    var answer: JSONObject = [
      "present": JSONValue(head.present), "first": JSONValue(first),
      "searchedTo": JSONValue(searchedTo), "end": JSONValue(end),
      "rows": .array(try rows(largest)),
    ]
    if searchedTo < end { answer["next"] = JSONValue(searchedTo) }
    return answer
  }

  private func rows(_ largest: Largest<ItemID>) throws -> [JSONValue] {
    let items = largest.elements.map(\.element)
    if items.isEmpty { return [] }
    let state = try past.state(at: head.present, head)
    let models = try list.models(of: items, at: head.present)
    return try zip(largest.elements, models).map { element, model in
      let tree = TreeID.item(element.element)
      var json: JSONObject = ["key": .string(tree.key), "bytes": JSONValue(element.size)]
      // Another writer may have removed it since.
      json["place"] = try state.place(of: tree)?.json
      json.set("model", model, .row)
      return .object(json)
    }
  }
}
