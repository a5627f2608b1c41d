public import RosterComponents
public import RosterCore
public import RosterJSON

extension ListDataSource {
  /// Queues an action, to be performed in a tree as its components are when its turn comes.
  ///
  /// What the action changes is stored as by
  /// ``update(_:of:in:_:qos:_:)``, and its messages are delivered
  /// afterwards. An action that only sends messages needs no revision.
  ///
  /// - Parameters:
  ///   - action: What is performed.
  ///   - argument: What it takes.
  ///   - tree: The item, header or footer. A path, or the index of a section, is one in the list as it
  ///     will be after everything pending.
  ///   - annotation: What the batch is to say about it.
  ///   - qos: How urgent it is.
  /// - Returns: The action, which will have an outcome exactly once. It fails with `edit` if its
  ///   scope or its name is not there when its turn comes.
  /// - Throws: As ``update(_:of:in:_:qos:_:)``.
  @discardableResult
  public func perform<each Argument: ActionArgument, Message: Sendable>(
    _ action: Action<repeat each Argument>, _ argument: repeat each Argument,
    in tree: TreeReference, _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> PendingChange<Outcome>
  where Output == ComponentTree<Message> {
    var arguments: [JSONValue] = []
    for argument in repeat each argument { arguments.append(argument.json) }
    return try perform(action.references, arguments: arguments, in: tree, annotation, qos: qos)
  }

  /// Queues what an event of a view performs.
  ///
  /// - Parameters:
  ///   - actions: What is performed, in order.
  ///   - arguments: What the event adds to the arguments of the actions.
  ///   - sender: The scope of the view, where an action without a target begins to be looked for.
  ///   - tree: The item, header or footer. A path, or the index of a section, is one in the list as it
  ///     will be after everything pending.
  ///   - annotation: What the batch is to say about it.
  ///   - qos: How urgent it is.
  /// - Returns: The actions, which will have one outcome. If some of them are refused it is the first
  ///   refusal; the others are performed.
  /// - Throws: As ``update(_:of:in:_:qos:_:)``.
  @discardableResult
  public func perform<Message: Sendable>(
    _ actions: [ActionReference], arguments: [JSONValue] = [], from sender: ScopePath = .root,
    in tree: TreeReference, _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> PendingChange<Outcome>
  where Output == ComponentTree<Message> {
    try edit(
      actions.map { .perform($0, arguments: arguments, from: sender) }, in: tree, annotation,
      qos: qos)
  }

  /// Performs what an event of a view performs on the calling thread, after everything that is
  /// pending.
  ///
  /// - Throws: `DataSourceError`; see ``updateSynchronously(_:of:in:_:_:)``.
  @discardableResult
  public func performSynchronously<Message: Sendable>(
    _ actions: [ActionReference], arguments: [JSONValue] = [], from sender: ScopePath = .root,
    in tree: TreeReference, _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> Outcome
  where Output == ComponentTree<Message> {
    try editSynchronously(
      actions.map { .perform($0, arguments: arguments, from: sender) }, in: tree, annotation)
  }
}
