internal import RosterComponents
internal import RosterCore

/// Applies edits to a tree, in one pass if it can be.
///
/// All edits of a pass see the scopes that there were before it. One that comes to a scope or an
/// action that is not there may mean one that an edit before it brings, as it would if each edit
/// were a revision of its own; so it is tried again on the tree after the pass, unless nothing
/// before it was done. Whatever is tried again has not been run.
struct EditPasses {
  /// The message that an edit has sent, if any, or why it was refused.
  typealias Outcome = Result<(any Sendable)?, EditError>

  private(set) var tree: ErasedTree
  private(set) var changes: [ScopeStateChange] = []
  /// What became of each edit, in their order.
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

  /// Whether nothing was run because something was not there.
  fileprivate var mayBeTriedAgain: Bool {
    switch self {
    case .failure(.noSuchScope), .failure(.noSuchAction): true
    case .success, .failure: false
    }
  }
}

extension [ScopeStateChange] {
  /// These changes and then others as one row: of those of a scope the last one counts.
  fileprivate func followed(by later: [ScopeStateChange]) -> [ScopeStateChange] {
    if isEmpty { return later }
    if later.isEmpty { return self }
    let overridden = Set(later.lazy.map { $0.scope })
    return filter { !overridden.contains($0.scope) } + later
  }
}
