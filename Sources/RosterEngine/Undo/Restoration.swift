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

  private let models: ModelReader<Model, SectionModel>
  /// The last committed list.
  private let source: ListState
  /// The list after everything taken back so far.
  private var state: ListState
  /// The states restored so far.
  private var restored: [StateAddress: StoredState?] = [:]

  /// - Parameter source: The last committed list.
  init(_ models: ModelReader<Model, SectionModel>, on source: ListState) {
    self.models = models
    self.source = source
    state = source
  }

  /// Returns the change that takes a revision back.
  ///
  /// What was removed comes back with its identity, unless others have kept it, so that it is in the
  /// list already. The outline is the inverse of the revision's record, rebased on what others did
  /// since; models and states are those of the revision before it.
  mutating func takingBack(_ revision: Revision) throws(DataSourceError) -> Restored {
    do throws(StorageError) {
      guard let entry = try models.storage.journal(after: revision - 1, limit: 1).first else {
        throw StorageError(.corrupt, "the journal does not have revision \(revision)")
      }
      let inverse = entry.record.inverse
      let applied =
        if let target = try target(ofOldRevision: revision) {
          try state.replaying(inverse, madeFor: target)
        } else {
          try state.replaying(inverse)
        }
      let (stored, changeset) = try models.restored(applied.record, at: revision - 1)
      let states = try states(of: entry, applied)
      state = applied.target
      return Restored(
        applied: applied, changeset: changeset, models: stored, states: states,
        group: entry.annotation.group)
    } catch {
      throw .storage(error)
    }
  }

  /// Returns the list right after a revision if others have changed the list since. Without their
  /// changes the inverse of the revision fits as it is.
  private func target(ofOldRevision revision: Revision) throws(StorageError) -> ListState? {
    guard source.revision > revision else { return nil }
    let entries = try models.storage.journal(
      after: revision, limit: source.revision - revision)
    guard entries.contains(where: \.isOfOthers) else { return nil }
    var target = source
    for entry in entries.reversed() { target = try target.reverting(entry.record) }
    return target
  }

  // MARK: States

  /// Returns the states to restore: all states of items and sections that come back. Of others,
  /// those that the revision wrote and that have not changed since.
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
    let gone = Set(applied.identities.removedTrees).union(returning)
    let written = entry.states.filter { !gone.contains($0.tree) }
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

extension JournalEntry {
  fileprivate var isOfOthers: Bool { step == .update && record.outline != ChangesetOutline() }
}

extension ListState {
  /// Applies what is left of a record that was made for an earlier list. What it inserts gets the
  /// identities that the record names. What is in the list already is not inserted.
  fileprivate func replaying(
    _ record: ChangeRecord, madeFor base: ListState
  ) throws(StorageError) -> ListChange {
    do {
      let rebased = try record.outline.rebased(
        as: record.outline.verified(against: base), from: base, onto: self,
        returning: record.identities.insertedItems, record.identities.insertedSections
      ).changeset
      let returning = ReturningIdentities(
        items: rebased.insertedModels.map { record.identities.insertedItems[$0] },
        sections: rebased.insertedSectionModels.compactMap { number in
          number.map { record.identities.insertedSections[$0] }
        })
      return try applying(rebased.outline.verified(against: self), returning: returning)
    } catch let error as StorageError {
      throw error
    } catch {
      throw StorageError(
        .corrupt, "the inverse of the change to revision \(base.revision) is invalid", cause: error)
    }
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
      insertedSections: try stored(identities.insertedSections, at: revision))
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
