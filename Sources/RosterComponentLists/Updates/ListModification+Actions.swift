public import RosterComponents
public import RosterCore
public import RosterEngine
public import RosterJSON

extension ListModification {
  /// An action. It is performed in the components of the tree as they are when its turn comes.
  ///
  ///     try await list.apply(.action(show, 3, in: .id(photos)))
  ///
  /// State changes of the action are stored as those of an update. Its messages are delivered
  /// afterwards. An action that only sends messages needs no revision.
  ///
  /// A data source refuses it as an ``update(_:of:in:_:)``. Once it is queued, it fails with `edit` if
  /// its scope or name does not exist when its turn comes.
  ///
  /// - Parameters:
  ///   - action: The action to perform.
  ///   - argument: The arguments of the action.
  ///   - tree: The item, header or footer. A path, or the index of a section, refers to the list
  ///     after everything pending.
  public static func action<each Argument: ActionArgument, Message: Sendable>(
    _ action: Action<repeat each Argument>, _ argument: repeat each Argument,
    in tree: TreeReference
  ) -> Self
  where
    Output == ComponentTree<Message>,
    Outcome == UpdateOutcome<ListBatch<Model, SectionModel, Output>>
  {
    var arguments: [JSONValue] = []
    for argument in repeat each argument { arguments.append(argument.json) }
    return .actions(action.references, arguments: arguments, in: tree)
  }

  /// The actions of a view's event.
  ///
  /// They get one outcome together. If some are refused, the outcome is the first refusal; the others
  /// are performed.
  ///
  /// - Parameters:
  ///   - actions: The actions to perform, in order.
  ///   - arguments: What the event adds to the arguments of the actions.
  ///   - sender: The scope of the view. The search for an action without a target begins there.
  ///   - tree: The item, header or footer. A path, or the index of a section, refers to the list
  ///     after everything pending.
  public static func actions<Message: Sendable>(
    _ actions: [ActionReference], arguments: [JSONValue] = [], from sender: ScopePath = .root,
    in tree: TreeReference
  ) -> Self
  where
    Output == ComponentTree<Message>,
    Outcome == UpdateOutcome<ListBatch<Model, SectionModel, Output>>
  {
    .edits(actions.map { .perform($0, arguments: arguments, from: sender) }, in: tree)
  }
}
