public import RosterCore

/// A stored state that does not decode, so that its scope began with its initial state.
///
/// The stored state stays until the scope's state changes or the scope is removed.
public struct UndecodableState: Hashable, Sendable {
  /// The scope.
  public let scope: ScopePath
  /// The stored state.
  public let stored: StoredState
  /// Why it does not decode.
  public let reason: String
}
