import RosterCore
import RosterJSON
import RosterPages
import RosterRows

/// A part of a list at a revision, row by row, with what the revision changed in it.
struct ListPart {
  private static let rowCountMax = 500
  private static let removedCountMax = 50
  /// The maximum number of changes of a revision whose rows are marked.
  private static let markedCountMax = 100_000

  private let list: any InspectableStorage
  private let head: JournalHead
  private let past: PastLists

  init(_ list: any InspectableStorage, _ head: JournalHead, _ past: PastLists) {
    self.list = list
    self.head = head
    self.past = past
  }

  /// Answers `list?at=R&first=slot&count=n`; with `key=i12` or `touched=1` instead of `first`, the rows
  /// around that one, or around the first one that the revision touched.
  func answer(_ parameters: [String: String]) throws -> JSONObject {
    let query = try InspectorQuery(
      parameters, allowing: ["at", "first", "count", "key", "touched"])
    let revision = try query.revision("at") ?? head.present
    let count = try query.number("count", in: 0...Self.rowCountMax) ?? 100
    let state = try past.state(at: revision, head)
    var first = try query.number("first", in: 0...revisionMax) ?? 0
    var answer: JSONObject = [
      "revision": JSONValue(revision), "sections": JSONValue(state.sectionCount),
      "items": JSONValue(state.itemCount), "slots": JSONValue(state.slotCount),
      "present": JSONValue(head.present), "oldest": JSONValue(head.oldest),
    ]
    let changes = try ChangesOfRevision(
      list, revision, countMax: Self.markedCountMax, oldest: head.oldest)
    // If what is looked for is not in the list, the rows are those at `first`.
    var slot: Int?
    if query.has("key") {
      slot = try state.place(of: query.key()).flatMap(state.slot(of:))
    } else if try query.number("touched", in: 0...1) == 1 {
      slot = try changes.firstSlot(in: state)
    }
    answer["slot"] = slot.map(JSONValue.init(_:))
    if let slot { first = max(0, min(slot - count / 4, state.slotCount - count)) }
    let slots = first..<min(first + count, max(first, state.slotCount))
    answer["first"] = JSONValue(first)
    answer["rows"] = .array(try rows(slots, of: state, changes))
    answer["removedCount"] = JSONValue(changes.removed.count)
    answer["removed"] = .array(try removed(changes, before: revision))
    if changes.isTooLarge { answer["unmarked"] = true }
    return answer
  }

  private func rows(
    _ slots: Range<Int>, of state: ListState, _ changes: ChangesOfRevision
  ) throws -> [JSONValue] {
    let placed = try state.rows(inSlots: slots)
    // Header and footer are made of the model of the section, which is shown once.
    let trees = placed.map(\.tree).filter { $0.supplement?.kind != .footer }
    let models = try list.models(of: trees, at: state.revision)
    return zip(slots, placed).map { slot, row in
      let (place, tree) = (row.place, row.tree)
      var object: JSONObject = [
        "slot": JSONValue(slot), "key": .string(tree.key),
        "section": JSONValue(place.section),
      ]
      switch tree {
      case .item:
        object["kind"] = "item"
        object["item"] = place.path.map { JSONValue($0.item) }
        object.set("model", models[tree], .row)
      case .supplement(let supplement):
        object["kind"] = .string("\(supplement.kind)")
        if supplement.kind == .header { object.set("model", models[tree], .row) }
      }
      object["change"] = changes.kind(of: tree).map(JSONValue.string)
      if changes.states.contains(tree) { object["states"] = true }
      return .object(object)
    }
  }

  /// The rows that the revision removed, as they were before.
  private func removed(_ changes: ChangesOfRevision, before revision: Revision) throws
    -> [JSONValue]
  {
    let shown = Array(changes.removed.prefix(Self.removedCountMax))
    if shown.isEmpty { return [] }
    let models = try list.models(of: shown.map(\.id), at: revision - 1)
    return zip(shown, models).map { item, model in
      var object: JSONObject = [
        "key": .string(TreeID.item(item.id).key), "path": item.sourcePath.json,
      ]
      object.set("model", model, .row)
      return .object(object)
    }
  }
}

/// What a revision did to which rows.
private struct ChangesOfRevision {
  private var items: [ItemID: String] = [:]
  private var sections: [SectionID: String] = [:]
  private(set) var states: Set<TreeID> = []
  private(set) var removed: [ChangeIdentities.RemovedItem] = []
  /// Whether there are too many changes to look at each.
  private(set) var isTooLarge = false

  init(
    _ list: any InspectableStorage, _ revision: Revision, countMax: Int, oldest: Revision
  ) throws {
    guard revision > oldest,
      let (row, entry, _) = try list.journalRow(
        revision, changeCountMax: countMax, checksDigest: false)
    else { return }
    guard let entry else {
      isTooLarge = row.counts != nil
      return
    }
    let identities = entry.record.identities
    // What is moved and updated is called updated: the place is seen anyway.
    for item in identities.movedItems { items[item] = "moved" }
    for item in identities.updatedItems { items[item] = "updated" }
    for item in identities.insertedItems { items[item] = "inserted" }
    for section in identities.updatedSections { sections[section] = "updated" }
    for section in identities.insertedSections { sections[section] = "inserted" }
    states = Set(entry.states.lazy.map(\.tree))
    removed = identities.removedItems
  }

  /// The number of rows whose places are compared to find the first one.
  private static let comparedCountMax = 1_000

  /// Returns the slot of the first row that was touched, or before which one was removed; `nil` if
  /// there is none.
  func firstSlot(in state: ListState) throws -> Int? {
    let trees =
      items.keys.prefix(Self.comparedCountMax).map(TreeID.item)
      + sections.keys.prefix(Self.comparedCountMax).map {
        .supplement(SupplementID(.header, of: $0))
      }
      + states.prefix(Self.comparedCountMax)
    var first = try trees.compactMap { try state.place(of: $0) }.min()
    if first == nil, let path = removed.first?.sourcePath, state.sectionCount > 0 {
      // Nothing was moved or inserted, so what was in front of it is still there.
      let section = min(path.section, state.sectionCount - 1)
      let count = state.itemCount(inSection: section)
      first =
        count == 0
        ? .supplement(.header, ofSection: section)
        : .item(ItemPath(section: section, item: min(path.item, count - 1)))
    }
    return first.flatMap(state.slot(of:))
  }

  func kind(of tree: TreeID) -> String? {
    switch tree {
    case .item(let item): items[item]
    case .supplement(let supplement): sections[supplement.section]
    }
  }
}
