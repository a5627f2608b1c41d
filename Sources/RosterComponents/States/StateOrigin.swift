internal import RosterCore

/// The origin of a scope's state when its body runs.
enum StateOrigin {
  /// The scope is new.
  case nothing
  /// The scope is new in this process, and its state was stored.
  case stored(StoredState)
  /// The scope is in the previous tree.
  case previous(any ScopeOwner)
  /// The scope is in the previous tree, and edits have been applied since.
  case edited(any EditedState)
}

/// What happened to the state of a scope when its body ran.
enum StateEvent {
  /// The state is unchanged, or the component has none.
  case kept
  /// The scope began with its initial state.
  case begun
  /// The scope began with its stored state.
  case restored
  /// The scope began with its initial state, since the stored one does not decode.
  case undecodable
  /// Edits have changed it.
  case changed
  /// The state is gone, since the scope now has a component without a state.
  case dropped
}
