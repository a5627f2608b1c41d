/// A component that animates how its views appear, change and disappear.
///
///     struct Comment: AnimatedComponent {
///       struct State: ComponentState { var isOpen = false }
///
///       func initialState() -> State { State() }
///
///       func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("comment") }
///
///       func initialAnimations(_ state: State) -> [AnimationSpec] { [.alpha(from: 0)] }
///
///       func changeAnimations(
///         from previous: BuiltComponent<Self>, _ state: State
///       ) -> [AnimationSpec] {
///         previous.state.isOpen == state.isOpen ? [] : [.bounds()]
///       }
///     }
///
/// The animations apply to the outermost views of the component's scope. An ``AnimationPlan``
/// collects them.
public protocol AnimatedComponent: Component {
  /// Returns the animations with which the views of a new scope appear.
  func initialAnimations(_ state: State) -> [AnimationSpec]

  /// Returns the animations with which the views change if the scope existed before and its body
  /// ran again.
  ///
  /// - Parameters:
  ///   - previous: The component and state of the scope before.
  ///   - state: The new state.
  func changeAnimations(from previous: BuiltComponent<Self>, _ state: State) -> [AnimationSpec]

  /// Returns how the old views of the scope disappear and the new ones appear, for a change after
  /// which the user sees something different. The transition is played instead of
  /// `changeAnimations`.
  ///
  /// - Parameters:
  ///   - previous: The component and state of the scope before.
  ///   - state: The new state.
  /// - Returns: `nil` if the views change instead.
  func transition(from previous: BuiltComponent<Self>, _ state: State) -> ViewTransition?

  /// Returns the animations with which the views disappear after their scope is gone.
  func finalAnimations(_ state: State) -> [AnimationSpec]
}

extension AnimatedComponent {
  /// Returns no animations.
  public func initialAnimations(_ state: State) -> [AnimationSpec] { [] }

  /// Returns no animations.
  public func changeAnimations(
    from previous: BuiltComponent<Self>, _ state: State
  ) -> [AnimationSpec] {
    []
  }

  /// Returns `nil`: the views change.
  public func transition(from previous: BuiltComponent<Self>, _ state: State) -> ViewTransition? {
    nil
  }

  /// Returns no animations.
  public func finalAnimations(_ state: State) -> [AnimationSpec] { [] }
}

/// How the old views of a scope disappear while its new ones appear in their place.
public struct ViewTransition: Hashable, Sendable {
  /// The animations with which the new views appear.
  public var initial: [AnimationSpec]
  /// The animations with which the old views disappear.
  public var final: [AnimationSpec]

  /// Makes a transition of both animations.
  public init(initial: [AnimationSpec] = [], final: [AnimationSpec] = []) {
    self.initial = initial
    self.final = final
  }

  /// Whether there is nothing to play.
  public var isEmpty: Bool { initial.isEmpty && final.isEmpty }
}

/// An ``AnimatedComponent`` of a built tree, without its type.
protocol AnimatedOwner {
  func initialAnimations() -> [AnimationSpec]
  func changeAnimations(from previous: any ScopeOwner) -> [AnimationSpec]
  func transition(from previous: any ScopeOwner) -> ViewTransition?
  func finalAnimations() -> [AnimationSpec]
}

extension TypedScopeOwner: AnimatedOwner where C: AnimatedComponent {
  func initialAnimations() -> [AnimationSpec] { typedPart.component.initialAnimations(state) }

  func changeAnimations(from previous: any ScopeOwner) -> [AnimationSpec] {
    // A path names the type. If the types differ, two types share a name, and nothing is animated.
    guard let previous = previous as? TypedScopeOwner<C> else { return [] }
    return typedPart.component.changeAnimations(from: previous.built, state)
  }

  func transition(from previous: any ScopeOwner) -> ViewTransition? {
    guard let previous = previous as? TypedScopeOwner<C> else { return nil }
    return typedPart.component.transition(from: previous.built, state)
  }

  func finalAnimations() -> [AnimationSpec] { typedPart.component.finalAnimations(state) }
}
