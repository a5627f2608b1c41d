internal import RosterCore

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
