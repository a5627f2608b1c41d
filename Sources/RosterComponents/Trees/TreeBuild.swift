/// A built tree, and what building it did.
public struct TreeBuild<Message: Sendable>: Sendable {
  /// The tree.
  public let tree: ComponentTree<Message>
  /// What must be kept so that the states survive: the initial states of new scopes, the changed
  /// ones, `nil` for those of scopes that are gone.
  ///
  /// The order is the same whenever the same is built.
  public let stateChanges: [ScopeStateChange]
  /// What was done.
  public let counts: BuildCounts
  /// Stored states that did not decode; each is told of by the build that restores it, once.
  public let undecodable: [UndecodableState]
  /// Initial states that did not encode.
  public let unencodable: [UnencodableState]
}
