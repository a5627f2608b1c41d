public import RosterComponents
public import RosterCore

extension ListDataSource {
  /// Queues another configuration: what items, headers and footers are built with and laid out for.
  ///
  ///     try list.reconfigure(.environment(dark), .layout(wide))
  ///
  /// Trees in memory are built and laid out again as far as they are others; the rest is built when it
  /// is asked for. The batch has all outputs that are others, and says so if those are not all that
  /// may be (``ListBatch/namesAllOutputs``). A configuration that is equal changes nothing. It is a
  /// revision only if states begin or end with it: the file has nothing of it.
  ///
  /// One that waits is `superseded` by a later one that replaces the same parts again.
  ///
  /// - Parameters:
  ///   - changes: The parts that are replaced, together.
  ///   - annotation: What the batch is to say about it.
  ///   - qos: How urgent it is.
  /// - Returns: The change, which will have an outcome exactly once. If it fails, everything is built
  ///   and laid out as it was.
  /// - Throws: `updateWhileBuilding`; `queueFull`; `suspended`; `closed`. Nothing is queued then.
  /// - Complexity: That of what is built and laid out of the trees in memory, on all cores.
  @discardableResult
  public func reconfigure<Message: Sendable>(
    _ changes: ConfigurationChange<Model, SectionModel, Message>...,
    annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> PendingChange<Modification>
  where Output == ComponentTree<Message> {
    let refresh = accepted(changes, annotation, .queued(qos))
    try runner.enqueue(refresh)
    return refresh.pending
  }

  /// Takes another configuration on the calling thread, after everything that is pending.
  ///
  /// - Throws: `DataSourceError`; `reentrant` if called from within the pipeline.
  @discardableResult
  public func reconfigureSynchronously<Message: Sendable>(
    _ changes: ConfigurationChange<Model, SectionModel, Message>...,
    annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> Modification
  where Output == ComponentTree<Message> {
    try run(accepted(changes, annotation, .synchronous))
  }

  private func accepted<Message: Sendable>(
    _ changes: [ConfigurationChange<Model, SectionModel, Message>], _ annotation: ChangeAnnotation,
    _ mode: ModificationMode
  ) -> AcceptedRefresh<Model, SectionModel, Output> where Output == ComponentTree<Message> {
    let changes = Reconfiguration(changes)
    let generator: ComponentGenerator<Model, SectionModel, Message> = components()
    return AcceptedRefresh(
      .configuration(changes.parts), annotation, mode, dataSource: self
    ) { (_, source) throws(DataSourceError) in try generator.reconfigure(changes, on: source) }
  }

  /// What is handed down from the root of every item, as it was last published.
  public func environment<Message: Sendable>() -> EnvironmentValues
  where Output == ComponentTree<Message> { components().trees.currentConditions.environment }

  /// What every item is laid out for, as it was last published; `nil` if items are not laid out.
  public func layoutConstraints<Message: Sendable>() -> LayoutConstraints?
  where Output == ComponentTree<Message> { components().trees.currentConditions.constraints }
}
