internal import RosterJSON

extension Action {
  /// Binds the first argument of an action. The new action takes the remaining arguments.
  ///
  ///     let open: Action<Int, String> = …
  ///     let openSeven = Action(open, binding: 7)        // Action<String>
  public init<First: ActionArgument>(
    _ action: Action<First, repeat each Argument>, binding first: First
  ) {
    let argument = first.json
    self.init(references: action.references.map { $0.adding([argument]) })
  }

  /// Makes an action that takes arguments and ignores them, of an action without arguments.
  public init(_ action: Action<>) { self.init(references: action.references) }

  /// Binds all arguments of the action.
  ///
  ///     let open: Action<Int, String> = …
  ///     ViewNode("button").on(.tap, open(7, "now"))
  public func callAsFunction(_ argument: repeat each Argument) -> Action<> {
    var arguments: [JSONValue] = []
    for argument in repeat each argument { arguments.append(argument.json) }
    return .init(references: references.map { $0.adding(arguments) })
  }

  /// Returns an action that performs this one and then another with the same arguments.
  public func then(_ next: Self) -> Self { Self(references: references + next.references) }

  /// Returns an action that performs this one and then another without the arguments.
  @_disfavoredOverload
  public func then(_ next: Action<>) -> Self {
    Self(references: references + next.references)
  }
}

extension ActionReference {
  fileprivate func adding(_ arguments: [JSONValue]) -> Self {
    var reference = self
    reference.arguments += arguments
    return reference
  }
}
