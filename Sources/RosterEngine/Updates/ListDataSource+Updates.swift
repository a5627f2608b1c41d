public import RosterComponents
public import RosterCore

extension ListDataSource {
  /// The outcome of an update or an action.
  public typealias Outcome = UpdateOutcome<Batch>

  /// Queues an update of the state of a component. Never blocks on storage.
  ///
  /// Updates are applied once each, in the order in which they were queued, even if the insertion
  /// of the item or section is still pending. Consecutive waiting updates with equal annotations
  /// become one revision. An update that fails does not affect others. An update that names its
  /// tree by id does not fail with a changeset before it.
  ///
  /// - Parameters:
  ///   - scope: The scope of the component.
  ///   - component: The type of the component there.
  ///   - tree: The item, header or footer. A path, or the index of a section, refers to the list
  ///     after everything pending.
  ///   - annotation: What the batch says about the update.
  ///   - qos: How urgent it is.
  ///   - change: Changes the state. Called once.
  /// - Returns: The update, which gets exactly one outcome. It fails with `noSuchItem`,
  ///   `noSuchSupplement` or `edit` if the tree or the scope does not exist when its turn comes.
  /// - Throws: `noSuchItem` or `noSuchSupplement` for a place that will not exist;
  ///   `updateWhileBuilding`; `queueFull`; `suspended`; `closed`. Nothing is queued then.
  /// - Complexity: O(1) to queue; O(log *n*) and what is built to apply.
  @discardableResult
  public func enqueueUpdate<C: Component, Message: Sendable>(
    _ scope: ScopePath, of component: C.Type, in tree: TreeReference,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default,
    _ change: @escaping @Sendable (inout C.State) -> Void
  ) throws(DataSourceError) -> Pending<Outcome>
  where Output == ComponentTree<Message> {
    try enqueueEdits([.update(scope, of: component, change)], in: tree, annotation, qos: qos)
  }

  /// Updates the state of a component. Returns once the update is durable and published.
  ///
  ///     try await list.update(.row, of: Row.self, in: .item(3)) { state in state.isOpen = true }
  ///
  /// See ``enqueueUpdate(_:of:in:_:qos:_:)``.
  ///
  /// - Throws: `DataSourceError`; the state is then unchanged.
  @discardableResult
  public func update<C: Component, Message: Sendable>(
    _ scope: ScopePath, of component: C.Type, in tree: TreeReference,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default,
    _ change: @escaping @Sendable (inout C.State) -> Void
  ) async throws -> Outcome
  where Output == ComponentTree<Message> {
    try await enqueueUpdate(scope, of: component, in: tree, annotation, qos: qos, change).value
  }

  /// Updates the state of a component on the calling thread, after everything pending.
  ///
  /// - Throws: `DataSourceError`; `reentrant` if called from within the pipeline,
  ///   `updateWhileBuilding` if called from within a build.
  @discardableResult
  public func updateSynchronously<C: Component, Message: Sendable>(
    _ scope: ScopePath, of component: C.Type, in tree: TreeReference,
    _ annotation: ChangeAnnotation = ChangeAnnotation(),
    _ change: @escaping @Sendable (inout C.State) -> Void
  ) throws(DataSourceError) -> Outcome
  where Output == ComponentTree<Message> {
    try editSynchronously([.update(scope, of: component, change)], in: tree, annotation)
  }

  /// Queues edits of a tree, which are applied together. Never blocks on storage.
  ///
  /// - Parameters:
  ///   - edits: The edits, in order.
  ///   - tree: The item, header or footer. A path, or the index of a section, refers to the list
  ///     after everything pending.
  ///   - annotation: What the batch says about the edits.
  ///   - qos: How urgent they are.
  /// - Returns: The edits, which get one outcome together. If some are refused, the outcome is the
  ///   first refusal; the others are applied.
  /// - Throws: As ``enqueueUpdate(_:of:in:_:qos:_:)``.
  @discardableResult
  public func enqueueEdits<Message: Sendable>(
    _ edits: [TreeEdit], in tree: TreeReference,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> Pending<Outcome>
  where Output == ComponentTree<Message> {
    try submit(EditModification(edits, of: tree, annotation, .queued(qos), self))
  }

  /// Edits a tree. Returns once all edits are durable and published. See
  /// ``enqueueEdits(_:in:_:qos:)``.
  ///
  /// - Throws: `DataSourceError`.
  @discardableResult
  public func edit<Message: Sendable>(
    _ edits: [TreeEdit], in tree: TreeReference,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) async throws -> Outcome
  where Output == ComponentTree<Message> {
    try await enqueueEdits(edits, in: tree, annotation, qos: qos).value
  }

  /// Edits a tree on the calling thread, after everything pending.
  ///
  /// - Throws: `DataSourceError`; see ``updateSynchronously(_:of:in:_:_:)``.
  @discardableResult
  public func editSynchronously<Message: Sendable>(
    _ edits: [TreeEdit], in tree: TreeReference,
    _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> Outcome
  where Output == ComponentTree<Message> {
    try runner.submitAndWait(EditModification(edits, of: tree, annotation, .synchronous, self))
  }
}
