public import RosterCore

/// A stored state that a scope could not begin with, so that it has its initial state instead.
///
/// What is stored stays until the scope's state is changed or the scope goes.
public struct UndecodableState: Hashable, Sendable {
  /// The scope.
  public let scope: ScopePath
  /// What is stored for it.
  public let stored: StoredState
  /// Why it does not decode.
  public let reason: String
}
