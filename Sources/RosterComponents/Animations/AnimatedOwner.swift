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
