internal import RosterCore

/// The component of a scope with its state, without their types.
///
/// A copied scope keeps its owner. The same object means that the body did not run again.
protocol ScopeOwner: AnyObject, Sendable {
  /// The component.
  var part: ComponentPart { get }
  /// How the state is stored.
  var storage: StateStorage { get }

  /// Returns the encoded state, `nil` if the component has none or something else is stored.
  ///
  /// - Throws: If it is the initial state, and does not encode.
  func encodedState() throws -> StoredState?

  /// Begins to edit the state.
  func edited(at scope: ScopePath) -> any EditedState
}

extension ScopeOwner {
  /// The state that is stored for the scope; `nil` if none is.
  var keptState: StoredState? {
    if case .undecodable(let kept, _) = storage { return kept }
    return try? encodedState()
  }

  var hasState: Bool {
    if case .none = storage { false } else { true }
  }
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

  var part: ComponentPart { typedPart }

  func encodedState() throws -> StoredState? {
    switch storage {
    case .none, .undecodable: nil
    case .initial: try StateCoding.stored(state, of: C.self)
    case .stored(let state): state
    }
  }

  func edited(at scope: ScopePath) -> any EditedState {
    TypedEditedState(owner: self, scope: scope)
  }
}
