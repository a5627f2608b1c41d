public import RosterCore

extension ListDataSource {
  /// Queues an undo: takes back the last change, or all of its group, as new revisions.
  ///
  /// An undo is a change like others: it goes forward, and each revision that it takes back is a
  /// revision and a batch of its own, all in one transaction. What was removed comes back under the
  /// identity it had, with its model and states. A state that the change wrote is what it was before,
  /// unless it was updated since. Updates of states by themselves are no steps: they are neither
  /// undone nor do they end what can be redone.
  ///
  /// A changeset that is queued behind an undo is verified when its turn comes, and fails then if it
  /// is invalid; before, nobody knows what the list will be like.
  ///
  /// - Parameters:
  ///   - annotation: What the batches are to say; their group is that of what is taken back.
  ///   - qos: How urgent it is.
  /// - Returns: The undo, which will have an outcome exactly once. It fails with `nothingToTakeBack`,
  ///   or with `storage` and `compacted` if the journal no longer has what would be undone.
  /// - Throws: `queueFull`; `suspended`; `closed`.
  /// - Complexity: O(1) to queue; to apply that of what is taken back.
  @discardableResult
  public func enqueueUndo(
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> PendingChange<[Batch]> {
    try enqueue(.undo, annotation, qos)
  }

  /// Queues a redo: takes back the last undo. See ``enqueueUndo(_:qos:)``.
  ///
  /// - Throws: `queueFull`; `suspended`; `closed`.
  @discardableResult
  public func enqueueRedo(
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> PendingChange<[Batch]> {
    try enqueue(.redo, annotation, qos)
  }

  /// Takes back the last change, or all of its group, and returns once that is durable and
  /// published. See ``enqueueUndo(_:qos:)``.
  ///
  /// - Throws: `DataSourceError`; the list is then as it was.
  @discardableResult
  public func undo(
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) async throws -> [Batch] {
    try await enqueueUndo(annotation, qos: qos).value
  }

  /// Takes back the last undo, and returns once that is durable and published.
  ///
  /// - Throws: `DataSourceError`; the list is then as it was.
  @discardableResult
  public func redo(
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) async throws -> [Batch] {
    try await enqueueRedo(annotation, qos: qos).value
  }

  /// Undoes or redoes on the calling thread, after everything that is pending.
  ///
  /// - Throws: `DataSourceError`; `reentrant` if called by the generator.
  @discardableResult
  public func stepSynchronously(
    _ direction: HistoryDirection, _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> [Batch] {
    let step = AcceptedHistoryStep(
      direction, annotation, .synchronous, dataSource: self)
    try runner.run(step) { step.pending.isResolved }
    guard let outcome = step.pending.outcome else { throw .closed }
    return try outcome.get()
  }

  private func enqueue(
    _ direction: HistoryDirection, _ annotation: ChangeAnnotation, _ qos: DataSourceQoS
  ) throws(DataSourceError) -> PendingChange<[Batch]> {
    let step = AcceptedHistoryStep(
      direction, annotation, .queued(qos), dataSource: self)
    try runner.enqueue(step)
    return step.pending
  }

  // MARK: Asking

  /// Whether there is something to undo in the list as it was last published, also after a restart.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(*g* log *n*) for a group of *g* revisions.
  public var canUndo: Bool {
    get throws(StorageError) { try !steps(at: snapshot.revision).undo.isEmpty }
  }

  /// Whether there is something to redo in the list as it was last published, also after a restart.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: As ``canUndo``.
  public var canRedo: Bool {
    get throws(StorageError) { try !steps(at: snapshot.revision).redo.isEmpty }
  }

  /// The oldest revision at which the list can still be read.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(log *n*).
  public var oldestRevision: Revision {
    get throws(StorageError) { try journal?.oldestRevision() ?? 0 }
  }

  /// What can be taken back at a revision; nothing if the storage keeps no steps.
  func steps(at revision: Revision) throws(StorageError) -> JournalSteps {
    try journal?.steps(at: revision) ?? JournalSteps()
  }

  /// The storage, if its journal can be walked.
  var journal: (any JournalStorage)? { reader.storage as? any JournalStorage }
}
