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
