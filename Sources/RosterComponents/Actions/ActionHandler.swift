internal import RosterJSON

/// What an action of a component does.
struct ActionHandler<State: Sendable, Message: Sendable>: Sendable {
  let name: String
  /// Performs the action with arguments in their JSON form; there may be more than it takes.
  let perform: @Sendable (inout State, [JSONValue]) throws(EditError) -> Message?

  init<each Argument: ActionArgument>(
    name: String, _ handler: @escaping @Sendable (inout State, repeat each Argument) -> Message?
  ) {
    self.name = name
    perform = { (state, arguments) throws(EditError) in
      var reader = ActionArgumentReader(name: name, arguments: arguments)
      let values = (repeat try reader.next((each Argument).self))
      return handler(&state, repeat each values)
    }
  }
}

/// Takes the arguments of an action one by one.
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
