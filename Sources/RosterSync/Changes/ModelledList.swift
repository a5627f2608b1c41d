internal import RosterCore
internal import RosterEngine
internal import RosterJSON
internal import RosterLog

/// Reads the models and states of a snapshot by identity.
struct StoredModels: Sendable {
  /// Returns the models of those items that the snapshot has.
  var items: @Sendable ([ItemID]) throws -> [ItemID: JSONValue]
  var section: @Sendable (SectionID) throws -> JSONValue?
  /// Returns the states that synchronize, of those trees that the snapshot has.
  var states: @Sendable (Set<TreeID>) throws -> [TreeID: [ScopePath: JSONState]]
  /// The keys of the items; `nil` if the list has none.
  var keys: ChangedKeys<JSONValue>?
}

/// A key that two items would have after a change.
struct DuplicateModelKey: Error {
  let key: ModelKey

  /// What becomes of the change, as its author is told.
  var reason: String { "two items would have the key \(key)" }
}

/// A list that exists only in memory, as a stored one with changes on top: places of all items, and
/// the models and states that the changes brought.
struct ModelledList {
  private(set) var state: ListState
  private var items: [ItemID: JSONValue] = [:]
  private var sections: [SectionID: JSONValue?] = [:]
  private var states: [TreeID: ChangedStates] = [:]
  private var keys: ChangedKeys<JSONValue>?
  private let stored: StoredModels

  /// The states of a tree that changes brought.
  private struct ChangedStates {
    var states: [ScopePath: JSONState?] = [:]
    /// Whether a change inserted the tree, so that storage knows nothing of it.
    var isInserted = false
  }

  init(_ state: ListState, _ stored: StoredModels) {
    self.state = state
    self.stored = stored
    keys = stored.keys
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
  ///   - insertions: The identities of what it inserts, `nil` if all of it is new.
  ///   - next: The numbers of new identities, which no list that is compared with this one uses.
  ///   - touched: Receives what the changeset names.
  ///   - keepsKeys: Whether no two items may have one key afterwards.
  /// - Returns: The change. What it inserts has the identities that were given, but for items and
  ///   sections that are in the list already.
  /// - Throws: `ChangesetError` if the changeset does not fit; `DuplicateModelKey`; `StorageError`. The list is
  ///   then as it was.
  /// - Complexity: O(*k* log *n*) for *k* changes.
  @discardableResult
  mutating func apply(
    _ changeset: SyncChangeset, returning insertions: KnownInsertions? = nil,
    next: inout NextIdentifiers, touching touched: inout TouchedIdentities,
    keepingKeys keepsKeys: Bool = false
  ) throws -> ListChange {
    let proof = try changeset.outline.verified(against: state)
    let insertions = insertions ?? .new(in: changeset.outline)
    let returning = try insertions.identities(in: state, next: &next)
    let change = try state.applying(proof, returning: returning)
    if keepsKeys,
      let key = try keys?.duplicate(
        changeset.updatedModels, changeset.insertedModels, change.identities)
    {
      throw DuplicateModelKey(key: key)
    }
    try replay(change, of: changeset, touching: &touched)
    return change
  }

  /// Becomes the list after a change that another list has applied, which had the same items at the same places.
  ///
  /// - Parameter touched: Receives what the changeset names.
  mutating func replay(
    _ change: ListChange, of changeset: SyncChangeset, touching touched: inout TouchedIdentities
  ) throws {
    try keys?.append(changeset.updatedModels, changeset.insertedModels, change.identities)
    state = change.target
    let identities = change.identities
    for (id, model) in zip(identities.updatedItems, changeset.updatedModels) { items[id] = model }
    for (id, model) in zip(identities.insertedItems, changeset.insertedModels) {
      items[id] = model
      states[.item(id)] = ChangedStates(isInserted: true)
    }
    for (id, model) in zip(identities.updatedSections, changeset.updatedSectionModels) {
      sections[id] = .some(model)
    }
    for (id, model) in zip(identities.insertedSections, changeset.insertedSectionModels) {
      sections[id] = .some(model)
      for tree in id.trees { states[tree] = ChangedStates(isInserted: true) }
    }
    touched.formUnion(identities)
    for move in changeset.outline.movedSections {
      if let id = state.sectionID(at: move.target) { touched.sections.insert(id) }
    }
  }

  /// What leads from one list to another, and the identities of what it inserts.
  typealias Difference = (changeset: SyncChangeset, items: [ItemID], sections: [SectionID])

  /// Returns the changeset that leads to another list with the same identities, and the identities
  /// of what it inserts.
  ///
  /// - Parameters:
  ///   - touched: What may stand elsewhere.
  ///   - modelled: The items that may have another model. No other one is read, unless it is
  ///     inserted.
  ///   - moved: What others have moved: it is named as moved before what stands beside it.
  /// - Complexity: O(*k* log *n*) for *k* touched items.
  func changeset(
    to target: ModelledList, touching touched: TouchedIdentities, modelled: Set<ItemID>,
    moving moved: TouchedIdentities = TouchedIdentities()
  ) throws -> Difference {
    let difference = try state.difference(to: target.state, touching: touched, moving: moved)
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

  // MARK: States

  /// The trees whose states changes have brought.
  var statedTrees: Set<TreeID> { Set(states.lazy.filter { !$0.value.states.isEmpty }.map(\.key)) }

  /// The trees that changes have inserted, of which storage knows nothing or what they were before.
  var insertedTrees: Set<TreeID> { Set(states.lazy.filter(\.value.isInserted).map(\.key)) }

  /// Returns the states of trees of the list; those that no change brought are read at once.
  func states(of trees: Set<TreeID>) throws -> [TreeID: [ScopePath: JSONState]] {
    let read = trees.filter { states[$0]?.isInserted != true }
    var result = read.isEmpty ? [:] : try stored.states(read)
    for tree in trees {
      guard let changed = states[tree]?.states, !changed.isEmpty else { continue }
      for (scope, state) in changed { result[tree, default: [:]][scope] = state }
    }
    return result
  }

  func state(of scope: ScopePath, of tree: TreeID) throws -> JSONState? {
    if let changed = states[tree] {
      if let state = changed.states[scope] { return state }
      if changed.isInserted { return nil }
    }
    return try stored.states([tree])[tree]?[scope]
  }

  /// The state of a scope of what stands at a place of the list.
  ///
  /// - Throws: `malformed` if there is no such place.
  func state(at place: TreePlace, of scope: ScopePath) throws -> JSONState? {
    try state(of: scope, of: state.statedTree(at: place))
  }

  /// Sets states by their places in the list.
  ///
  /// - Throws: `malformed` if there is no such place.
  mutating func set(_ logged: [LoggedState]) throws {
    for state in logged {
      states[try self.state.statedTree(at: state.place), default: ChangedStates()].states
        .updateValue(state.state, forKey: state.scope)
    }
  }

  /// Sets the states of the whole list: other ones are removed.
  ///
  /// - Complexity: O(*n*), and one row for each state.
  mutating func setAll(_ logged: [LoggedState]) throws {
    try set(allStates().map { LoggedState($0.place, scope: $0.scope, nil) })
    try set(logged)
  }

  /// The states of all items, headers and footers, ascending by place.
  ///
  /// - Complexity: O(*n*), and one row for each state.
  func allStates() throws -> [LoggedState] {
    var places: [TreeID: TreePlace] = [:]
    for (section, id) in state.sectionIDs.enumerated() {
      for (item, id) in try state.itemIDs(inSection: section).enumerated() {
        places[.item(id)] = .item(ItemPath(section: section, item: item))
      }
      for kind in SupplementKind.allCases {
        places[.supplement(SupplementID(kind, of: id))] = .supplement(kind, ofSection: section)
      }
    }
    return try states(of: Set(places.keys)).flatMap { tree, states in
      states.compactMap { scope, state in
        places[tree].map { LoggedState($0, scope: scope, state) }
      }
    }.ascending()
  }

  /// Returns the states that another list has and this one has not, by their places there. States of
  /// what this list does not have are all among them.
  ///
  /// - Parameter trees: What may have other states, besides what is inserted.
  /// - Complexity: O(*k* log *n*) for *k* trees, and one row for each of their states.
  func states(
    to target: ModelledList, of trees: Set<TreeID>, inserting items: [ItemID],
    _ sections: [SectionID]
  ) throws -> [LoggedState] {
    let inserted = Set(items.map(TreeID.item)).union(sections.flatMap(\.trees))
    let places = try trees.union(inserted).reduce(into: [TreeID: TreePlace]()) { places, tree in
      places[tree] = try target.state.place(of: tree)
    }
    if places.isEmpty { return [] }
    let present = Set(places.keys)
    let targetStates = try target.states(of: present)
    let sourceStates = try states(of: present.subtracting(inserted))
    var difference: [LoggedState] = []
    for (tree, place) in places {
      let (before, after) = (sourceStates[tree] ?? [:], targetStates[tree] ?? [:])
      for scope in Set(before.keys).union(after.keys) where before[scope] != after[scope] {
        difference.append(LoggedState(place, scope: scope, after[scope]))
      }
    }
    return difference.ascending()
  }

  /// The items that another list does not have, in order, with their models.
  ///
  /// - Complexity: O(*n*), and one row for each of them.
  func items(missingIn other: ListState) throws -> [(id: ItemID, model: JSONValue)] {
    let missing = try state.sectionIDs.indices.flatMap { section in
      try state.itemIDs(inSection: section).filter { try !other.contains($0) }
    }
    let models = try models(of: Set(missing))
    return missing.map { ($0, models[$0] ?? .null) }
  }

  /// The models of all items, section by section.
  func contents() throws -> [WholePage.Section] {
    try state.sectionIDs.enumerated().map { index, id in
      let items = try state.itemIDs(inSection: index).map { try model(of: $0) ?? .null }
      return WholePage.Section(model: try model(of: id), items: items)
    }
  }
}
