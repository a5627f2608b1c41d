public import RosterCore

extension ListDataSource {
  /// What came of a reload or a new configuration.
  public typealias Modification = ModificationOutcome<Batch>

  /// Queues a reload: outputs are generated anew, however equal everything is. Models, states and
  /// paths stay as they are.
  ///
  /// Trees of components are built anew if they are in memory, and others when they are asked for;
  /// what is named one by one is built in any case. The batch has what was generated, and
  /// says so if that is not everything (``ListBatch/namesAllOutputs``). It is a revision only if
  /// states begin or end with the reload.
  ///
  /// Reloads that wait merge: one that a later one includes is `superseded` by it.
  ///
  /// - Parameters:
  ///   - target: What is reloaded.
  ///   - annotation: What the batch is to say about it.
  ///   - qos: How urgent it is.
  /// - Returns: The reload, which will have an outcome exactly once. It fails with `noSuchItem` or
  ///   `noSuchSupplement` if what is named by id does not exist when its turn comes, and with
  ///   `conflict` if something is named by where it stands and another writer comes first; nothing is
  ///   reloaded then.
  /// - Throws: `noSuchItem`, `noSuchSupplement` or `noSuchSection` for what will not exist after
  ///   everything pending; `updateWhileBuilding`; `queueFull`; `suspended`; `closed`. Nothing is queued
  ///   then.
  /// - Complexity: O(*w*) to queue behind *w* others; that of the generator for what is reloaded.
  @discardableResult
  public func reload(
    _ target: ReloadTarget = .all, _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> PendingChange<Modification> {
    let refresh = acceptedReload(target, annotation, .queued(qos))
    try runner.enqueue(refresh)
    return refresh.pending
  }

  /// Reloads on the calling thread, after everything that is pending. Reloads that wait and that it
  /// includes are superseded.
  ///
  /// - Throws: `DataSourceError`; `reentrant` if called from within the pipeline.
  @discardableResult
  public func reloadSynchronously(
    _ target: ReloadTarget = .all, _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> Modification {
    try run(acceptedReload(target, annotation, .synchronous))
  }

  private func acceptedReload(
    _ target: ReloadTarget, _ annotation: ChangeAnnotation, _ mode: ModificationMode
  ) -> AcceptedRefresh<Model, SectionModel, Output> {
    AcceptedRefresh(
      .reload(ReloadedPlaces(target)), annotation, mode, dataSource: self
    ) { [reader] (work, source) throws(DataSourceError) in
      guard case .reload(let places) = work else {
        preconditionFailure("a reload takes over nothing but reloads")
      }
      return try reader.generator?.reload(places, on: source)
    }
  }

  func run(
    _ refresh: AcceptedRefresh<Model, SectionModel, Output>
  ) throws(DataSourceError) -> Modification {
    try runner.run(refresh) { refresh.pending.isResolved }
    guard let outcome = refresh.pending.outcome else { throw .closed }
    return try outcome.get()
  }
}
