internal import RosterCore

/// What a build has done to what is kept.
enum StateWrite: Sendable {
  /// A scope has begun with its initial state.
  case begin(ScopePath, any ScopeOwner)
  /// The state of a scope is another.
  case replace(ScopePath, StoredState)
  /// A scope is gone.
  case forget(ScopePath)
  /// A scope is gone whose initial state was kept, if it could be.
  case forgetInitial(ScopePath, any ScopeOwner)
}
