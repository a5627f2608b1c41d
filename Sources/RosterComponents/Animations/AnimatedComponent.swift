/// A component that says how its views come, change and go.
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
/// The animations are of the outermost views that the component's scope has. An
/// ``AnimationPlan`` collects them.
public protocol AnimatedComponent: Component {
  /// How the views come; they belong to a scope that was not there before.
  func initialAnimations(_ state: State) -> [Animation]

  /// How the views change when the scope was there before, and its body was run again.
  ///
  /// - Parameters:
  ///   - previous: What the scope had before.
  ///   - state: What the component has now.
  func changeAnimations(from previous: BuiltComponent<Self>, _ state: State) -> [Animation]

  /// How the views that the scope had go and those that it has now come, where they do not change
  /// but are something else to the user; it is played instead of `changeAnimations`.
  ///
  /// - Parameters:
  ///   - previous: What the scope had before.
  ///   - state: What the component has now.
  /// - Returns: `nil` if the views change.
  func transition(from previous: BuiltComponent<Self>, _ state: State) -> ViewTransition?

  /// How the views go; their scope is there no more.
  func finalAnimations(_ state: State) -> [Animation]
}

extension AnimatedComponent {
  /// None.
  public func initialAnimations(_ state: State) -> [Animation] { [] }

  /// None.
  public func changeAnimations(
    from previous: BuiltComponent<Self>, _ state: State
  ) -> [Animation] {
    []
  }

  /// None: the views change.
  public func transition(from previous: BuiltComponent<Self>, _ state: State) -> ViewTransition? {
    nil
  }

  /// None.
  public func finalAnimations(_ state: State) -> [Animation] { [] }
}
