internal import RosterCore

/// Takes back revisions, one on top of the other, with their former models and states.
struct Restoration<Model: Sendable, SectionModel: Sendable> {
  /// The change that takes a revision back.
  struct Restored {
    var applied: ListChange
    var changeset: Changeset<Model, SectionModel>
    var models: EncodedModels
    var states: [StateAssignment]
    /// The group of the revision that is taken back.
    var group: String?
  }

  private let scope: UndoScope
  private let isBehind: Bool
  private let models: ModelReader<Model, SectionModel>
  /// The last committed list.
  private let source: ListState
  /// The list after everything taken back so far.
  private var state: ListState
  /// The states restored so far.
  private var restored: [StateAddress: StoredState?] = [:]
  /// The models restored so far.
  private var restoredItems: [ItemID: StoredValue] = [:]
  private var restoredSections: [SectionID: StoredValue] = [:]

  /// - Parameters:
  ///   - scope: The scope of the revisions. Others are those who made the revisions that are not of it.
  ///   - isBehind: Whether later changes of the scope stay as well.
  ///   - source: The last committed list.
  init(
    in scope: UndoScope, isBehind: Bool, _ models: ModelReader<Model, SectionModel>,
    on source: ListState
  ) {
    self.scope = scope
    self.isBehind = isBehind
    self.models = models
    self.source = source
    state = source
  }

  /// Returns the change that takes the revision of an entry back.
  ///
  /// What was removed comes back with its identity, unless others have kept it, so that it is in the
  /// list already. The outline is the inverse of the revision's record, rebased on what others did
  /// since; models and states are those of the revision before it. What others did stays: a model or
  /// state that they have written since is left as it is, an item or section that they have moved since
  /// stands where they have put it, and a section of the revision with items of theirs is not removed. An item whose former
  /// key another one has by now keeps its model, or stays away.
  mutating func takingBack(_ entry: JournalEntry) throws(DataSourceError) -> Restored {
    let revision = entry.revision
    do throws(StorageError) {
      let inverse = entry.record.inverse
      let applied =
        if let (target, moved) = try changesOfOthers(since: revision) {
          try replaying(
            withoutOverwriting(inverse, since: revision), to: revision - 1, from: target, moved)
        } else {
          try state.replaying(inverse)
        }
      let (stored, changeset) = try models.restored(applied.record, at: revision - 1)
      note(stored, of: applied.identities)
      let states = try states(of: entry, applied)
      state = applied.target
      return Restored(
        applied: applied, changeset: changeset, models: stored, states: states,
        group: entry.annotation.group)
    } catch {
      throw .storage(error)
    }
  }

  /// - Parameters:
  ///   - revision: The revision whose models come back.
  ///   - target: The list that the inverse was made for.
  ///   - moved: What others have moved since.
  private func replaying(
    _ inverse: ChangeRecord, to revision: Revision, from target: ListState,
    _ moved: TouchedIdentities
  ) throws(StorageError) -> ListChange {
    let left = try models.keys.itemsWithTakenKeys(among: inverse.identities, in: state) {
      (items) throws(StorageError) in
      try keys(of: items, at: revision)
    }
    return try state.replaying(
      inverse.withoutUpdates(of: left, []), madeFor: target, leaving: moved, without: left)
  }

  /// Returns the keys that items had at a revision; `nil` for one that is from before the list had keys, and whose model
  /// does not tell.
  private func keys(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [ModelKey?] {
    var keys = try models.keys.storedKeys(of: items, at: revision)
    guard models.keys.isKnown else { return keys }
    for (index, item) in items.enumerated() where keys[index] == nil {
      guard let value = try models.storage.models(of: [item], at: revision).first ?? nil
      else { continue }
      keys[index] = models.keys.knownKey(of: try models.decode(value, of: item))
    }
    return keys
  }

  /// Returns the list right after a revision, and what others have moved since; `nil` if others have not changed
  /// the list since. Without their changes the inverse of the revision fits as it is.
  private func changesOfOthers(
    since revision: Revision
  ) throws(StorageError) -> (target: ListState, moved: TouchedIdentities)? {
    guard source.revision > revision else { return nil }
    let entries = try models.storage.journal(
      after: revision, limit: source.revision - revision)
    guard entries.contains(where: isOfOthers) else { return nil }
    var target = source
    var moved = TouchedIdentities()
    for entry in entries.reversed() {
      target = try target.reverting(entry.record)
      if isOfOthers(entry) { moved.formUnion(movesOf: entry.record, appliedTo: target) }
    }
    return (target, try state.displaced(among: moved, since: target))
  }

  private func isOfOthers(_ entry: JournalEntry) -> Bool {
    (isBehind || entry.annotation.undo != scope) && entry.record.outline != ChangesetOutline()
  }

  // MARK: Models

  /// Returns an inverse without the models that others have written since the revision.
  private func withoutOverwriting(
    _ inverse: ChangeRecord, since revision: Revision
  ) throws(StorageError) -> ChangeRecord {
    let items = inverse.identities.updatedItems
    let sections = inverse.identities.updatedSections
    return inverse.withoutUpdates(
      of: items.isEmpty
        ? []
        : written(
          items, restoredItems, after: try models.storage.models(of: items, at: revision),
          now: try models.storage.models(of: items, at: source.revision)),
      sections.isEmpty
        ? []
        : written(
          sections, restoredSections,
          after: try models.storage.models(of: sections, at: revision),
          now: try models.storage.models(of: sections, at: source.revision)))
  }

  /// Returns what has another model than right after a revision.
  private func written<ID: Hashable>(
    _ ids: [ID], _ restored: [ID: StoredValue], after: [StoredValue?], now: [StoredValue?]
  ) -> Set<ID> {
    Set(
      ids.indices.filter { (restored[ids[$0]] ?? now[$0]) != after[$0] }.map { ids[$0] })
  }

  private mutating func note(_ models: EncodedModels, of identities: ChangeIdentities) {
    let items = zip(
      identities.updatedItems + identities.insertedItems,
      models.updatedItems + models.insertedItems)
    for (item, model) in items { restoredItems[item] = model }
    let sections = zip(
      identities.updatedSections + identities.insertedSections,
      models.updatedSections + models.insertedSections)
    for (section, model) in sections { restoredSections[section] = model }
  }

  // MARK: States

  /// Returns the states to restore: all states of items and sections that come back. Of others,
  /// those that the revision wrote and that have not changed since, but for a section that came with the
  /// revision and stays.
  private mutating func states(
    of entry: JournalEntry, _ applied: ListChange
  ) throws(StorageError) -> [StateAssignment] {
    var changes: [StateChange] = []
    let returning =
      applied.identities.insertedItems.map(TreeID.item)
      + applied.identities.insertedSections.flatMap(\.trees)
    let before = try models.statesByTree(of: returning, at: entry.revision - 1)
    for tree in returning {
      let states = before[tree] ?? [:]
      for (scope, state) in states.sorted(by: { $0.key.description < $1.key.description }) {
        changes.append(StateChange(StateAddress(tree: tree, scope: scope), state))
      }
    }
    let arrived = entry.record.identities.insertedSections.flatMap(\.trees)
    let settled = Set(applied.identities.removedTrees).union(returning).union(arrived)
    let written = entry.states.filter { !settled.contains($0.tree) }
    if !written.isEmpty { changes += try unchanged(written, since: entry.revision) }
    for change in changes { restored[change.address] = change.state }
    return changes.map {
      StateAssignment(
        tree: TreeReference($0.address.tree), scope: $0.address.scope, state: $0.state)
    }
  }

  private func unchanged(
    _ addresses: [StateAddress], since revision: Revision
  ) throws(StorageError) -> [StateChange] {
    let trees = Set(addresses.lazy.map(\.tree))
    let before = try models.statesByTree(of: trees, at: revision - 1)
    let after = try models.statesByTree(of: trees, at: revision)
    let now = try models.statesByTree(of: trees, at: source.revision)
    var changes: [StateChange] = []
    for address in addresses {
      let (tree, scope) = (address.tree, address.scope)
      let current = restored[address] ?? now[tree]?[scope]
      guard current == after[tree]?[scope], try state.place(of: tree) != nil else { continue }
      changes.append(StateChange(address, before[tree]?[scope]))
    }
    return changes
  }
}

extension ModelReader {
  /// Returns the models that a record restores, as they were at a revision: the stored values, so
  /// that they come back byte for byte, and the decoded models.
  func restored(
    _ record: ChangeRecord, at revision: Revision
  ) throws(StorageError) -> (stored: EncodedModels, changeset: Changeset<Model, SectionModel>) {
    let identities = record.identities
    let stored = EncodedModels(
      updatedItems: try stored(identities.updatedItems, at: revision),
      insertedItems: try stored(identities.insertedItems, at: revision),
      updatedSections: try stored(identities.updatedSections, at: revision),
      insertedSections: try stored(identities.insertedSections, at: revision),
      itemKeys: try keys.storedKeys(of: identities, at: revision))
    let changeset = Changeset<Model, SectionModel>(
      validating: record.outline,
      updatedModels: try decoded(stored.updatedItems, identities.updatedItems),
      insertedModels: try decoded(stored.insertedItems, identities.insertedItems),
      updatedSectionModels: try decoded(stored.updatedSections, identities.updatedSections),
      insertedSectionModels: try decoded(stored.insertedSections, identities.insertedSections))
    guard let changeset else {
      throw StorageError(.corrupt, "the journal of revision \(revision + 1) contradicts itself")
    }
    return (stored, changeset)
  }

  private func stored(
    _ items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [StoredValue] {
    try present(items, items.isEmpty ? [] : storage.models(of: items, at: revision), revision)
  }

  private func stored(
    _ sections: [SectionID], at revision: Revision
  ) throws(StorageError) -> [StoredValue] {
    try present(
      sections, sections.isEmpty ? [] : storage.models(of: sections, at: revision), revision)
  }

  private func present(
    _ ids: [some CustomStringConvertible], _ values: [StoredValue?], _ revision: Revision
  ) throws(StorageError) -> [StoredValue] {
    var present: [StoredValue] = []
    for (id, value) in zip(ids, values) {
      guard let value else {
        throw StorageError(.corrupt, "\(id) has no model at revision \(revision)")
      }
      present.append(value)
    }
    return present
  }

  private func decoded(
    _ values: [StoredValue], _ items: [ItemID]
  ) throws(StorageError) -> [Model] {
    var models: [Model] = []
    for (value, item) in zip(values, items) { models.append(try decode(value, of: item)) }
    return models
  }

  private func decoded(
    _ values: [StoredValue], _ sections: [SectionID]
  ) throws(StorageError) -> [SectionModel?] {
    var models: [SectionModel?] = []
    for (value, section) in zip(values, sections) {
      models.append(value == .null ? nil : try decode(value, of: section))
    }
    return models
  }
}
