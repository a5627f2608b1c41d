/// A built tree, and what the build did.
package struct TreeBuild<Message: Sendable>: Sendable {
  /// The tree.
  package let tree: ComponentTree<Message>
  /// The counts of the build.
  package let counts: BuildCounts
  /// Stored states that did not decode. Each is reported once, by the build that tried to restore
  /// it.
  package let undecodable: [UndecodableState]
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
  package var stateChanges: [ScopeStateChange] { writes.encode().changes }

  /// The initial states that do not encode and so are not stored.
  ///
  /// - Complexity: O(1), except at the first access, which encodes initial states.
  package var unencodable: [UnencodableState] { writes.encode().unencodable }
}

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

extension BuildCounts: CustomStringConvertible {
  /// The counts in words: `2 bodies run, 14 scopes reused, 1 state changed`.
  public var description: String {
    let counts = [
      (bodiesRun, "body run", "bodies run"), (scopesCopied, "scope copied", "scopes copied"),
      (scopesReused, "scope reused", "scopes reused"), (statesBegun, "state begun", "states begun"),
      (statesRestored, "state restored", "states restored"),
      (statesChanged, "state changed", "states changed"),
      (statesForgotten, "state forgotten", "states forgotten"),
    ]
    let words = counts.filter { $0.0 != 0 }.map { count, one, many in
      "\(count) \(count == 1 ? one : many)"
    }
    return words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }
}
