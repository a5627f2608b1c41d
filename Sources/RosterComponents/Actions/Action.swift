public import RosterCore
internal import RosterJSON

/// Something that can be done to a scope. An action is plain data: a name instead of a closure.
///
/// A component makes actions in its body, with `edit`, `send` or `action` of its ``Scope``. It
/// passes them to events of its views or to the components in its body, which need not know to
/// which scope an action belongs:
///
///     func body(_ scope: Scope<Self>) -> Node<Message> {
///       for post in posts {
///         PostRow(post, onSelect: scope.send("select") { (id: Int) in .selected(id) })
///       }
///     }
///
/// Two actions are equal if their scopes, names and bound arguments are equal. A renderer then need
/// not touch a view that gets the one instead of the other. Performing an action runs the closure
/// that the scope has at that time.
public struct Action<each Argument: ActionArgument>: Hashable, Sendable {
  // Most actions have one reference; an array for it would need an extra allocation.
  private let first: ActionReference?
  private let others: [ActionReference]

  init(references: [ActionReference]) {
    first = references.first
    others = Array(references.dropFirst())
  }

  init(_ reference: ActionReference) {
    first = reference
    others = []
  }

  /// Makes an action that does nothing.
  public init() { self.init(references: []) }

  /// The references that are performed, in order; empty for an action that does nothing.
  public var references: [ActionReference] { first.map { [$0] + others } ?? [] }

  /// Makes an action that is found by its name when it is performed. The search begins in the scope
  /// of the view that sends the action and continues outwards; the first scope that has the action
  /// performs it.
  public init(named name: String) {
    self.init(ActionReference(target: .responders, name: name))
  }

  /// Makes an action that is found by its name in one scope: a way to trigger from outside what a
  /// component offers.
  ///
  ///     let show = Action<Int>(named: "show", in: carousel)
  ///     try await list.apply(.action(show, 3, in: .id(photos)))
  ///
  /// If the component takes other arguments, or has no such action, performing it fails.
  ///
  /// - Parameters:
  ///   - name: The name of the action among those of the component.
  ///   - scope: The path of the component; see ``ComponentTree/paths(of:identifier:)``.
  public init(named name: String, in scope: ScopePath) {
    self.init(ActionReference(target: .scope(scope), name: name))
  }

  /// Whether the action does nothing. No event needs to be observed for it then.
  public var isEmpty: Bool { first == nil }

  func forEachReference(_ body: (ActionReference) -> Void) {
    if let first { body(first) }
    for reference in others { body(reference) }
  }
}

/// An action without arguments. The alias can be called in an expression, where the compiler does
/// not accept `Action<>()`.
///
///     ViewNode("button").on(.tap, PlainAction(named: "close"))
public typealias PlainAction = Action<>

extension Action {
  /// Binds the first argument of an action. The new action takes the remaining arguments.
  ///
  ///     let open = Action<Int, String>(named: "open")
  ///     let openSeven = Action(open, binding: 7)  // Action<String>
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
  ///     let open = Action<Int, String>(named: "open")
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
