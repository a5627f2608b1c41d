import RosterCore
import RosterEngine
import RosterListSupport

/// Which sections and items a list has, their models, and in which sections the items stand. The order is only read, and
/// not compared.
struct NaiveContents: Equatable {
  struct Item: Equatable {
    var section: Int
    var model: String
  }

  /// Where an item stands: its section, and the item before it.
  fileprivate struct Place: Equatable {
    var section: Int
    var before: Int?
  }

  /// What a change did, by the identities of sections and items: what they were before and after it, `nil`
  /// if they were not there.
  struct Effect {
    fileprivate var sections: [Int: (from: String?, to: String?)] = [:]
    fileprivate var items: [Int: (from: Item?, to: Item?)] = [:]
    /// The moved items, also those that were moved in their section.
    fileprivate(set) var moved: Set<Int>
    /// Where these stand after the change.
    fileprivate var places: [Int: Place] = [:]
    /// The items that others have moved since.
    var movedByOthers: Set<Int> = []

    /// - Parameter moved: The items that the change has moved.
    init(from source: NaiveContents, to target: NaiveContents, moved: Set<Int>) {
      self.moved = moved
      for id in Set(source.sections.keys).union(target.sections.keys)
      where source.sections[id] != target.sections[id] {
        sections[id] = (source.sections[id], target.sections[id])
      }
      for id in Set(source.items.keys).union(target.items.keys)
      where source.items[id] != target.items[id] || moved.contains(id) {
        items[id] = (source.items[id], target.items[id])
      }
      notePlaces(in: target)
    }

    /// Notes where the moved items stand in the list after the change.
    mutating func notePlaces(in contents: NaiveContents) {
      places = contents.places.filter { moved.contains($0.key) }
    }

    var isEmpty: Bool { sections.isEmpty && items.isEmpty }
  }

  private var sections: [Int: String] = [:]
  private var items: [Int: Item] = [:]
  /// Where the items stand, as the list says; nothing changes it.
  private var places: [Int: Place] = [:]

  init() {}

  static func == (one: NaiveContents, other: NaiveContents) -> Bool {
    one.sections == other.sections && one.items == other.items
  }

  init(_ snapshot: TextList.Snapshot) throws {
    let models = try snapshot.sectionModels()
    for (index, section) in snapshot.state.sectionIDs.enumerated() {
      sections[section.rawValue] = models[index] ?? ""
      var before: Int?
      for (id, model) in zip(try snapshot.itemIDs[index], try snapshot.models(inSection: index)) {
        items[id] = Item(section: section.rawValue, model: model)
        places[id] = Place(section: section.rawValue, before: before)
        before = id
      }
    }
  }

  /// Takes back what a change did, and leaves what others did since.
  ///
  /// - Returns: What taking it back does, without the places of what it moves.
  mutating func takeBack(_ effect: Effect) -> Effect {
    let before = self
    for (id, section) in effect.sections where sections[id] == section.to && section.from != nil {
      sections[id] = section.from
    }
    var moved = Set<Int>()
    for (id, item) in effect.items {
      guard let from = item.from else {
        items[id] = nil
        continue
      }
      let hasSection = sections[from.section] != nil
      guard let to = item.to else {
        if items[id] == nil, hasSection { items[id] = from }
        continue
      }
      guard let now = items[id] else { continue }
      if now.model == to.model { items[id]?.model = from.model }
      let isMovedByOthers = effect.movedByOthers.contains(id) && places[id] != effect.places[id]
      if effect.moved.contains(id), hasSection, !isMovedByOthers {
        items[id]?.section = from.section
        moved.insert(id)
      }
    }
    for (id, section) in effect.sections where section.from == nil {
      if !items.values.contains(where: { $0.section == id }) { sections[id] = nil }
    }
    return Effect(from: before, to: self, moved: moved)
  }
}
