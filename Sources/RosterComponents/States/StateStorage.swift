internal import RosterCore

/// How the state of a scope is kept.
enum StateStorage: Sendable {
  /// Not at all: the component has none.
  case none
  /// As what the initial state is encoded to, which is done by whoever keeps it. It is not kept if
  /// it does not encode.
  case initial
  /// As this.
  case stored(StoredState)
  /// Not yet: the scope began with its initial state because what is kept does not decode.
  case undecodable(StoredState, reason: String)
}
