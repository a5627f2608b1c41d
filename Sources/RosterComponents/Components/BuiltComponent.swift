/// A component with the state that it was built with.
public struct BuiltComponent<Owner: Component>: Sendable {
  /// The component.
  public let component: Owner
  /// The state that its body has read.
  public let state: Owner.State

  /// Makes a built component of its parts.
  public init(_ component: Owner, state: Owner.State) {
    self.component = component
    self.state = state
  }
}

extension TypedScopeOwner {
  /// The component with its state, with their types.
  var built: BuiltComponent<C> { BuiltComponent(typedPart.component, state: state) }
}
