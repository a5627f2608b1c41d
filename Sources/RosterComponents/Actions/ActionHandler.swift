internal import RosterCore
internal import RosterJSON

/// The effect of an action of a component.
struct ActionHandler: Sendable {
  let name: String
  /// Performs the action on the state of the component that made it. The arguments are in their
  /// JSON form; extra ones are ignored.
  let perform: @Sendable (any EditedState, [JSONValue]) throws(EditError) -> (any Sendable)?

  init<Owner: Component>(
    of owner: Owner.Type, name: String,
    editing change: @escaping @Sendable (inout Owner.State) -> Void
  ) {
    self.name = name
    perform = { (edited, _) throws(EditError) in
      try Self.state(edited, of: owner).edit(change)
      return nil
    }
  }

  init<Owner: Component>(
    of owner: Owner.Type, name: String,
    _ handler: @escaping @Sendable (inout Owner.State) -> Owner.Message?
  ) {
    self.name = name
    perform = { (edited, _) throws(EditError) in
      try Self.state(edited, of: owner).edit { state in handler(&state) }
    }
  }

  init<Owner: Component, each Argument: ActionArgument>(
    of owner: Owner.Type, name: String,
    _ handler: @escaping @Sendable (inout Owner.State, repeat each Argument) -> Owner.Message?
  ) {
    self.name = name
    perform = { (edited, arguments) throws(EditError) in
      var reader = ActionArgumentReader(name: name, arguments: arguments)
      let values = (repeat try reader.next((each Argument).self))
      return try Self.state(edited, of: owner).edit { state in
        handler(&state, repeat each values)
      }
    }
  }

  private static func state<Owner: Component>(
    _ edited: any EditedState, of owner: Owner.Type
  ) -> TypedEditedState<Owner> {
    guard let edited = edited as? TypedEditedState<Owner> else {
      preconditionFailure("an action was performed on the state of another component")
    }
    return edited
  }
}

/// Reads the arguments of an action one by one.
private struct ActionArgumentReader {
  let name: String
  let arguments: [JSONValue]
  private var count = 0

  init(name: String, arguments: [JSONValue]) {
    self.name = name
    self.arguments = arguments
  }

  mutating func next<Argument: ActionArgument>(
    _ type: Argument.Type
  ) throws(EditError) -> Argument {
    guard count < arguments.count, let argument = Argument(json: arguments[count]) else {
      throw .wrongArgument(action: name, index: count, expected: "\(type)")
    }
    count += 1
    return argument
  }
}
