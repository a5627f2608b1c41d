internal import RosterConcurrency
package import RosterCore
internal import RosterGeometry

/// Makes batches from the journal, and merges several batches into one.
package final class BatchReader<Model: Sendable, SectionModel: Sendable, Output: Sendable>: Sendable
{
  package typealias Batch = ListBatch<Model, SectionModel, Output>

  package let storage: any ListStorage
  package let models: ModelReader<Model, SectionModel>
  /// `nil` if the list generates nothing.
  package let generator: (any OutputGenerator<Model, SectionModel, Output>)?
  /// Has the journal queue, on which subscribers read the journal without blocking their own
  /// threads.
  let executor: any ListExecutor

  init(
    storage: any ListStorage, models: ModelReader<Model, SectionModel>,
    generator: (any OutputGenerator<Model, SectionModel, Output>)?, executor: any ListExecutor
  ) {
    self.storage = storage
    self.executor = executor
    self.models = models
    self.generator = generator
  }

  // MARK: From the journal

  /// Returns the batches that follow a state: at least one, at most `limit`.
  func batchesInBackground(
    after state: ListState, limit: Int
  ) async throws(StorageError) -> [Batch] {
    try await inBackground { () throws(StorageError) in
      try self.revisions(after: state, limit: limit).map { $0.batch }
    }
  }

  /// Runs `work` on the journal queue.
  func inBackground<Value: Sendable>(
    _ work: @escaping @Sendable () throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await withCheckedContinuation { continuation in
      executor.readJournal { continuation.resume(returning: Result(catching: work)) }
    }.get()
  }

  /// Returns the revisions that follow a state: at least one, at most `limit`.
  func revisions(
    after state: ListState, limit: Int
  ) throws(StorageError) -> [ReadRevision<Model, SectionModel, Output>] {
    let entries = try storage.journal(after: state.revision, limit: min(limit, Self.chunkCount))
    guard !entries.isEmpty else {
      throw StorageError(.corrupt, "the journal ends at revision \(state.revision), the list later")
    }
    var revisions: [ReadRevision<Model, SectionModel, Output>] = []
    var changeCount = 0
    var state = state
    for entry in entries where changeCount < Self.changeCountMax {
      let change = try state.replaying(entry.record)
      let batch = try batch(
        of: changes(of: entry.record, change, entry.annotation),
        change.identities, writing: try states(of: entry, in: change.target))
      revisions.append(ReadRevision(batch: batch, entry: entry))
      changeCount += batch.changes.changeset.changeCount
      state = change.target
    }
    return revisions
  }

  /// Returns the changes of a record, with models as they are after it.
  ///
  /// - Parameter applied: The record as it was replayed.
  func changes(
    of record: ChangeRecord, _ applied: ListChange, _ annotation: ChangeAnnotation
  ) throws(StorageError) -> ChangeBatch<Model, SectionModel> {
    ChangeBatch(
      source: applied.source, target: applied.target,
      verified: VerifiedChangeset(
        changeset: try changeset(of: record, at: applied.target.revision), proof: applied.proof),
      annotation: annotation)
  }

  /// Returns the changes of a record of one or more revisions, with models as they are after it.
  func changes(
    of record: ChangeRecord, from source: ListState, to target: ListState,
    _ annotation: ChangeAnnotation
  ) throws(StorageError) -> ChangeBatch<Model, SectionModel> {
    let changeset = try changeset(of: record, at: target.revision)
    do throws(ChangesetError) {
      return ChangeBatch(
        source: source, target: target, verified: try changeset.verified(against: source),
        annotation: annotation)
    } catch {
      throw StorageError(
        .corrupt, "the journal up to revision \(target.revision) does not apply: \(error)",
        cause: error)
    }
  }

  /// Returns the batch of earlier changes, with outputs as they are after them.
  ///
  /// - Parameter identities: The identities that the changes touched.
  func batch(
    of changes: ChangeBatch<Model, SectionModel>, _ identities: ChangeIdentities,
    writing states: [ChangedState]
  ) throws(StorageError) -> Batch {
    let (base, revision) = (changes.sourceRevision, changes.targetRevision)
    let (changeset, proof) = (changes.changeset, changes.verified.proof)
    let outputs = try generator?.outputs(
      for: changeset.changedModels(proof, identities), writing: states, since: base, at: revision)
    return publishable(
      changes, states: states, outputs: outputs?.outputs ?? [], sizes: outputs?.sizes ?? [],
      notes: BatchNotes(omittedOutputCount: outputs?.omittedCount ?? 0))
  }

  /// - Parameter revision: The revision that the record leads to.
  private func changeset(
    of record: ChangeRecord, at revision: Revision
  ) throws(StorageError) -> Changeset<Model, SectionModel> {
    let identities = record.identities
    let changeset = Changeset<Model, SectionModel>(
      validating: record.outline,
      updatedModels: try models.models(of: identities.updatedItems, at: revision),
      insertedModels: try models.models(of: identities.insertedItems, at: revision),
      updatedSectionModels: try models.sectionModels(
        of: identities.updatedSections, at: revision),
      insertedSectionModels: try models.sectionModels(
        of: identities.insertedSections, at: revision))
    guard let changeset else {
      throw StorageError(.corrupt, "the journal of revision \(revision) contradicts itself")
    }
    return changeset
  }

  /// Returns the states that a revision wrote or removed.
  private func states(
    of entry: JournalEntry, in target: ListState
  ) throws(StorageError) -> [ChangedState] {
    guard !entry.states.isEmpty else { return [] }
    let stored = try models.statesByTree(of: entry.states.lazy.map(\.tree), at: entry.revision)
    var states: [ChangedState] = []
    for address in entry.states {
      try states.add(stored[address.tree]?[address.scope], at: address, in: target)
    }
    return states.sortedByPlace()
  }

  package func publishable(
    _ changes: ChangeBatch<Model, SectionModel>, states: [ChangedState],
    outputs: [GeneratedOutput<Output>], sizes: [ChangedSize], notes: BatchNotes = BatchNotes()
  ) -> Batch {
    ListBatch(
      changes: changes, models: models, states: states, outputs: outputs, sizes: sizes,
      notes: notes)
  }

  /// Returns the changes of a revision that keeps the order and the models.
  package func changingNothing(
    _ applied: ListChange, _ annotation: ChangeAnnotation
  ) -> ChangeBatch<Model, SectionModel> {
    ChangeBatch(
      source: applied.source, target: applied.target,
      verified: VerifiedChangeset(
        changeset: Changeset<Model, SectionModel>(), proof: applied.proof),
      annotation: annotation)
  }

  /// Returns a batch that does not change the list.
  package func unchanged(
    _ state: ListState, outputs: [GeneratedOutput<Output>] = [], sizes: [ChangedSize] = [],
    notes: BatchNotes, annotation: ChangeAnnotation = ChangeAnnotation()
  ) -> Batch {
    let changes = ChangeBatch(
      source: state, target: state,
      verified: VerifiedChangeset(
        changeset: Changeset<Model, SectionModel>(), proof: state.changingNothing.proof),
      annotation: annotation)
    return publishable(changes, states: [], outputs: outputs, sizes: sizes, notes: notes)
  }

  // MARK: Merging

  /// Merges successive batches into one.
  ///
  /// Its outputs and states are the last ones of each item that still exists; its annotation is
  /// that of the last batch.
  func merged(_ run: [Batch]) throws(StorageError) -> Batch? {
    guard run.count > 1, let first = run.first, let last = run.last else { return run.first }
    let changeset = Changeset.composing(run.map { $0.changes.changeset })
    let verified: VerifiedChangeset<Model, SectionModel>
    do throws(ChangesetError) {
      verified = try changeset.verified(against: first.source.state)
    } catch {
      throw StorageError(
        .failed, "composed batches do not fit their source: \(error)", cause: error)
    }
    let batch = ChangeBatch(
      source: first.source.state, target: last.target.state, verified: verified,
      annotation: last.changes.annotation)
    var notes = first.notes
    for batch in run.dropFirst() { notes.merge(batch.notes) }
    notes.hiddenItems = try mergedHiddenItems(run, in: last.target.state)
    return ListBatch(
      changes: batch, models: models, states: try mergedStates(run),
      outputs: try mergedOutputs(run, batch), sizes: try mergedSizes(run),
      notes: notes, extents: last.extents)
  }

  /// Frees a run of batches on the journal queue: each batch frees the parts of the list that only
  /// it held, which takes as long as the merge.
  ///
  /// - Returns: The number of batches.
  func letGo(of run: Guarded<[Batch]>) -> Int {
    let count = run.withLock { $0.count }
    if count > 1 { executor.readJournal { run.withLock { $0 = [] } } }
    return count
  }

  /// Returns the sizes of what the run inserted or resized.
  private func mergedSizes(_ run: [Batch]) throws(StorageError) -> [ChangedSize] {
    guard let target = run.last?.target.state else { return [] }
    var first: [TreeID: Size?] = [:]
    var last: [TreeID: Size?] = [:]
    for batch in run {
      for size in batch.sizes {
        if first[size.tree] == nil { first[size.tree] = .some(size.from) }
        last[size.tree] = .some(size.to)
      }
    }
    var sizes: [ChangedSize] = []
    for (id, size) in last {
      guard let place = try target.place(of: id) else { continue }
      let former = first[id] ?? nil
      if let changed = ChangedSize(id, at: place, from: former, to: size) { sizes.append(changed) }
    }
    return sizes.sorted { $0.targetPlace < $1.targetPlace }
  }

  /// Returns the items that still exist and whose outputs are no longer needed after the run.
  private func mergedHiddenItems(
    _ run: [Batch], in target: ListState
  ) throws(StorageError) -> [ItemID] {
    var hidden: [ItemID] = []
    for batch in run where !hidden.isEmpty || !batch.hiddenItems.isEmpty {
      let shown = Set(batch.outputs.lazy.map { $0.tree })
      hidden = hidden.filter { !shown.contains(.item($0)) } + batch.hiddenItems
    }
    var left: [ItemID] = []
    for item in hidden where try target.contains(item) { left.append(item) }
    return left
  }

  /// Returns the last output of each tree that still exists.
  private func mergedOutputs(
    _ run: [Batch], _ merged: ChangeBatch<Model, SectionModel>
  ) throws(StorageError) -> [GeneratedOutput<Output>] {
    var latest: [TreeID: GeneratedOutput<Output>] = [:]
    for batch in run {
      for item in batch.hiddenItems { latest[.item(item)] = nil }
      for output in batch.outputs { latest[output.tree] = output }
    }
    var outputs: [GeneratedOutput<Output>] = []
    // The changes tell the paths of inserted and updated items. Only the others are looked up.
    let paths = merged.changeset.outline.insertedItems + merged.updatedPaths.map(\.target)
    for path in paths.sorted() {
      guard let id = try merged.target.itemID(at: path),
        let output = latest.removeValue(forKey: .item(id))
      else { continue }
      outputs.append(output.with(.item(path)))
    }
    if latest.isEmpty { return outputs }
    for (id, output) in latest {
      if let place = try merged.target.place(of: id) { outputs.append(output.with(place)) }
    }
    return outputs.sorted { $0.targetPlace < $1.targetPlace }
  }

  /// Returns the last state of each scope that the run names.
  ///
  /// Scopes of items and sections that are gone are left out, and so are scopes that came and went
  /// within the run. A scope that existed before the run and is gone has no state.
  private func mergedStates(_ run: [Batch]) throws(StorageError) -> [ChangedState] {
    guard let source = run.first?.source.state, let target = run.last?.target.state
    else { return [] }
    var latest: [StateAddress: StoredState?] = [:]
    for batch in run {
      for state in batch.states { latest.updateValue(state.state, forKey: state.address) }
    }
    return try changedStates(latest, from: source, to: target)
  }

  // MARK: Bounds

  /// The number of journal entries that are read at once.
  static var chunkCount: Int { 256 }

  /// The number of changes after which a read stops before the next entry.
  private static var changeCountMax: Int { 65_536 }
}

/// A revision, read from the journal.
struct ReadRevision<Model: Sendable, SectionModel: Sendable, Output: Sendable>: Sendable {
  var batch: ListBatch<Model, SectionModel, Output>
  var entry: JournalEntry
}
