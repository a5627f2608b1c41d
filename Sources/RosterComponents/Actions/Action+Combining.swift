internal import RosterJSON

extension Action {
  /// Gives an action its first argument, so that what is left takes the others.
  ///
  ///     let open: Action<Int, String> = …
  ///     let openSeven = Action(open, binding: 7)        // Action<String>
  public init<First: ActionArgument>(
    _ action: Action<First, repeat each Argument>, binding first: First
  ) {
    let argument = first.json
    self.init(references: action.references.map { $0.adding([argument]) })
  }

  /// Makes of an action without arguments one that takes some and ignores them.
  public init(_ action: Action<>) { self.init(references: action.references) }

  /// Gives the action all of its arguments.
  ///
  ///     let open: Action<Int, String> = …
  ///     ViewNode("button").on(.tap, open(7, "now"))
  public func callAsFunction(_ argument: repeat each Argument) -> Action<> {
    var arguments: [JSONValue] = []
    for argument in repeat each argument { arguments.append(argument.json) }
    return .init(references: references.map { $0.adding(arguments) })
  }

  /// An action that does this, and then another with the same arguments.
  public func then(_ next: Self) -> Self { Self(references: references + next.references) }

  /// An action that does this, and then another without the arguments.
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
