public import RosterJSON

/// A view in a body: what it looks like, what its events perform, and what is in it.
///
///     ViewNode("row") {
///       ViewNode("label").attribute("text", .string(title))
///       LikeButton()
///     }
///     .on(.tap, scope.send("open") { .opened })
public struct ViewNode<Message: Sendable>: Sendable {
  @usableFromInline var draft: ViewDraft

  /// Makes a view of a class, with nothing in it.
  @inlinable
  public init(_ className: String) { draft = ViewDraft(ViewSpec(className)) }

  /// Makes a view of a class, with other nodes in it.
  @inlinable
  public init(
    _ className: String, @NodeBuilder<Message> _ children: () -> Node<Message>
  ) {
    draft = ViewDraft(ViewSpec(className), children().list)
  }

  /// Makes a view that looks like something.
  @inlinable
  public init(_ spec: ViewSpec) { draft = ViewDraft(spec) }

  /// Makes a view that looks like something, with other nodes in it.
  @inlinable
  public init(_ spec: ViewSpec, @NodeBuilder<Message> _ children: () -> Node<Message>) {
    draft = ViewDraft(spec, children().list)
  }

  /// What the view looks like.
  public var spec: ViewSpec {
    @inlinable get { draft.spec }
    @inlinable set { draft.spec = newValue }
  }

  /// Sets an attribute.
  @inlinable
  public consuming func attribute(_ name: String, _ value: JSONValue) -> Self {
    draft.spec.attributes[name] = value
    return self
  }

  /// Adds an action to what an event performs; an empty action adds nothing.
  public consuming func on(_ event: ViewEvent, _ action: Action<>) -> Self {
    action.forEachReference { draft.add($0, to: event) }
    return self
  }

  /// Adds an action to what an event performs; an empty action adds nothing.
  ///
  /// The event gives the action its values as arguments, after those that are bound already; which
  /// these are is the renderer's.
  public consuming func on<each Argument: ActionArgument>(
    _ event: ViewEvent, _ action: Action<repeat each Argument>
  ) -> Self {
    action.forEachReference { draft.add($0, to: event) }
    return self
  }
}
