/// The counts of a build.
///
/// Every scope of the tree is counted once: its body ran, or it was copied, or reused.
public struct BuildCounts: Hashable, Sendable {
  /// Scopes whose body ran.
  public var bodiesRun = 0
  /// Scopes that were copied without running their body, since something within them was built.
  public var scopesCopied = 0
  /// Scopes that were reused from the previous tree as they were, including those within them.
  public var scopesReused = 0
  /// Scopes that began with their initial state; scopes without a state are not counted.
  public var statesBegun = 0
  /// Scopes that began with their stored state.
  public var statesRestored = 0
  /// Scopes whose state an edit changed.
  public var statesChanged = 0
  /// Scopes that are gone with their state. Scopes without a state are not counted.
  public var statesForgotten = 0

  /// Makes counts of zero.
  public init() {}
}
