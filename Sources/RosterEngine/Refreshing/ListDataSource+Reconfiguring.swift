public import RosterComponents
public import RosterCore

extension ListDataSource {
  /// Queues a new configuration: what items, headers and footers are built with and laid out for.
  ///
  ///     try list.enqueueConfiguration(.environment(dark), .layout(wide))
  ///
  /// Trees in memory are built or laid out again where the configuration affects them. Other trees
  /// are built when they are read. The batch has all outputs that changed in memory, and tells
  /// whether others may have changed (``ListBatch/namesAllOutputs``). An equal configuration
  /// changes nothing. A configuration is a revision only if states begin or end with it: the file
  /// does not contain it.
  ///
  /// A configuration that waits is `superseded` by a later one that replaces the same parts.
  ///
  /// - Parameters:
  ///   - changes: The parts to replace, together.
  ///   - annotation: What the batch says about it.
  ///   - qos: How urgent it is.
  /// - Returns: The modification, which gets its outcome exactly once. If it fails, everything
  ///   stays built and laid out as it was.
  /// - Throws: `updateWhileBuilding`; `queueFull`; `suspended`; `closed`. Nothing is queued then.
  /// - Complexity: That of building and laying out the affected trees in memory, on all cores.
  @discardableResult
  public func enqueueConfiguration<Message: Sendable>(
    _ changes: ConfigurationChange<Model, SectionModel, Message>...,
    annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> Pending<RefreshOutcome<Batch>>
  where Output == ComponentTree<Message> {
    try submit(modification(changes, annotation, .queued(qos)))
  }

  /// Replaces what items, headers and footers are built with and laid out for. Returns once the
  /// outputs that changed are published.
  ///
  ///     try await list.reconfigure(.environment(dark), .layout(wide))
  ///
  /// See ``enqueueConfiguration(_:annotation:qos:)``.
  ///
  /// - Throws: `DataSourceError`; everything stays built and laid out as it was.
  @discardableResult
  public func reconfigure<Message: Sendable>(
    _ changes: ConfigurationChange<Model, SectionModel, Message>...,
    annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) async throws -> RefreshOutcome<Batch>
  where Output == ComponentTree<Message> {
    try await submit(modification(changes, annotation, .queued(qos))).value
  }

  /// Applies a new configuration on the calling thread, after all pending modifications.
  ///
  /// - Throws: `DataSourceError`; `reentrant` if called from within the pipeline.
  @discardableResult
  public func reconfigureSynchronously<Message: Sendable>(
    _ changes: ConfigurationChange<Model, SectionModel, Message>...,
    annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> RefreshOutcome<Batch>
  where Output == ComponentTree<Message> {
    try runner.submitAndWait(modification(changes, annotation, .synchronous))
  }

  private func modification<Message: Sendable>(
    _ changes: [ConfigurationChange<Model, SectionModel, Message>], _ annotation: ChangeAnnotation,
    _ mode: ModificationMode
  ) -> RefreshModification<Model, SectionModel, Output> where Output == ComponentTree<Message> {
    let changes = Reconfiguration(changes)
    let generator: ComponentGenerator<Model, SectionModel, Message> = components()
    return RefreshModification(
      .configuration(changes.parts), annotation, mode, self
    ) { (_, source) throws(DataSourceError) in try generator.reconfigure(changes, on: source) }
  }

  /// Returns the values that every tree inherits at its root, as they were last published.
  public func environment<Message: Sendable>() -> EnvironmentValues
  where Output == ComponentTree<Message> { components().trees.currentConditions.environment }

  /// Returns the constraints that every tree is laid out in, as they were last published; `nil` if
  /// the list has no layout.
  public func layoutConstraints<Message: Sendable>() -> LayoutConstraints?
  where Output == ComponentTree<Message> { components().trees.currentConditions.constraints }
}
