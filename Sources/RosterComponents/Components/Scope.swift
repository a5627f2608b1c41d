public import RosterCore

/// What a component knows while it is built: its state, its place, its surroundings.
///
/// A scope is for the build it was made for, and cannot leave it: it is not `Sendable`.
public struct Scope<Owner: Component> {
  /// The state of the component.
  public let state: Owner.State
  let record: ScopeRecord<Owner>

  init(state: Owner.State, record: ScopeRecord<Owner>) {
    self.state = state
    self.record = record
  }

  /// Where the component stands in its item.
  public var path: ScopePath { record.path }

  /// A value from the surroundings; the component is built again when it changes.
  public func environment<Key: EnvironmentKey>(_ key: Key.Type) -> Key.Value {
    record.environmentValue(key)
  }

  /// Makes an action that changes the state.
  ///
  /// - Parameters:
  ///   - name: Tells the action from the others of the component.
  ///   - change: Is run once for each time the action is performed.
  public func edit<each Argument: ActionArgument>(
    _ name: String,
    _ change: @escaping @Sendable (inout Owner.State, repeat each Argument) -> Void
  ) -> Action<repeat each Argument> {
    action(name) { (state: inout Owner.State, argument: repeat each Argument) in
      change(&state, repeat each argument)
      return nil
    }
  }

  /// Makes an action that sends a message to whoever made the component.
  ///
  /// - Parameters:
  ///   - name: Tells the action from the others of the component.
  ///   - message: Makes the message.
  public func send<each Argument: ActionArgument>(
    _ name: String, _ message: @escaping @Sendable (repeat each Argument) -> Owner.Message
  ) -> Action<repeat each Argument> {
    action(name) { (_: inout Owner.State, argument: repeat each Argument) in
      message(repeat each argument)
    }
  }

  /// Makes an action that may change the state and may send a message.
  ///
  /// - Parameters:
  ///   - name: Tells the action from the others of the component.
  ///   - handler: Is run once for each time the action is performed; what it returns is sent.
  public func action<each Argument: ActionArgument>(
    _ name: String,
    _ handler: @escaping @Sendable (inout Owner.State, repeat each Argument) -> Owner.Message?
  ) -> Action<repeat each Argument> {
    record.add(ActionHandler(name: name, handler))
    return Action(scope: path, name: name)
  }
}
