/// A component that animates how its views appear, change and disappear.
///
///     struct Comment: AnimatedComponent {
///       func initialAnimations(_ state: State) -> [Animation] { [.alpha(from: 0)] }
///
///       func changeAnimations(
///         from previous: BuiltComponent<Self>, _ state: State
///       ) -> [Animation] {
///         previous.state.isOpen == state.isOpen ? [] : [.bounds()]
///       }
///     }
///
/// The animations apply to the outermost views of the component's scope. An ``AnimationPlan``
/// collects them.
public protocol AnimatedComponent: Component {
  /// Returns the animations with which the views of a new scope appear.
  func initialAnimations(_ state: State) -> [Animation]

  /// Returns the animations with which the views change if the scope existed before and its body
  /// ran again.
  ///
  /// - Parameters:
  ///   - previous: The component and state of the scope before.
  ///   - state: The new state.
  func changeAnimations(from previous: BuiltComponent<Self>, _ state: State) -> [Animation]

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
  func finalAnimations(_ state: State) -> [Animation]
}

extension AnimatedComponent {
  /// Returns no animations.
  public func initialAnimations(_ state: State) -> [Animation] { [] }

  /// Returns no animations.
  public func changeAnimations(
    from previous: BuiltComponent<Self>, _ state: State
  ) -> [Animation] {
    []
  }

  /// Returns `nil`: the views change.
  public func transition(from previous: BuiltComponent<Self>, _ state: State) -> ViewTransition? {
    nil
  }

  /// Returns no animations.
  public func finalAnimations(_ state: State) -> [Animation] { [] }
}

/// How the old views of a scope disappear while its new ones appear in their place.
public struct ViewTransition: Hashable, Sendable {
  /// The animations with which the new views appear.
  public var initial: [Animation]
  /// The animations with which the old views disappear.
  public var final: [Animation]

  /// Makes a transition of both animations.
  public init(initial: [Animation] = [], final: [Animation] = []) {
    self.initial = initial
    self.final = final
  }

  /// Whether there is nothing to play.
  public var isEmpty: Bool { initial.isEmpty && final.isEmpty }
}

/// An ``AnimatedComponent`` of a built tree, without its type.
protocol AnimatedOwner {
  func initialAnimations() -> [Animation]
  func changeAnimations(from previous: any ScopeOwner) -> [Animation]
  func transition(from previous: any ScopeOwner) -> ViewTransition?
  func finalAnimations() -> [Animation]
}

extension TypedScopeOwner: AnimatedOwner where C: AnimatedComponent {
  func initialAnimations() -> [Animation] { typedPart.component.initialAnimations(state) }

  func changeAnimations(from previous: any ScopeOwner) -> [Animation] {
    // A path names the type. If the types differ, two types share a name, and nothing is animated.
    guard let previous = previous as? TypedScopeOwner<C> else { return [] }
    return typedPart.component.changeAnimations(from: previous.built, state)
  }

  func transition(from previous: any ScopeOwner) -> ViewTransition? {
    guard let previous = previous as? TypedScopeOwner<C> else { return nil }
    return typedPart.component.transition(from: previous.built, state)
  }

  func finalAnimations() -> [Animation] { typedPart.component.finalAnimations(state) }
}
