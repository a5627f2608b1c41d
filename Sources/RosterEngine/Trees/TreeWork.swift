internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// What is done to one tree, once: it is built for a change, built or laid out anew, or edited.
///
/// Other work of the same commit may go on from it.
final class TreeWork: Sendable {
  /// What a tree goes on from.
  enum Start: Sendable {
    /// Nothing: the item or section is new.
    case nothing
    /// What is stored, since the tree is not in memory; with what it was before, if it must be known
    /// how large that was.
    case stored([ScopePath: StoredState], former: FormerTree?)
    case built(BuiltTree)
    /// What other work leaves: of the same commit and in an earlier wave, or of this one alone, which
    /// does it first.
    case work(TreeWork)
  }

  /// What a tree was made of before.
  struct FormerTree: Sendable {
    var root: TreeRoot
    var states: [ScopePath: StoredState]
  }

  /// How much is done.
  enum Kind: Sendable {
    /// Builds it with these components at the root.
    case components(TreeRoot)
    /// Builds everything, whatever is equal.
    case reload(TreeRoot)
    /// Builds what has read a value of the environment that is another.
    case environment
    /// Lays it out.
    case layout
    /// Applies edits of its states.
    case edits([TreeEdit])
    /// Lets it go, since no section has one any more. Its states stay in storage.
    case release
  }

  /// When the states are written that begin or end with the work, and those that storage did not have
  /// before.
  enum Writing: Sendable {
    /// With the change that the work is for.
    case withChange
    /// In a revision of their own, if any begin or end.
    case ifAny
    /// With the next change of the tree: the work is for no commit.
    case later
  }

  private struct Result {
    var updated: UpdatedTree
    /// What became of each edit, in their order; `nil` if there is nothing to edit.
    var outcomes: [EditPasses.Outcome]?
  }

  let id: TreeID
  let place: TreePlace
  /// The number of works of the same commit that must come before.
  let wave: Int
  /// Whether the change inserts the item or section.
  let isNew: Bool
  private let start: Start
  private let kind: Kind
  private let writing: Writing
  /// The states that are written with the change, whatever the components say.
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

  /// Makes the components, for this work and what goes on from it; `nil` if they stay as they are.
  var root: TreeRoot? {
    switch kind {
    case .components(let root), .reload(let root): root
    case .environment, .layout, .edits, .release: nil
    }
  }

  /// Whether the tree is in memory before.
  var hasTree: Bool { if case .built = start { true } else { false } }

  /// Whether states are written with the change.
  var hasAssignedStates: Bool { !assigned.isEmpty }

  /// How large it was, if that is known without building anything.
  var knownSize: Size? { if case .built(let tree) = start { tree.size } else { nil } }

  /// Whether everything was done.
  var isMade: Bool { result.withLock { $0 != nil } }

  /// The tree as it is now.
  var updated: UpdatedTree { made.updated }

  /// What became of each edit, in their order; `nil` if the section has no such header or footer.
  var outcomes: [EditPasses.Outcome]? { made.outcomes }

  private var made: Result {
    guard let result = result.withLock({ $0 }) else {
      preconditionFailure("a tree is asked for after it was built")
    }
    return result
  }

  // MARK: Working

  /// Does everything; once.
  func run(_ trees: ListTrees, _ conditions: TreeConditions) {
    let result = result(after: origin(trees, conditions), trees, conditions)
    self.result.withLock { $0 = result }
  }

  /// What is known of the tree before.
  private struct Origin {
    var previous: ErasedTree?
    /// The states that components begin with if there is no tree.
    var states: [ScopePath: StoredState] = [:]
    /// What storage does not have of the states.
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

  /// Assigned states are restored as if they had been stored, so that then the tree is built anew.
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

  /// How large the tree was.
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
      // What is built anew is laid out anew: it may measure something else.
      var result = result(of: build, after: origin, layoutAfter: nil, trees, conditions)
      // The size of what was not in memory is taken for the one that it had: no other is known.
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
    // There is no tree, and none is made.
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

  /// The tree of a section that has no such header or footer, or none any more: nothing is left of its
  /// states.
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

  /// The one rule for states that are not written yet.
  ///
  /// - Parameters:
  ///   - unwritten: What storage does not have from before.
  ///   - begun: What begins and ends with this work.
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
