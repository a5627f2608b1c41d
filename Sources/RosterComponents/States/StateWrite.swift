internal import RosterCore

/// One change that a build makes to the stored states.
enum StateWrite: Sendable {
  /// A scope has begun with its initial state.
  case begin(ScopePath, any ScopeOwner)
  /// The state of a scope has changed.
  case replace(ScopePath, StoredState)
  /// A scope is gone.
  case forget(ScopePath)
  /// A scope is gone whose initial state was stored, if it could be encoded.
  case forgetInitial(ScopePath, any ScopeOwner)
}
