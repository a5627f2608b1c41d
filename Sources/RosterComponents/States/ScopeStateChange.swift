public import RosterCore

/// A state that a build wrote or removed.
public struct ScopeStateChange: Hashable, Sendable {
  /// The scope.
  public let scope: ScopePath
  /// The new state, `nil` if the scope is gone and its state is removed.
  public let state: StoredState?

  /// Makes a change of its parts.
  public init(scope: ScopePath, state: StoredState?) {
    self.scope = scope
    self.state = state
  }
}
