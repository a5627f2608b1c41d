/// A built tree, and what the build did.
public struct TreeBuild<Message: Sendable>: Sendable {
  /// The tree.
  public let tree: ComponentTree<Message>
  /// The counts of the build.
  public let counts: BuildCounts
  /// Stored states that did not decode. Each is reported once, by the build that tried to restore
  /// it.
  public let undecodable: [UndecodableState]
  private let writes: StateWrites

  init(_ tree: ComponentTree<Message>, _ report: BuildReport) {
    self.tree = tree
    counts = report.counts
    undecodable = report.undecodable
    writes = report.writes.isEmpty ? .none : StateWrites(report.writes)
  }

  /// The changes to store so that states survive: the initial states of new scopes, the changed
  /// states, and `nil` for the states of removed scopes.
  ///
  /// The order is the same whenever the same tree is built.
  ///
  /// - Complexity: O(1), except at the first access, which encodes initial states.
  public var stateChanges: [ScopeStateChange] { writes.encode().changes }

  /// The initial states that do not encode and so are not stored.
  ///
  /// - Complexity: O(1), except at the first access, which encodes initial states.
  public var unencodable: [UnencodableState] { writes.encode().unencodable }
}
