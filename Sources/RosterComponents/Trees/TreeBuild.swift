/// A built tree, and what building it did.
public struct TreeBuild<Message: Sendable>: Sendable {
  /// The tree.
  public let tree: ComponentTree<Message>
  /// What was done.
  public let counts: BuildCounts
  /// Stored states that did not decode; each is told of by the build that restores it, once.
  public let undecodable: [UndecodableState]
  private let writes: StateWrites

  init(_ tree: ComponentTree<Message>, _ report: BuildReport) {
    self.tree = tree
    counts = report.counts
    undecodable = report.undecodable
    writes = report.writes.isEmpty ? .none : StateWrites(report.writes)
  }

  /// What must be kept so that the states survive: the initial states of new scopes, the changed
  /// ones, `nil` for those of scopes that are gone.
  ///
  /// The order is the same whenever the same is built.
  ///
  /// - Complexity: O(1) but for the first time, when initial states are encoded.
  public var stateChanges: [ScopeStateChange] { writes.encode().changes }

  /// The initial states that do not encode, so that they are not kept.
  ///
  /// - Complexity: O(1) but for the first time, when initial states are encoded.
  public var unencodable: [UnencodableState] { writes.encode().unencodable }
}
