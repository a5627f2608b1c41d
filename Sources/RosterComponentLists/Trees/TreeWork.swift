internal import RosterComponents
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine
internal import RosterLayout

/// One piece of work on one tree, done once: building it for a change, building or laying it out
/// again, or editing it.
///
/// Other work of the same commit may continue from it.
final class TreeWork: Sendable {
  /// What the work continues from.
  enum Start: Sendable {
    /// Nothing: the item or section is new.
    case nothing
    /// The stored states, because the tree is not in memory. Also the former tree, if its size must
    /// be known.
    case stored([ScopePath: StoredState], former: FormerTree?)
    case built(BuiltTree)
    /// Earlier work: of the same commit in an earlier wave; or of this work alone, which then runs
    /// it first.
    case work(TreeWork)
  }

  /// What a tree was built from before.
  struct FormerTree: Sendable {
    var root: TreeRoot
    var states: [ScopePath: StoredState]
  }

  /// The kind of work.
  enum Kind: Sendable {
    /// Builds the tree with these components at the root.
    case components(TreeRoot)
    /// Rebuilds everything, even if it is equal.
    case reload(TreeRoot)
    /// Rebuilds what has read an environment value that changed.
    case environment
    /// Lays out the tree.
    case layout
    /// Applies edits of its states.
    case edits([TreeEdit])
    /// Releases the tree, because sections no longer have such a header or footer. Its states stay
    /// in storage.
    case release
  }

  /// When states are stored that begin or end with the work, or that storage did not have before.
  enum Writing: Sendable {
    /// With the change that the work belongs to.
    case withChange
    /// In a revision of their own, if any state begins or ends.
    case ifAny
    /// With the next change of the tree; the work belongs to no commit.
    case later
  }

  private struct Result {
    var updated: UpdatedTree
    /// The outcome of each edit, in order; `nil` if there is nothing to edit.
    var outcomes: [EditPasses.Outcome]?
  }

  let id: TreeID
  let place: TreePlace
  /// The number of works of the same commit that must run before this one.
  let wave: Int
  /// Whether the change inserts the item or section.
  let isNew: Bool
  private let start: Start
  private let kind: Kind
  private let writing: Writing
  /// The states that the change assigns, regardless of the components.
  private let assigned: [StateChange]
  private let result = Guarded<Result?>(nil)

  init(
    _ tree: PlacedTree, from start: Start, _ kind: Kind, assigning assigned: [StateChange] = [],
    writing: Writing, isNew: Bool = false
  ) {
    id = tree.id
    place = tree.place
    self.start = start
    self.kind = kind
    self.writing = writing
    self.assigned = assigned
    self.isNew = isNew
    wave = if case .work(let earlier) = start { earlier.wave + 1 } else { 0 }
  }

  /// Makes the components of this work and of work that continues from it; `nil` if they stay the
  /// same.
  var root: TreeRoot? {
    switch kind {
    case .components(let root), .reload(let root): root
    case .environment, .layout, .edits, .release: nil
    }
  }

  /// Whether the tree was in memory before.
  var hasTree: Bool { if case .built = start { true } else { false } }

  /// Whether the change assigns states.
  var hasAssignedStates: Bool { !assigned.isEmpty }

  /// The size before, if it is known without a build.
  var knownSize: Size? { if case .built(let tree) = start { tree.size } else { nil } }

  /// Whether the work was done.
  var isMade: Bool { result.withLock { $0 != nil } }

  /// The tree after the work.
  var updated: UpdatedTree { made.updated }

  /// The outcome of each edit, in order; `nil` if nothing was edited, for example because the
  /// section has no such header or footer.
  var outcomes: [EditPasses.Outcome]? { made.outcomes }

  private var made: Result {
    guard let result = result.withLock({ $0 }) else {
      preconditionFailure("a tree is asked for after it was built")
    }
    return result
  }

  // MARK: Working

  /// Does the work. Called once.
  func run(_ trees: ListTrees, _ conditions: TreeConditions) {
    let result = result(after: origin(trees, conditions), trees, conditions)
    self.result.withLock { $0 = result }
  }

  /// What is known of the tree before the work.
  private struct Origin {
    var previous: ErasedTree?
    /// The states that the components begin with if there is no tree.
    var states: [ScopePath: StoredState] = [:]
    /// The states that are not in storage yet.
    var unwritten: [StateChange] = []
    var formerSize: Size?
  }

  private func origin(_ trees: ListTrees, _ conditions: TreeConditions) -> Origin {
    switch start {
    case .nothing: return Origin(states: withAssigned([:]))
    case .stored(let states, let former):
      let formerSize = former.flatMap { size(of: $0, trees, conditions) }
      return Origin(states: withAssigned(states), formerSize: formerSize)
    case .built(let tree): return origin(after: tree)
    case .work(let earlier):
      if !earlier.isMade { earlier.run(trees, conditions) }
      return origin(after: earlier.updated.built)
    }
  }

  /// Assigned states are restored like stored ones, so the tree is then built from scratch.
  private func origin(after tree: BuiltTree) -> Origin {
    let isBuiltAnew = !assigned.isEmpty
    return Origin(
      previous: isBuiltAnew ? nil : tree.tree,
      states: isBuiltAnew ? withAssigned(tree.states) : [:], unwritten: tree.unwritten,
      formerSize: tree.size)
  }

  private func withAssigned(_ states: [ScopePath: StoredState]) -> [ScopePath: StoredState] {
    var states = states
    for change in assigned { states[change.address.scope] = change.state }
    return states
  }

  /// Returns the size of the former tree.
  private func size(
    of former: FormerTree, _ trees: ListTrees, _ conditions: TreeConditions
  ) -> Size? {
    guard conditions.constraints != nil, let node = former.root(place) else { return nil }
    let build = trees.builder.build(
      node, stored: former.states, environment: conditions.environment)
    return trees.laidOut(build.tree, of: id, after: nil, conditions).layout?.size
  }

  private func result(
    after origin: Origin, _ trees: ListTrees, _ conditions: TreeConditions
  ) -> Result {
    switch kind {
    case .components(let root):
      guard let node = root(place) else { return Result(updated: gone(after: origin)) }
      let build = trees.builder.build(
        node, after: origin.previous, stored: origin.states, environment: conditions.environment)
      return result(
        of: build, after: origin, layoutAfter: origin.previous, trees, conditions)
    case .reload(let root):
      guard let node = root(place) else { return Result(updated: gone(after: origin)) }
      let build: TreeBuild<any Sendable>
      if let previous = origin.previous {
        build = trees.builder.rebuild(
          node, after: previous, environment: conditions.environment)
      } else {
        build = trees.builder.build(
          node, stored: origin.states, environment: conditions.environment)
      }
      // What is rebuilt is laid out again, because it may measure something else.
      var result = result(of: build, after: origin, layoutAfter: nil, trees, conditions)
      // A tree that was not in memory counts as unchanged in size: no former size is known.
      if case .stored = start { result.updated.formerSize = result.updated.built.size }
      return result
    case .environment:
      guard let previous = origin.previous else { break }
      let build = trees.builder.replacingEnvironment(conditions.environment, in: previous)
      var result = result(of: build, after: origin, layoutAfter: previous, trees, conditions)
      result.updated.hasChanged =
        isLaidOutAnew(previous, conditions) || build.counts.bodiesRun > 0
      return result
    case .layout:
      guard let previous = origin.previous else { break }
      let tree = trees.laidOut(previous, of: id, after: previous, conditions)
      return Result(
        updated: updated(
          BuiltTree(tree: tree, unwritten: origin.unwritten), after: origin,
          hasChanged: isLaidOutAnew(previous, conditions)))
    case .edits(let edits):
      guard let previous = origin.previous else { break }
      var passes = EditPasses(edits, to: previous, of: id)
      passes.run(trees.builder, trees.faults)
      let tree = trees.laidOut(passes.tree, of: id, after: previous, conditions)
      let (changes, unwritten) = settled(origin.unwritten, passes.changes)
      return Result(
        updated: updated(
          BuiltTree(tree: tree, unwritten: unwritten), changes, after: origin,
          hasChanged: !passes.changes.isEmpty),
        outcomes: passes.outcomes)
    case .release:
      return Result(
        updated: updated(BuiltTree(), after: origin, hasChanged: origin.previous != nil))
    }
    // The tree does not exist, and this work does not make one.
    return Result(
      updated: updated(
        BuiltTree(unwritten: origin.unwritten), after: origin, hasChanged: false))
  }

  private func result(
    of build: TreeBuild<any Sendable>, after origin: Origin, layoutAfter previous: ErasedTree?,
    _ trees: ListTrees, _ conditions: TreeConditions
  ) -> Result {
    trees.faults.report(build, of: id)
    let tree = trees.laidOut(build.tree, of: id, after: previous, conditions)
    let (changes, unwritten) = settled(origin.unwritten, build.stateChanges)
    return Result(
      updated: updated(BuiltTree(tree: tree, unwritten: unwritten), changes, after: origin))
  }

  /// Returns the result for a section without such a header or footer. All of its states are
  /// removed.
  private func gone(after origin: Origin) -> UpdatedTree {
    let states = origin.previous.map { BuiltTree(tree: $0).states } ?? origin.states
    let removals = states.removals(of: id)
    let others = origin.unwritten.followed(by: assigned).map { StateChange($0.address, nil) }
    let known = Set(removals.lazy.map(\.address))
    let changes = removals + others.filter { !known.contains($0.address) }
    let hasChanged = writing == .ifAny ? origin.previous != nil : !isNew
    return updated(
      BuiltTree(unwritten: writing == .later ? changes : []), writing == .later ? [] : changes,
      after: origin, hasChanged: hasChanged)
  }

  /// The one rule for states that are not stored yet.
  ///
  /// - Parameters:
  ///   - unwritten: The earlier states that storage does not have.
  ///   - begun: The states that begin or end with this work.
  private func settled(
    _ unwritten: [StateChange], _ begun: [ScopeStateChange]
  ) -> (changes: [StateChange], unwritten: [StateChange]) {
    if writing == .ifAny, begun.isEmpty { return ([], unwritten) }
    let all = unwritten.followed(by: assigned).followed(by: begun.stateChanges(of: id))
    return writing == .later ? ([], all) : (all, [])
  }

  private func updated(
    _ built: BuiltTree, _ changes: [StateChange] = [], after origin: Origin,
    hasChanged: Bool = true
  ) -> UpdatedTree {
    UpdatedTree(
      id: id, place: place, built: built, changes: changes, formerSize: origin.formerSize,
      hasChanged: hasChanged)
  }

  private func isLaidOutAnew(_ tree: ErasedTree, _ conditions: TreeConditions) -> Bool {
    tree.layout?.constraints != conditions.constraints
  }
}
