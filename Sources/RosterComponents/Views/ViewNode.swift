public import RosterJSON
public import RosterLayout

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

  /// Adds actions without their types to an event.
  package consuming func on(_ event: ViewEvent, _ references: [ActionReference]) -> Self {
    for reference in references { draft.add(reference, to: event) }
    return self
  }
}

/// A view is a flex container, by default a column, and has a style of its own.
extension ViewNode: FlexModifiable {
  /// Changes the style of the view.
  public consuming func layout(_ change: (inout LayoutStyle) -> Void) -> Self {
    change(&draft.box.style)
    return self
  }

  /// Changes how flexbox places the content of the view.
  public consuming func flex(_ change: (inout FlexContainer) -> Void) -> Self {
    draft.box.modifyContainer(change)
    return self
  }

  /// Lets a rule instead of flexbox place the content of the view.
  public consuming func layout(by rule: some LayoutRule) -> Self {
    draft.box.arrangement = .rule(rule)
    return self
  }

  /// Gives the view the size of some content, such as its text. Views in it are not placed.
  public consuming func measured(by content: some MeasuredContent) -> Self {
    draft.box.arrangement = .measured(content)
    return self
  }
}

extension ViewNode {
  /// Replaces the description of the view for assistive technology.
  public consuming func accessibility(_ accessibility: Accessibility) -> Self {
    spec.accessibility = accessibility
    return self
  }

  /// Offers an action to assistive technology, under a label in the user's language.
  ///
  /// - Parameters:
  ///   - label: The label of the action.
  ///   - event: The event that happens to the view: one that the view has already, such as a long
  ///     press, or a new one.
  ///   - action: The action that is performed.
  public consuming func accessibilityAction(
    _ label: String, on event: ViewEvent, _ action: Action<>
  ) -> Self {
    spec.accessibility = spec.accessibility ?? Accessibility()
    spec.accessibility?.actions.append(Accessibility.Action(label, event: event))
    return on(event, action)
  }

  /// Offers an event of the view to assistive technology as an action, under a label in the user's
  /// language.
  public consuming func accessibilityAction(_ label: String, on event: ViewEvent) -> Self {
    accessibilityAction(label, on: event, Action())
  }
}
