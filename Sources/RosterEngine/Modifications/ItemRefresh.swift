internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// What a reload or a new configuration does to the tree of one item.
final class ItemRefresh: Sendable {
  /// What the tree goes on from.
  enum Base: Sendable {
    case built(BuiltItem)
    /// What is stored: the tree is not in memory.
    case states([ScopePath: StoredState])
  }

  /// How much is done.
  enum Work: Sendable {
    /// Lays it out.
    case layout
    /// Builds what has read a value of the environment that is another.
    case environment
    /// Builds it with other components at the root.
    case components(ItemRoot)
    /// Builds everything, whatever is equal.
    case reload(ItemRoot)
  }

  private struct Result {
    var updated: UpdatedItem
    var isAnother: Bool
  }

  let id: ItemID
  let path: ItemPath
  private let base: Base
  private let work: Work
  private let result = Guarded<Result?>(nil)

  init(_ id: ItemID, _ path: ItemPath, _ base: Base, _ work: Work) {
    self.id = id
    self.path = path
    self.base = base
    self.work = work
  }

  /// Builds and lays out what is to be; once.
  func run(_ trees: ItemTrees, _ conditions: TreeConditions) {
    let made: Result
    switch base {
    case .built(let item): made = result(after: item, trees, conditions)
    case .states(let states): made = result(from: states, trees, conditions)
    }
    result.withLock { $0 = made }
  }

  /// How large the item was, if that is known without building anything.
  var knownSize: Size? { if case .built(let item) = base { item.size } else { nil } }

  /// Whether everything was done.
  var isMade: Bool { result.withLock { $0 != nil } }

  /// The item as it is now.
  var updated: UpdatedItem { made.updated }

  /// Whether anything was built or laid out again.
  var isAnother: Bool { made.isAnother }

  private var made: Result {
    guard let result = result.withLock({ $0 }) else {
      preconditionFailure("a tree is asked for after it was built")
    }
    return result
  }

  private func result(
    after item: BuiltItem, _ trees: ItemTrees, _ conditions: TreeConditions
  ) -> Result {
    let isLaidOutAnew = item.tree.layout?.constraints != conditions.constraints
    let previous = item.tree
    let build: TreeBuild<any Sendable>
    var isAnother = true
    switch work {
    case .layout:
      let tree = trees.laidOut(previous, of: .item(id), after: previous, conditions)
      return Result(
        updated: updated(BuiltItem(tree: tree, unwritten: item.unwritten), [], after: item),
        isAnother: isLaidOutAnew)
    case .environment:
      build = trees.builder.replacingEnvironment(conditions.environment, in: previous)
      isAnother = isLaidOutAnew || build.counts.bodiesRun > 0
    case .components(let root):
      build = trees.builder.build(
        root(path), after: previous, environment: conditions.environment)
    case .reload(let root):
      build = trees.builder.rebuild(
        root(path), after: previous, environment: conditions.environment)
    }
    trees.faults.report(build, of: .item(id))
    let changes = build.stateChanges(of: id)
    // What is built anew is laid out anew: it may measure something else.
    let layoutBase = if case .reload = work { nil as ErasedTree? } else { previous }
    let built = BuiltItem(
      tree: trees.laidOut(build.tree, of: .item(id), after: layoutBase, conditions),
      unwritten: changes.isEmpty ? item.unwritten : [])
    let written = changes.isEmpty ? [] : item.unwritten.followed(by: changes)
    return Result(updated: updated(built, written, after: item), isAnother: isAnother)
  }

  private func updated(
    _ built: BuiltItem, _ changes: [StateChange], after former: BuiltItem
  ) -> UpdatedItem {
    UpdatedItem(
      id: id, path: path, built: built, changes: changes, formerSize: former.size)
  }

  /// Builds what is not in memory. Its size is taken for the one that it had: nobody knows another.
  private func result(
    from states: [ScopePath: StoredState], _ trees: ItemTrees, _ conditions: TreeConditions
  ) -> Result {
    switch work {
    case .layout, .environment:
      preconditionFailure("a tree that is not in memory is built from its components")
    case .components(let root), .reload(let root):
      let build = trees.builder.build(
        root(path), stored: states, environment: conditions.environment)
      trees.faults.report(build, of: .item(id))
      let tree = trees.laidOut(build.tree, of: .item(id), after: nil, conditions)
      let built = BuiltItem(tree: tree, unwritten: build.stateChanges(of: id))
      return Result(
        updated: UpdatedItem(
          id: id, path: path, built: built, changes: [], formerSize: built.size),
        isAnother: true)
    }
  }
}
