public import RosterCore

extension ListDataSource {
  /// Queues an undo: takes back the last change, or all of its group, as new revisions.
  ///
  /// An undo goes forward: each revision that it takes back makes a revision and a batch of its
  /// own, all in one transaction. Removed items and sections come back with their identities,
  /// models and states. A state that the change wrote gets its former value, unless it was updated
  /// since. Updates of states alone are not steps: they cannot be undone, and they do not end what
  /// can be redone. Nor are batches that bring what others did to a device's list: they stay, and
  /// what they took from the change is left out.
  ///
  /// A changeset that is queued behind an undo is verified when its turn comes, and fails then if
  /// it is invalid. Before that, the list that it applies to is unknown.
  ///
  /// - Parameters:
  ///   - annotation: What the batches say. Their group is that of the change that is taken back.
  ///   - qos: How urgent it is.
  /// - Returns: The undo, which gets exactly one outcome. It fails with `nothingToUndo`, or
  ///   with `storage` (`compacted`) if the journal no longer has what it would undo.
  /// - Throws: `queueFull`; `suspended`; `closed`.
  /// - Complexity: O(1) to queue; to apply, that of the changes that are taken back.
  @discardableResult
  public func enqueueUndo(
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> Pending<[Batch]> {
    try submit(HistoryModification(.undo, annotation, .queued(qos), self))
  }

  /// Queues a redo: takes back the last undo. See ``enqueueUndo(_:qos:)``.
  ///
  /// - Throws: `queueFull`; `suspended`; `closed`.
  @discardableResult
  public func enqueueRedo(
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> Pending<[Batch]> {
    try submit(HistoryModification(.redo, annotation, .queued(qos), self))
  }

  /// Takes back the last change, or all of its group. Returns once that is durable and published.
  /// See ``enqueueUndo(_:qos:)``.
  ///
  /// - Throws: `DataSourceError`; the list is then unchanged.
  @discardableResult
  public func undo(
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) async throws -> [Batch] {
    try await enqueueUndo(annotation, qos: qos).value
  }

  /// Takes back the last undo. Returns once that is durable and published.
  ///
  /// - Throws: `DataSourceError`; the list is then unchanged.
  @discardableResult
  public func redo(
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) async throws -> [Batch] {
    try await enqueueRedo(annotation, qos: qos).value
  }

  /// Undoes or redoes on the calling thread, after everything pending.
  ///
  /// - Throws: `DataSourceError`; `reentrant` if called by the generator.
  @discardableResult
  public func stepSynchronously(
    _ direction: HistoryDirection, _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> [Batch] {
    try runner.submitAndWait(HistoryModification(direction, annotation, .synchronous, self))
  }

  // MARK: Asking

  /// Whether the last published list has something to undo, also after a restart.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(*g* log *n*) for a group of *g* revisions.
  public var canUndo: Bool {
    get throws(StorageError) { try !steps(at: snapshot.revision).undo.isEmpty }
  }

  /// Whether the last published list has something to redo, also after a restart.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: As ``canUndo``.
  public var canRedo: Bool {
    get throws(StorageError) { try !steps(at: snapshot.revision).redo.isEmpty }
  }

  /// The oldest revision that can still be read.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(log *n*).
  public var oldestRevision: Revision {
    get throws(StorageError) { try journal?.oldestRevision() ?? 0 }
  }

  /// Returns what undo and redo take back at a revision; nothing if the storage keeps no steps.
  package func steps(at revision: Revision) throws(StorageError) -> JournalSteps {
    try journal?.steps(at: revision) ?? JournalSteps()
  }

  /// Returns the change that a batch of an undo or redo has taken back; `nil` if the batch is none.
  package func entry(takenBackBy batch: Batch) throws(StorageError) -> JournalEntry? {
    func entry(of revision: Revision) throws(StorageError) -> JournalEntry? {
      try reader.storage.journal(after: revision - 1, limit: 1).first
    }
    guard case .takingBack(let revision)? = try entry(of: batch.targetRevision)?.step else {
      return nil
    }
    return try entry(of: revision)
  }

  /// The storage, if it keeps steps in its journal.
  var journal: (any JournalStorage)? { reader.storage as? any JournalStorage }
}
