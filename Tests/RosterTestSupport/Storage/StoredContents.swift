package import RosterCore

/// Everything that a stored list holds at a revision: who is where, models and states.
package struct StoredContents: Hashable, Sendable {
  package struct Item: Hashable, Sendable {
    package var id: ItemID
    package var model: StoredValue?
    package var states: [ScopePath: StoredState] = [:]
  }

  package struct Section: Hashable, Sendable {
    package var id: SectionID
    package var model: StoredValue?
    package var header: [ScopePath: StoredState] = [:]
    package var footer: [ScopePath: StoredState] = [:]
    package var items: [Item]
  }

  package var revision: Revision
  package var sections: [Section]

  /// Reads a list as it was at the revision of a state.
  package init(_ state: ListState, in list: some ListStorage) throws {
    revision = state.revision
    let ids = state.sectionIDs
    let models = try list.models(of: ids, at: revision)
    let supplements = ids.flatMap {
      [SupplementID(.header, of: $0), SupplementID(.footer, of: $0)]
    }
    let supplementStates = try list.states(of: supplements, at: revision)
    sections = try ids.indices.map { index in
      let items = try state.itemIDs(inSection: index)
      let itemModels = try list.models(of: items, at: state.revision)
      let itemStates = try list.states(of: items, at: state.revision)
      return Section(
        id: ids[index], model: models[index], header: supplementStates[2 * index],
        footer: supplementStates[2 * index + 1],
        items: items.indices.map {
          Item(id: items[$0], model: itemModels[$0], states: itemStates[$0])
        })
    }
  }

  /// Reads a list as it is.
  package init(_ list: some ListStorage) throws { try self.init(list.load(), in: list) }

  /// What the model of a list says that storage must hold.
  package init(_ naive: NaiveList<String, String>, _ states: NaiveStates? = nil) {
    let revision = naive.revision
    self.revision = revision
    sections = naive.sections.map { section in
      Section(
        id: SectionID(rawValue: section.id), model: section.model.map { .text($0) } ?? .null,
        items: section.items.map {
          let id = ItemID(rawValue: $0.id)
          return Item(
            id: id, model: .text($0.model), states: states?.states(of: id, at: revision) ?? [:])
        })
    }
  }

  /// Reads a list as it was at each revision from one on.
  package static func all(
    in list: some ListStorage, from oldest: Revision
  ) throws -> [Revision: StoredContents] {
    var state = try list.load()
    var contents = [state.revision: try StoredContents(state, in: list)]
    for entry in try list.journal(after: oldest, limit: .max).reversed() {
      state = try state.reverting(entry.record)
      contents[state.revision] = try StoredContents(state, in: list)
    }
    return contents
  }

  /// Removes the models and states of some items and sections.
  package func without(_ items: Set<ItemID>, _ sections: Set<SectionID>) -> StoredContents {
    var rest = self
    for index in rest.sections.indices {
      let section = rest.sections[index]
      rest.sections[index] = Section(
        id: section.id,
        items: section.items.map { items.contains($0.id) ? Item(id: $0.id) : $0 })
      guard !sections.contains(section.id) else { continue }
      rest.sections[index].model = section.model
      rest.sections[index].header = section.header
      rest.sections[index].footer = section.footer
    }
    return rest
  }

  /// Whether an item or a section that is in both has another model or other states.
  package func hasOtherValues(than expected: StoredContents) -> Bool {
    var items: [ItemID: Item] = [:]
    for item in expected.sections.flatMap(\.items) { items[item.id] = item }
    let hasOtherItem = sections.flatMap(\.items).contains { item in
      items[item.id].map { $0 != item } ?? false
    }
    if hasOtherItem { return true }
    return sections.contains { section in
      expected.sections.contains {
        $0.id == section.id
          && ($0.model != section.model || $0.header != section.header
            || $0.footer != section.footer)
      }
    }
  }

  /// The first thing in which these contents are not as expected, `nil` if there is none.
  package func difference(from expected: StoredContents) -> String? {
    if self == expected { return nil }
    guard revision == expected.revision else {
      return "revision \(revision), not \(expected.revision)"
    }
    guard sections.map(\.id) == expected.sections.map(\.id) else {
      return "sections \(sections.map(\.id.rawValue)), not \(expected.sections.map(\.id.rawValue))"
    }
    for (section, wanted) in zip(sections, expected.sections) where section != wanted {
      let (ids, wantedIDs) = (section.items.map(\.id.rawValue), wanted.items.map(\.id.rawValue))
      guard ids == wantedIDs else { return "\(section.id) holds items \(ids), not \(wantedIDs)" }
      for (item, wanted) in zip(section.items, wanted.items) where item != wanted {
        return "\(item), not \(wanted)"
      }
      return "the model or a state of \(section.id) is \(section), not \(wanted)"
    }
    return "something else"
  }
}
