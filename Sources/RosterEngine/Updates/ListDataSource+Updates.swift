public import RosterComponents
public import RosterCore

extension ListDataSource {
  /// What came of an update or an action.
  public typealias Outcome = UpdateOutcome<Batch>

  /// Queues an update of the state of a component. Never blocks on storage.
  ///
  /// Updates are applied in the order in which they were queued, each once, also if the insertion of
  /// the item or section is still pending. Those that wait in a row and have the same annotation become one
  /// revision. An update that fails concerns no others; one that names its tree by id does not fail
  /// with a changeset before it.
  ///
  /// - Parameters:
  ///   - scope: Where the component is.
  ///   - component: The type of the component there.
  ///   - tree: The item, header or footer. A path, or the index of a section, is one in the list as it
  ///     will be after everything pending.
  ///   - annotation: What the batch is to say about it.
  ///   - qos: How urgent it is.
  ///   - change: Changes the state; is run once.
  /// - Returns: The update, which will have an outcome exactly once. It fails with `noSuchItem`,
  ///   `noSuchSupplement` or `edit` if the tree or the scope is not there when its turn comes.
  /// - Throws: `noSuchItem` or `noSuchSupplement` for a place that will not be there;
  ///   `updateWhileBuilding`; `queueFull`;
  ///   `suspended`; `closed`. Nothing is queued then.
  /// - Complexity: O(1) to queue; O(log *n*) and what is built to apply.
  @discardableResult
  public func update<C: Component, Message: Sendable>(
    _ scope: ScopePath, of component: C.Type, in tree: TreeReference,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default,
    _ change: @escaping @Sendable (inout C.State) -> Void
  ) throws(DataSourceError) -> PendingChange<Outcome>
  where Output == ComponentTree<Message> {
    try edit([.update(scope, of: component, change)], in: tree, annotation, qos: qos)
  }

  /// Updates the state of a component on the calling thread, after everything that is pending.
  ///
  /// - Throws: `DataSourceError`; `reentrant` if called from within the pipeline,
  ///   `updateWhileBuilding` if from within a build.
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
  ///   - edits: What is done, in order.
  ///   - tree: The item, header or footer. A path, or the index of a section, is one in the list as it
  ///     will be after everything pending.
  ///   - annotation: What the batch is to say about it.
  ///   - qos: How urgent it is.
  /// - Returns: The edits, which will have one outcome. If some of them are refused it is the first
  ///   refusal; the others are applied.
  /// - Throws: As ``update(_:of:in:_:qos:_:)``.
  @discardableResult
  public func edit<Message: Sendable>(
    _ edits: [TreeEdit], in tree: TreeReference,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> PendingChange<Outcome>
  where Output == ComponentTree<Message> {
    let update = AcceptedUpdate(edits, of: tree, annotation, .queued(qos), dataSource: self)
    try runner.enqueue(.update(update), of: tree)
    return update.pending
  }

  /// Edits a tree on the calling thread, after everything that is pending.
  ///
  /// - Throws: `DataSourceError`; see ``updateSynchronously(_:of:in:_:_:)``.
  @discardableResult
  public func editSynchronously<Message: Sendable>(
    _ edits: [TreeEdit], in tree: TreeReference,
    _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> Outcome
  where Output == ComponentTree<Message> {
    let update = AcceptedUpdate(edits, of: tree, annotation, .synchronous, dataSource: self)
    try runner.run(.update(update), of: tree) { update.pending.isResolved }
    guard let outcome = update.pending.outcome else { throw .closed }
    return try outcome.get()
  }
}
