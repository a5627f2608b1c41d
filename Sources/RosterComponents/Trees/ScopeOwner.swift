internal import RosterCore

/// What a scope belongs to: a component with its state, without their types.
///
/// A scope that is copied keeps its owner: the same object means that the body was not run again.
protocol ScopeOwner: AnyObject, Sendable {
  /// The component.
  var part: any ComponentPart { get }
  /// How the state is kept.
  var storage: StateStorage { get }

  /// Begins to edit the state.
  func edited(at scope: ScopePath) -> any EditedState
}

/// A component with its state.
final class TypedScopeOwner<C: Component>: ScopeOwner {
  let typedPart: TypedComponentPart<C>
  let state: C.State
  let storage: StateStorage

  init(_ part: TypedComponentPart<C>, state: C.State, storage: StateStorage) {
    typedPart = part
    self.state = state
    self.storage = storage
  }

  var part: any ComponentPart { typedPart }

  func edited(at scope: ScopePath) -> any EditedState {
    TypedEditedState(owner: self, scope: scope)
  }
}
