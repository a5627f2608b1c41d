/// The actions of a scope, by name.
///
/// If a body makes two actions of one name, the later one is performed for both of them, because an
/// action knows only its scope and its name. In a loop, bind the values that differ as arguments,
/// or take them from the event:
///
///     let select = scope.edit("select") { (state, id: Int) in state.selection = id }
///     for row in rows { RowButton(row.title, onTap: select(row.id)) }
extension Scope {
  /// Makes an action that changes the state.
  ///
  /// - Parameters:
  ///   - name: The name of the action among those of the component.
  ///   - change: Runs once each time the action is performed.
  public func edit(
    _ name: String, _ change: @escaping @Sendable (inout Owner.State) -> Void
  ) -> Action<> {
    record.add(ActionHandler(of: Owner.self, name: name, editing: change))
    return Action(ActionReference(target: .scope(path), name: name))
  }

  /// Makes an action that changes the state, given some arguments.
  ///
  /// - Parameters:
  ///   - name: The name of the action among those of the component.
  ///   - change: Runs once each time the action is performed.
  public func edit<each Argument: ActionArgument>(
    _ name: String,
    _ change: @escaping @Sendable (inout Owner.State, repeat each Argument) -> Void
  ) -> Action<repeat each Argument> {
    action(name) { (state: inout Owner.State, argument: repeat each Argument) in
      change(&state, repeat each argument)
      return nil
    }
  }

  /// Makes an action that sends a message.
  ///
  /// The message goes to the root of the tree. The components around this one can transform it with
  /// ``Node/map(_:)``.
  ///
  /// - Parameters:
  ///   - name: The name of the action among those of the component.
  ///   - message: Makes the message.
  public func send<each Argument: ActionArgument>(
    _ name: String, _ message: @escaping @Sendable (repeat each Argument) -> Owner.Message
  ) -> Action<repeat each Argument> {
    action(name) { (_: inout Owner.State, argument: repeat each Argument) in
      message(repeat each argument)
    }
  }

  /// Makes an action that always sends the same message.
  ///
  ///     ViewNode("button").on(.tap, scope.send("like", .liked))
  ///
  /// - Parameters:
  ///   - name: The name of the action among those of the component.
  ///   - message: The message.
  public func send(_ name: String, _ message: Owner.Message) -> Action<> {
    send(name) { message }
  }

  /// Makes an action that may change the state and may send a message.
  ///
  /// - Parameters:
  ///   - name: The name of the action among those of the component.
  ///   - handler: Runs once each time the action is performed. Its result is sent.
  public func action(
    _ name: String,
    _ handler: @escaping @Sendable (inout Owner.State) -> Owner.Message?
  ) -> Action<> {
    record.add(ActionHandler(of: Owner.self, name: name, handler))
    return Action(ActionReference(target: .scope(path), name: name))
  }

  /// Makes an action that, given some arguments, may change the state and may send a message.
  ///
  /// - Parameters:
  ///   - name: The name of the action among those of the component.
  ///   - handler: Runs once each time the action is performed. Its result is sent.
  public func action<each Argument: ActionArgument>(
    _ name: String,
    _ handler: @escaping @Sendable (inout Owner.State, repeat each Argument) -> Owner.Message?
  ) -> Action<repeat each Argument> {
    record.add(ActionHandler(of: Owner.self, name: name, handler))
    return Action(ActionReference(target: .scope(path), name: name))
  }
}
