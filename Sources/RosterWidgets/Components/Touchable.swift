public import RosterComponents

/// Makes everything in it one thing that can be touched.
///
///     Touchable(onTap: open, onLongPress: scope.edit("mark") { $0.isMarked = true }) {
///       Text(post.author, .headline)
///       Text(post.body)
///     }
///
/// A control in it keeps the events that it has itself. Nodes cannot be compared, so the body runs
/// whenever the component around it does; what is in it is compared as ever.
public struct Touchable<Message: Sendable>: Component {
  /// The name under which states of what is in it are kept.
  public static var typeName: String { "RosterWidgets.Touchable" }

  private let events: [(event: ViewEvent, action: Action<>)]
  private let onSwipe: Action<GestureKind.Direction>
  private var label: String?
  private var hint: String?
  private var accessibilityActions: [Accessibility.Action] = []
  private let content: Node<Message>

  /// Makes a container.
  ///
  /// - Parameters:
  ///   - onTap: The action of a tap.
  ///   - onDoubleTap: The action of two taps.
  ///   - onLongPress: The action of a long press.
  ///   - onSwipe: The action of a swipe. It gets the direction. A swipe has no key, so the application
  ///     also offers what it does by a control.
  ///   - content: The nodes in it.
  public init(
    onTap: Action<> = Action(), onDoubleTap: Action<> = Action(),
    onLongPress: Action<> = Action(), onSwipe: Action<GestureKind.Direction> = Action(),
    @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    events = [(.tap, onTap), (.doubleTap, onDoubleTap), (.longPress, onLongPress)]
    self.onSwipe = onSwipe
    self.content = content()
  }

  /// Says what assistive technology calls it, instead of everything that is in it.
  public func accessibility(label: String, hint: String? = nil) -> Self {
    var touchable = self
    (touchable.label, touchable.hint) = (label, hint)
    return touchable
  }

  /// Offers an event to assistive technology as an action, under a label in the user's language.
  public func accessibilityAction(_ label: String, on event: ViewEvent) -> Self {
    var touchable = self
    touchable.accessibilityActions.append(Accessibility.Action(label, event: event))
    return touchable
  }

  /// Returns the view around the content.
  public func body(_ scope: Scope<Self>) -> Node<Message> {
    events.reduce(ViewNode("touchable") { content }) { $0.on($1.event, $1.action) }
      .on(.swipe, onSwipe)
      .accessibility(accessibility)
  }

  private var accessibility: Accessibility {
    let canBeTapped = events.contains { $0.event == .tap && !$0.action.isEmpty }
    var accessibility = Accessibility(label: label, hint: hint)
    if canBeTapped { accessibility.traits = [.button] }
    // What can be tapped as a whole is also read as a whole.
    if canBeTapped || label != nil { accessibility.isElement = true }
    accessibility.actions = accessibilityActions
    return accessibility
  }
}
