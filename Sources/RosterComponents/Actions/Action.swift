internal import RosterCore

/// Something that can be done to a scope: a name for it, and no closure, so that it is plain data.
///
/// A component makes actions while it is built, with `edit`, `send` or `action` of its ``Scope``,
/// and gives them to events of its views or to the components in its body; those need not know whose
/// action it is:
///
///     func body(_ scope: Scope<Self>) -> Node<Message> {
///       for post in posts {
///         PostRow(post, onSelect: scope.send("select") { (id: Int) in .selected(id) })
///       }
///     }
///
/// Two actions are equal if scope, name and bound arguments are; a view that has one need not be
/// touched when it gets the other. Whoever performs an action performs what the scope says now.
public struct Action<each Argument: ActionArgument>: Hashable, Sendable {
  // Most actions have one reference, for which an array would be one allocation more.
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

  /// What is performed, in order; nothing for an action that does nothing.
  public var references: [ActionReference] { first.map { [$0] + others } ?? [] }

  /// Makes an action that is looked for by its name when it is performed: in the scope of the view
  /// that sends it, then in the ones around it, outwards; the first scope that has it performs it.
  public init(named name: String) {
    self.init(ActionReference(target: .responders, name: name))
  }

  /// Whether the action does nothing, in which case no event needs to be listened for.
  public var isEmpty: Bool { first == nil }

  func forEachReference(_ body: (ActionReference) -> Void) {
    if let first { body(first) }
    for reference in others { body(reference) }
  }
}

/// An action without arguments, under a name that can also be called: the compiler does not read
/// `Action<>()` as an expression.
///
///     ViewNode("button").on(.tap, PlainAction(named: "close"))
public typealias PlainAction = Action<>
