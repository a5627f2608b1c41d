public import RosterJSON

/// A view in a body: what it looks like, what its events perform, and what is in it.
///
///     ViewNode("row") {
///       ViewNode("label").attribute("text", .string(title))
///       LikeButton()
///     }
///     .on(.tap, scope.send("open") { .opened })
public struct ViewNode<Message: Sendable>: Sendable {
  /// What the view looks like.
  public var spec: ViewSpec
  var events = ViewEvents()
  var children: [TreeNode] = []

  /// Makes a view of a class, with nothing in it.
  public init(_ className: String) { spec = ViewSpec(className) }

  /// Makes a view of a class, with other nodes in it.
  public init(
    _ className: String, @NodeBuilder<Message> _ children: () -> Node<Message>
  ) {
    spec = ViewSpec(className)
    self.children = children().content.elements
  }

  /// Makes a view that looks like something.
  public init(_ spec: ViewSpec) { self.spec = spec }

  /// Sets an attribute.
  public consuming func attribute(_ name: String, _ value: JSONValue) -> Self {
    spec.attributes[name] = value
    return self
  }

  /// Adds an action to what an event performs; an empty action adds nothing.
  ///
  /// The event gives the action its values as arguments, after those that are bound already; which
  /// these are is the renderer's.
  public consuming func on<each Argument: ActionArgument>(
    _ event: ViewEvent, _ action: Action<repeat each Argument>
  ) -> Self {
    events.add(action.references, to: event)
    return self
  }
}
