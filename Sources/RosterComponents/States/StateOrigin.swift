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

/// How the state of a scope is stored.
enum StateStorage: Sendable {
  /// Not stored, since the component has no state.
  case none
  /// Stored as the encoded initial state, which is encoded only when it is stored. It is not stored
  /// if it does not encode.
  case initial
  /// Stored as this value.
  case stored(StoredState)
  /// Not stored yet: the scope began with its initial state because the stored one does not decode.
  case undecodable(StoredState, reason: String)
}

/// The stored states of a tree, and which of them its scopes have not restored yet.
struct StateRestoration {
  private var remaining: [ScopePath: StoredState]

  init(_ stored: [ScopePath: StoredState]) { remaining = stored }

  mutating func take(_ path: ScopePath) -> StoredState? {
    remaining.isEmpty ? nil : remaining.removeValue(forKey: path)
  }

  /// The scopes that are gone, in the order of their texts.
  var missing: [ScopePath] {
    remaining.isEmpty
      ? []
      : remaining.keys.map { (path: $0, text: $0.description) }
        .sorted { $0.text < $1.text }.map(\.path)
  }
}
