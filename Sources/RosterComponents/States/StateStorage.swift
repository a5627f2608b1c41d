internal import RosterCore

/// How the state of a scope is kept.
enum StateStorage: Sendable {
  /// Not at all: the component has none.
  case none
  /// As this.
  case stored(StoredState)
  /// Not yet: the scope began with its initial state because what is kept does not decode.
  case undecodable(StoredState, reason: String)
  /// Not at all: the initial state does not encode.
  case unencodable(reason: String)

  /// What is kept for the scope; `nil` if nothing is.
  var kept: StoredState? {
    switch self {
    case .stored(let state), .undecodable(let state, _): state
    case .none, .unencodable: nil
    }
  }

  /// The state that the scope has, as it is kept; `nil` if it is not.
  var state: StoredState? {
    if case .stored(let state) = self { state } else { nil }
  }

  /// Whether the component has a state.
  var isState: Bool {
    if case .none = self { false } else { true }
  }
}
