public import RosterJSON

/// A view in a body: its description, its events, and its content.
///
///     ViewNode("row") {
///       ViewNode("label").attribute("text", .string(title))
///       LikeButton()
///     }
///     .on(.tap, scope.send("open") { .opened })
public struct ViewNode<Message: Sendable>: Sendable {
  @usableFromInline var draft: ViewDraft

  /// Makes a view of a class without content.
  @inlinable
  public init(_ className: String) { draft = ViewDraft(ViewSpec(className)) }

  /// Makes a view of a class with nodes in it.
  @inlinable
  public init(
    _ className: String, @NodeBuilder<Message> _ children: () -> Node<Message>
  ) {
    draft = ViewDraft(ViewSpec(className), children().list)
  }

  /// Makes a view of a description.
  @inlinable
  public init(_ spec: ViewSpec) { draft = ViewDraft(spec) }

  /// Makes a view of a description with nodes in it.
  @inlinable
  public init(_ spec: ViewSpec, @NodeBuilder<Message> _ children: () -> Node<Message>) {
    draft = ViewDraft(spec, children().list)
  }

  /// The description of the view.
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

  /// Adds an action to an event. An empty action adds nothing.
  public consuming func on(_ event: ViewEvent, _ action: Action<>) -> Self {
    action.forEachReference { draft.add($0, to: event) }
    return self
  }

  /// Adds an action to an event. An empty action adds nothing.
  ///
  /// The event passes its values to the action as arguments, behind the bound ones. The renderer
  /// determines these values.
  public consuming func on<each Argument: ActionArgument>(
    _ event: ViewEvent, _ action: Action<repeat each Argument>
  ) -> Self {
    action.forEachReference { draft.add($0, to: event) }
    return self
  }
}
