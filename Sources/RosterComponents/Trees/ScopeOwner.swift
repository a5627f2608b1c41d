internal import RosterCore

/// What a scope belongs to: a component with its state and its actions, without their types.
///
/// A scope that is copied keeps its owner: the same object means that the body was not run again.
protocol ScopeOwner: AnyObject, Sendable {
  /// The state as it is stored, if it is.
  var storedState: StoredState? { get }
}

/// A component with its state and its actions.
final class TypedScopeOwner<C: Component>: ScopeOwner {
  let component: C
  let state: C.State
  let storedState: StoredState?

  init(component: C, state: C.State, storedState: StoredState?) {
    self.component = component
    self.state = state
    self.storedState = storedState
  }
}
