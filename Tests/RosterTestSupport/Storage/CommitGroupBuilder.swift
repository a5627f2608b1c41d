package import RosterCore

/// Makes the group of changes that some changesets lead to, as the engine does: models are text.
package struct CommitGroupBuilder {
  package private(set) var group: CommitGroup
  /// The parts in other lists of the changes that are added.
  package var otherParts: [JournalPart] = []
  private let key: ((String) -> ModelKey)?

  /// Makes a group without changes.
  ///
  /// - Parameter key: Returns the key of a model; `nil` for a list without keys.
  package init(_ source: ListState, key: ((String) -> ModelKey)? = nil) {
    self.key = key
    group = CommitGroup(source: source, target: source, changes: [], pages: PageChanges())
  }

  /// Applies a changeset, with states, after those that were added before.
  package mutating func add(
    _ changeset: Changeset<String, String> = Changeset(), states: [StateChange] = [],
    _ annotation: ChangeAnnotation = ChangeAnnotation(), device: DeviceWrite? = nil,
    hub: HubWrite? = nil
  ) throws {
    try add(changeset, annotation, device: device, hub: hub) { _ in states }
  }

  /// Applies a changeset after those that were added before, with states for the list after it.
  package mutating func add(
    _ changeset: Changeset<String, String>, _ annotation: ChangeAnnotation = ChangeAnnotation(),
    device: DeviceWrite? = nil, hub: HubWrite? = nil,
    states: (ListChange) throws -> [StateChange]
  ) throws {
    let change = try group.target.applying(changeset)
    add(
      change, updatedItems: changeset.updatedModels, insertedItems: changeset.insertedModels,
      updatedSections: changeset.updatedSectionModels,
      insertedSections: changeset.insertedSectionModels, states: try states(change), annotation,
      device: device, hub: hub)
  }

  /// Applies a record after what was added before, with models for what it inserts and updates.
  package mutating func replay(
    _ record: ChangeRecord, model: String, states: [StateChange] = [],
    step: JournalStep = .change, _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws {
    let change = try group.target.replaying(record)
    add(
      change, updatedItems: record.outline.updatedItems.map { _ in model },
      insertedItems: record.outline.insertedItems.map { _ in model },
      updatedSections: record.outline.updatedSections.map { _ in model },
      insertedSections: record.outline.insertedSections.map { _ in model }, states: states,
      annotation, step: step)
  }

  private mutating func add(
    _ change: ListChange, updatedItems: [String], insertedItems: [String],
    updatedSections: [String?], insertedSections: [String?], states: [StateChange],
    _ annotation: ChangeAnnotation, step: JournalStep = .change, device: DeviceWrite? = nil,
    hub: HubWrite? = nil
  ) {
    group.changes.append(
      StoredChange(
        entry: JournalEntry(
          revision: change.target.revision, record: change.record,
          states: states.map(\.address), annotation: annotation, step: step,
          otherParts: otherParts),
        nextIdentifiers: change.target.nextIdentifiers,
        updatedItems: updatedItems.map { .text($0) },
        insertedItems: insertedItems.map { .text($0) },
        keys: key.map {
          ItemKeys(updatedItems: updatedItems.map($0), insertedItems: insertedItems.map($0))
        },
        updatedSections: updatedSections.map { $0.map { .text($0) } ?? .null },
        insertedSections: insertedSections.map { $0.map { .text($0) } ?? .null },
        states: states.map(\.state), device: device, hub: hub))
    group.target = change.target
    group.pages.formUnion(change.pages)
  }
}

extension StoredChange {
  /// Returns this change with other parts, which need not fit the rest.
  package func with(
    nextIdentifiers: NextIdentifiers? = nil, insertedItems: [StoredValue]? = nil,
    insertedSections: [StoredValue]? = nil
  ) -> StoredChange {
    StoredChange(
      entry: entry, nextIdentifiers: nextIdentifiers ?? self.nextIdentifiers,
      updatedItems: updatedItems,
      insertedItems: insertedItems ?? self.insertedItems, updatedSections: updatedSections,
      insertedSections: insertedSections ?? self.insertedSections, states: states)
  }

  /// This change without the last state that it writes.
  package var withoutLastState: StoredChange {
    var entry = entry
    entry.states.removeLast()
    return StoredChange(
      entry: entry, nextIdentifiers: nextIdentifiers, updatedItems: updatedItems,
      insertedItems: insertedItems, updatedSections: updatedSections,
      insertedSections: insertedSections, states: states.dropLast())
  }
}

extension ListStorage {
  /// Commits changesets as one group on top of a state.
  ///
  /// - Returns: The state after them.
  package func commit(
    _ changesets: [Changeset<String, String>], on state: ListState
  ) throws -> ListState {
    var builder = CommitGroupBuilder(state)
    for changeset in changesets { try builder.add(changeset) }
    try commit(builder.group)
    return builder.group.target
  }

  /// Commits a changeset on top of a state.
  package func commit(
    _ changeset: Changeset<String, String>, on state: ListState
  ) throws -> ListState {
    try commit([changeset], on: state)
  }

  /// Commits states, and nothing else, on top of a state.
  package func commit(_ states: [StateChange], on state: ListState) throws -> ListState {
    var builder = CommitGroupBuilder(state)
    try builder.add(states: states)
    try commit(builder.group)
    return builder.group.target
  }
}
