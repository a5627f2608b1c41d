/// A component with the state that it was built with.
public struct BuiltComponent<Owner: Component>: Sendable {
  /// The component.
  public let component: Owner
  /// The state that its body has seen.
  public let state: Owner.State

  /// Makes it of its parts.
  public init(_ component: Owner, state: Owner.State) {
    self.component = component
    self.state = state
  }
}

extension TypedScopeOwner {
  /// What was built, with its type.
  var built: BuiltComponent<C> { BuiltComponent(typedPart.component, state: state) }
}
