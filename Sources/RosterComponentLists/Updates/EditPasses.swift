internal import RosterComponents
internal import RosterCore
internal import RosterEngine

/// Applies edits to a tree, in one pass if possible.
///
/// All edits of a pass see the scopes from before the pass. An edit whose scope or action does not
/// exist may refer to one that an earlier edit creates, as if each edit were a revision of its own.
/// So it is tried again on the tree after the pass, unless no edit before it succeeded. An edit
/// that is tried again has not run yet.
struct EditPasses {
  /// The message that an edit sent, if any, or why it was refused.
  typealias Outcome = Result<(any Sendable)?, EditError>

  private(set) var tree: ErasedTree
  private(set) var changes: [ScopeStateChange] = []
  /// The outcome of each edit, in order.
  private(set) var outcomes: [Outcome] = []
  private let id: TreeID
  private let edits: [TreeEdit]

  init(_ edits: [TreeEdit], to tree: ErasedTree, of id: TreeID) {
    self.edits = edits
    self.tree = tree
    self.id = id
  }

  mutating func run(_ builder: TreeBuilder, _ faults: StateFaultLog) {
    var update = pass(edits, builder, faults)
    outcomes = update.outcomes
    var tried = Array(edits.indices)
    while !update.build.stateChanges.isEmpty {
      tried = tried.drop { outcomes[$0].isFailure }.filter { outcomes[$0].mayBeTriedAgain }
      if tried.isEmpty { return }
      update = pass(tried.map { edits[$0] }, builder, faults)
      for (index, outcome) in zip(tried, update.outcomes) { outcomes[index] = outcome }
    }
  }

  private mutating func pass(
    _ edits: [TreeEdit], _ builder: TreeBuilder, _ faults: StateFaultLog
  ) -> TreeUpdate<any Sendable> {
    let update = builder.applying(edits, to: tree)
    faults.report(update.build, of: id)
    tree = update.build.tree
    changes = changes.followed(by: update.build.stateChanges)
    return update
  }
}

extension Result where Failure == EditError {
  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }

  /// Whether the edit did not run because its scope or action does not exist.
  fileprivate var mayBeTriedAgain: Bool {
    switch self {
    case .failure(.noSuchScope), .failure(.noSuchAction): true
    case .success, .failure: false
    }
  }
}

extension [ScopeStateChange] {
  /// Returns these changes followed by later ones; of several to the same scope the last counts.
  fileprivate func followed(by later: [ScopeStateChange]) -> [ScopeStateChange] {
    if isEmpty { return later }
    if later.isEmpty { return self }
    let overridden = Set(later.lazy.map { $0.scope })
    return filter { !overridden.contains($0.scope) } + later
  }
}
