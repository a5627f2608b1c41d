public import RosterCore

extension ListDataSource {
  /// Queues a reload: outputs are generated again, even if nothing changed. Models, states and
  /// paths stay as they are.
  ///
  /// Component trees in memory are built again; others are built when they are read. Items, headers
  /// and footers that the reload names one by one are built in any case, unless the list has a
  /// working range. The batch has the generated outputs, and tells whether those are all
  /// (``ListBatch/namesAllOutputs``). A reload is a revision only if states begin or end with it.
  ///
  /// Waiting reloads merge: a reload is `superseded` by a later one that includes it.
  ///
  /// - Parameters:
  ///   - target: What to reload.
  ///   - annotation: What the batch says about it.
  ///   - qos: How urgent it is.
  /// - Returns: The reload, which gets its outcome exactly once. It fails with `noSuchItem` or
  ///   `noSuchSupplement` if something that it names by id does not exist when its turn comes, and
  ///   with `conflict` if it names something by place and another writer commits first. Nothing is
  ///   reloaded then.
  /// - Throws: `noSuchItem`, `noSuchSection` or `noSuchSupplement` for a place that will not exist
  ///   after all pending modifications; `updateWhileBuilding`; `queueFull`; `suspended`; `closed`.
  ///   Nothing is queued then.
  /// - Complexity: O(*w*) to queue behind *w* others; then that of the generator.
  @discardableResult
  public func enqueueReload(
    _ target: ReloadTarget = .all, _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> Pending<RefreshOutcome<Batch>> {
    try submit(modification(target, annotation, .queued(qos)))
  }

  /// Generates outputs again, even if nothing changed. Returns once they are published.
  ///
  /// See ``enqueueReload(_:_:qos:)``.
  ///
  /// - Throws: `DataSourceError`; nothing is reloaded then.
  @discardableResult
  public func reload(
    _ target: ReloadTarget = .all, _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) async throws -> RefreshOutcome<Batch> {
    try await enqueueReload(target, annotation, qos: qos).value
  }

  /// Reloads on the calling thread, after all pending modifications. Supersedes waiting reloads
  /// that it includes.
  ///
  /// - Throws: `DataSourceError`; `reentrant` if called from within the pipeline.
  @discardableResult
  public func reloadSynchronously(
    _ target: ReloadTarget = .all, _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> RefreshOutcome<Batch> {
    try runner.submitAndWait(modification(target, annotation, .synchronous))
  }

  private func modification(
    _ target: ReloadTarget, _ annotation: ChangeAnnotation, _ mode: ModificationMode
  ) -> RefreshModification<Model, SectionModel, Output> {
    RefreshModification(
      .reload(ReloadedPlaces(target)), annotation, mode, self
    ) { [reader] (work, source) throws(DataSourceError) in
      guard case .reload(let places) = work else {
        preconditionFailure("a reload takes over nothing but reloads")
      }
      return try reader.generator?.reload(places, on: source)
    }
  }
}
