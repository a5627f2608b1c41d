package import RosterCore

/// What CHANGESETS.md says, in the plainest words: a list as an array of arrays, every changeset
/// applied by filling the target slot by slot.
///
/// It shares no algorithm with the library, costs O(*n*) a changeset, and gives identities by the
/// documented rule, so that a list state can be held against it.
package struct NaiveList<Model: Sendable, SectionModel: Sendable>: Sendable {
  package struct Item: Sendable {
    package var id: Int
    package var model: Model
  }

  package struct Section: Sendable {
    package var id: Int
    package var model: SectionModel?
    package var items: [Item]
  }

  package private(set) var sections: [Section] = []
  package private(set) var revision = 0
  private var nextItem = 1
  private var nextSection = 1

  /// Makes the empty list.
  package init() {}

  package var rows: ListRows<Model, SectionModel> {
    ListRows(sections.map { .init(model: $0.model, items: $0.items.map { $0.model }) })
  }

  package var counts: [Int] { sections.map { $0.items.count } }
  package var sectionIDs: [Int] { sections.map { $0.id } }
  package var itemIDs: [[Int]] { sections.map { $0.items.map { $0.id } } }

  /// The list after a changeset.
  ///
  /// - Throws: The first offence.
  package func applying(
    _ changeset: Changeset<Model, SectionModel>
  ) throws(ChangesetError) -> NaiveList {
    if let offence = firstOffence(in: changeset.outline, counts: counts) { throw offence }
    var target = self
    target.revision += 1
    target.fillSections(from: updated(by: changeset), changeset)
    return target
  }

  /// The list at the next revision, with the contents of an earlier one: what has come since is
  /// taken back, and numbers that were given since are not given again.
  package func returned(to former: NaiveList) -> NaiveList {
    var target = self
    target.revision += 1
    target.sections = former.sections
    return target
  }

  /// The list at the next revision, with the contents of a snapshot that names nothing twice.
  ///
  /// The first that a key names in this list keeps its identity; a section without a model is the
  /// one of the same number among those without.
  package func becoming<Key: Hashable>(
    _ rows: ListRows<Model, SectionModel>, itemKey: (Model) -> Key,
    sectionKey: (SectionModel) -> Key
  ) -> NaiveList {
    var target = self
    target.revision += 1
    var items: [Key: Int] = [:]
    var named: [Key: Int] = [:]
    for section in sections {
      if let model = section.model, named[sectionKey(model)] == nil {
        named[sectionKey(model)] = section.id
      }
      for item in section.items where items[itemKey(item.model)] == nil {
        items[itemKey(item.model)] = item.id
      }
    }
    var unnamed = sections.filter { $0.model == nil }.map { $0.id }[...]
    target.sections = rows.sections.map { row in
      let known = row.model.map { named[sectionKey($0)] } ?? unnamed.popFirst()
      return Section(id: target.sectionID(known), model: row.model, items: [])
    }
    for (index, row) in rows.sections.enumerated() {
      target.sections[index].items = row.items.map {
        Item(id: target.itemID(items[itemKey($0)]), model: $0)
      }
    }
    return target
  }

  private mutating func sectionID(_ known: Int?) -> Int {
    if let known { return known }
    defer { nextSection += 1 }
    return nextSection
  }

  private mutating func itemID(_ known: Int?) -> Int {
    if let known { return known }
    defer { nextItem += 1 }
    return nextItem
  }

  /// What an outline takes from this list, as undoing needs it.
  package func replacedModels(
    by outline: ChangesetOutline
  ) -> ReplacedModels<Model, SectionModel> {
    var replaced = ReplacedModels<Model, SectionModel>()
    for section in outline.updatedSections + outline.removedSections {
      replaced.sections[section] = .some(sections[section].model)
    }
    for path in outline.updatedItems + outline.removedItems {
      replaced.items[path] = sections[path.section].items[path.item].model
    }
    let moved = Set(outline.movedItems.map { $0.source })
    for section in outline.removedSections {
      for (item, row) in sections[section].items.enumerated() {
        let path = ItemPath(section: section, item: item)
        if !moved.contains(path) { replaced.items[path] = row.model }
      }
    }
    return replaced
  }

  /// The source with its new models in place, before anything goes anywhere.
  private func updated(by changeset: Changeset<Model, SectionModel>) -> [Section] {
    var source = sections
    for (path, model) in changeset.updatedItems {
      source[path.section].items[path.item].model = model
    }
    for (index, model) in changeset.updatedSections { source[index].model = model }
    return source
  }

  private mutating func fillSections(
    from source: [Section], _ changeset: Changeset<Model, SectionModel>
  ) {
    let outline = changeset.outline
    let arrivals = itemArrivals(from: source, changeset)
    let leaving = Set(outline.removedItems + outline.movedItems.map { $0.source })
    var gone = Set(outline.removedSections)
    var slots: [Int: Section] = [:]
    for (slot, model) in changeset.insertedSections {
      slots[slot] = Section(id: nextSection, model: model, items: [])
      nextSection += 1
    }
    func survivors(_ index: Int) -> Section {
      var section = source[index]
      section.items = section.items.indices
        .filter { !leaving.contains(ItemPath(section: index, item: $0)) }
        .map { section.items[$0] }
      return section
    }
    for move in outline.movedSections {
      slots[move.target] = survivors(move.source)
      gone.insert(move.source)
    }
    let staying = source.indices.filter { !gone.contains($0) }.map(survivors)
    sections = Self.filled(slots, staying)
    for index in sections.indices {
      sections[index].items = Self.filled(arrivals[index] ?? [:], sections[index].items)
    }
  }

  /// What comes to stand at target paths; new items are numbered by ascending target path.
  private mutating func itemArrivals(
    from source: [Section], _ changeset: Changeset<Model, SectionModel>
  ) -> [Int: [Int: Item]] {
    var arrivals: [Int: [Int: Item]] = [:]
    for (path, model) in changeset.insertedItems {
      arrivals[path.section, default: [:]][path.item] = Item(id: nextItem, model: model)
      nextItem += 1
    }
    for move in changeset.movedItems {
      arrivals[move.target.section, default: [:]][move.target.item] =
        source[move.source.section].items[move.source.item]
    }
    return arrivals
  }

  /// Slots that are taken, and the others filled with the survivors in their order.
  private static func filled<Element>(
    _ slots: [Int: Element], _ survivors: [Element]
  ) -> [Element] {
    var rest = survivors[...]
    return (0..<slots.count + survivors.count).compactMap { slots[$0] ?? rest.popFirst() }
  }
}
