internal import RosterCore
internal import RosterJSON

/// Reads the models of a snapshot by identity.
struct StoredModels: Sendable {
  /// Returns the models of those items that the snapshot has.
  var items: @Sendable ([ItemID]) throws -> [ItemID: JSONValue]
  var section: @Sendable (SectionID) throws -> JSONValue?
}

/// A list that exists only in memory, as a stored one with changes on top: places of all items, and
/// the models that the changes brought.
struct ModelledList {
  private(set) var state: ListState
  private var items: [ItemID: JSONValue] = [:]
  private var sections: [SectionID: JSONValue?] = [:]
  private let stored: StoredModels

  init(_ state: ListState, _ stored: StoredModels) {
    self.state = state
    self.stored = stored
  }

  func model(of item: ItemID) throws -> JSONValue? {
    if let model = items[item] { return model }
    return try stored.items([item])[item]
  }

  /// Returns the models of items; those that no change brought are read at once.
  private func models(of items: Set<ItemID>) throws -> [ItemID: JSONValue] {
    var models: [ItemID: JSONValue] = [:]
    models.reserveCapacity(items.count)
    var unknown: [ItemID] = []
    for item in items {
      if let model = self.items[item] { models[item] = model } else { unknown.append(item) }
    }
    for (item, model) in try stored.items(unknown) { models[item] = model }
    return models
  }

  /// The items whose models changes have brought.
  var modelledItems: Set<ItemID> { Set(items.keys) }

  func model(of section: SectionID) throws -> JSONValue? {
    if let model = sections[section] { return model }
    return try stored.section(section)
  }

  /// Applies a changeset.
  ///
  /// - Parameters:
  ///   - items: The identities of the inserted items, `nil` for new ones.
  ///   - sections: The identities of the inserted sections, `nil` for new ones.
  ///   - next: The numbers of new identities, which no list that is compared with this one uses.
  ///   - touched: Receives what the changeset names.
  /// - Returns: The identities of what it inserts: those that were given, but for items and sections
  ///   that are in the list already.
  /// - Throws: `ChangesetError` if the changeset does not fit; `StorageError`.
  /// - Complexity: O(*k* log *n*) for *k* changes.
  @discardableResult
  mutating func apply(
    _ changeset: SyncChangeset, items: [ItemID?]? = nil, sections: [SectionID?]? = nil,
    next: inout NextIdentifiers, touching touched: inout TouchedIdentities
  ) throws -> ListState.ReturningIdentities {
    let proof = try changeset.outline.verified(against: state)
    var returning = ListState.ReturningIdentities(items: [], sections: [])
    var known = Set<ItemID>()
    for index in changeset.outline.insertedItems.indices {
      if let id = items?[index], known.insert(id).inserted, try !state.contains(id) {
        returning.items.append(id)
      } else {
        returning.items.append(ItemID(rawValue: next.item))
        next.item += 1
      }
    }
    var knownSections = Set<SectionID>()
    for index in changeset.outline.insertedSections.indices {
      if let id = sections?[index], knownSections.insert(id).inserted, state.index(of: id) == nil {
        returning.sections.append(id)
      } else {
        returning.sections.append(SectionID(rawValue: next.section))
        next.section += 1
      }
    }
    let change = try state.applying(proof, returning: returning)
    state = change.target
    note(change.identities, of: changeset, &touched)
    return returning
  }

  private mutating func note(
    _ identities: ChangeIdentities, of changeset: SyncChangeset, _ touched: inout TouchedIdentities
  ) {
    for (id, model) in zip(identities.updatedItems, changeset.updatedModels) { items[id] = model }
    for (id, model) in zip(identities.insertedItems, changeset.insertedModels) { items[id] = model }
    for (id, model) in zip(identities.updatedSections, changeset.updatedSectionModels) {
      sections[id] = .some(model)
    }
    for (id, model) in zip(identities.insertedSections, changeset.insertedSectionModels) {
      sections[id] = .some(model)
    }
    touched.items.formUnion(identities.updatedItems)
    touched.items.formUnion(identities.insertedItems)
    touched.items.formUnion(identities.movedItems)
    touched.items.formUnion(identities.removedItems.lazy.map(\.id))
    touched.sections.formUnion(identities.updatedSections)
    touched.sections.formUnion(identities.insertedSections)
    touched.sections.formUnion(identities.removedSections)
    for move in changeset.outline.movedSections {
      if let id = state.sectionID(at: move.target) { touched.sections.insert(id) }
    }
  }

  /// Returns the changeset that leads to another list with the same identities, and the identities
  /// of what it inserts.
  ///
  /// - Parameters:
  ///   - touched: What may stand elsewhere.
  ///   - modelled: The items that may have another model. No other one is read, unless it is
  ///     inserted.
  /// - Complexity: O(*k* log *n*) for *k* touched items.
  func changeset(
    to target: ModelledList, touching touched: TouchedIdentities, modelled: Set<ItemID>
  ) throws -> (changeset: SyncChangeset, items: [ItemID], sections: [SectionID]) {
    let difference = try state.difference(to: target.state, touching: touched)
    var builder = SyncChangeset.Builder()
    for path in difference.items.removed { builder.removeItem(at: path) }
    for move in difference.items.moved { builder.moveItem(from: move.source, to: move.target) }
    let inserted = try difference.items.inserted.sorted().compactMap { path in
      try target.state.itemID(at: path).map { (path: path, id: $0) }
    }
    let sourceModels = try models(of: modelled)
    let targetModels = try target.models(of: modelled.union(inserted.lazy.map(\.id)))
    for (path, id) in inserted { builder.insertItem(targetModels[id] ?? .null, at: path) }
    for section in difference.sections.removed { builder.removeSection(at: section) }
    for move in difference.sections.moved {
      builder.moveSection(from: move.source, to: move.target)
    }
    var newSections: [SectionID] = []
    for section in difference.sections.inserted.sorted() {
      guard let id = target.state.sectionID(at: section) else { continue }
      builder.insertSection(at: section, try target.model(of: id))
      newSections.append(id)
    }
    for item in modelled {
      guard let model = targetModels[item], model != sourceModels[item],
        let path = try state.path(of: item), try target.state.contains(item)
      else { continue }
      builder.updateItem(at: path, model)
    }
    for section in touched.sections {
      guard let index = state.index(of: section), target.state.index(of: section) != nil
      else { continue }
      let model = try target.model(of: section)
      if try model != self.model(of: section) { builder.updateSection(at: index, model) }
    }
    return (SyncChangeset { $0 = builder }, inserted.map(\.id), newSections)
  }

  /// The models of all items, section by section.
  func contents() throws -> [(id: SectionID, model: JSONValue?, items: [JSONValue])] {
    try state.sectionIDs.enumerated().map { index, id in
      let items = try state.itemIDs(inSection: index).map { try model(of: $0) ?? .null }
      return (id, try model(of: id), items)
    }
  }
}
