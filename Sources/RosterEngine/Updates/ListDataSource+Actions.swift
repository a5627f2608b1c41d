public import RosterComponents
public import RosterCore
public import RosterJSON

extension ListDataSource {
  /// Queues an action. It is performed in the components of the tree as they are when its turn
  /// comes.
  ///
  /// State changes of the action are stored as by ``enqueueUpdate(_:of:in:_:qos:_:)``. Its messages are
  /// delivered afterwards. An action that only sends messages needs no revision.
  ///
  /// - Parameters:
  ///   - action: The action to perform.
  ///   - argument: The arguments of the action.
  ///   - tree: The item, header or footer. A path, or the index of a section, refers to the list
  ///     after everything pending.
  ///   - annotation: What the batch says about the action.
  ///   - qos: How urgent it is.
  /// - Returns: The action, which gets exactly one outcome. It fails with `edit` if its scope or
  ///   name does not exist when its turn comes.
  /// - Throws: As ``enqueueUpdate(_:of:in:_:qos:_:)``.
  @discardableResult
  public func enqueueAction<each Argument: ActionArgument, Message: Sendable>(
    _ action: Action<repeat each Argument>, _ argument: repeat each Argument,
    in tree: TreeReference, _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> Pending<Outcome>
  where Output == ComponentTree<Message> {
    var arguments: [JSONValue] = []
    for argument in repeat each argument { arguments.append(argument.json) }
    return try enqueueActions(
      action.references, arguments: arguments, in: tree, annotation, qos: qos)
  }

  /// Performs an action. Returns once its state changes are durable and published.
  ///
  /// See ``enqueueAction(_:_:in:_:qos:)``.
  ///
  /// - Throws: `DataSourceError`; the states are then unchanged.
  @discardableResult
  public func perform<each Argument: ActionArgument, Message: Sendable>(
    _ action: Action<repeat each Argument>, _ argument: repeat each Argument,
    in tree: TreeReference, _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) async throws -> Outcome
  where Output == ComponentTree<Message> {
    try await enqueueAction(action, repeat each argument, in: tree, annotation, qos: qos).value
  }

  /// Queues the actions of a view's event.
  ///
  /// - Parameters:
  ///   - actions: The actions to perform, in order.
  ///   - arguments: What the event adds to the arguments of the actions.
  ///   - sender: The scope of the view. The search for an action without a target begins there.
  ///   - tree: The item, header or footer. A path, or the index of a section, refers to the list
  ///     after everything pending.
  ///   - annotation: What the batch says about the actions.
  ///   - qos: How urgent they are.
  /// - Returns: The actions, which get one outcome together. If some are refused, the outcome is
  ///   the first refusal; the others are performed.
  /// - Throws: As ``enqueueUpdate(_:of:in:_:qos:_:)``.
  @discardableResult
  public func enqueueActions<Message: Sendable>(
    _ actions: [ActionReference], arguments: [JSONValue] = [], from sender: ScopePath = .root,
    in tree: TreeReference, _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> Pending<Outcome>
  where Output == ComponentTree<Message> {
    try enqueueEdits(
      actions.map { .perform($0, arguments: arguments, from: sender) }, in: tree, annotation,
      qos: qos)
  }

  /// Performs the actions of a view's event. Returns once their state changes are durable and
  /// published.
  ///
  /// See ``enqueueActions(_:arguments:from:in:_:qos:)``.
  ///
  /// - Throws: `DataSourceError`; if only some are refused, the others are performed.
  @discardableResult
  public func performActions<Message: Sendable>(
    _ actions: [ActionReference], arguments: [JSONValue] = [], from sender: ScopePath = .root,
    in tree: TreeReference, _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) async throws -> Outcome
  where Output == ComponentTree<Message> {
    try await enqueueActions(
      actions, arguments: arguments, from: sender, in: tree, annotation, qos: qos
    ).value
  }

  /// Performs the actions of a view's event on the calling thread, after everything pending.
  ///
  /// - Throws: `DataSourceError`; see ``updateSynchronously(_:of:in:_:_:)``.
  @discardableResult
  public func performActionsSynchronously<Message: Sendable>(
    _ actions: [ActionReference], arguments: [JSONValue] = [], from sender: ScopePath = .root,
    in tree: TreeReference, _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> Outcome
  where Output == ComponentTree<Message> {
    try editSynchronously(
      actions.map { .perform($0, arguments: arguments, from: sender) }, in: tree, annotation)
  }
}
