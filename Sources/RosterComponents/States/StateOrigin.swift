internal import RosterCore

/// Where the state of a scope comes from when its body is run.
enum StateOrigin {
  /// The scope is new.
  case nothing
  /// The scope is new to this process, and its state was kept.
  case stored(StoredState)
  /// The scope is in the previous tree.
  case previous(any ScopeOwner)
  /// The scope is in the previous tree, and was edited since.
  case edited(any EditedState)
}

/// What has become of the state of a scope when its body is run.
enum StateEvent {
  /// It is the one that it was, or there is none.
  case kept
  /// It is the initial one.
  case begun
  /// It is the one that was kept.
  case restored
  /// It is the initial one, since what was kept does not decode.
  case undecodable
  /// Edits have changed it.
  case changed
  /// There is none any more, since the component now is one without.
  case dropped
}
