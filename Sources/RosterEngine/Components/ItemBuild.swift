internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// The build of one item's tree for one change, which other builds of the same commit may go on
/// from.
final class ItemBuild: Sendable {
  /// What the tree goes on from.
  enum Base: Sendable {
    /// Nothing: the item is new.
    case nothing
    /// What is stored, and what the tree before was made of, if it must be known how large it was.
    case states([ScopePath: StoredState], former: ItemRoot?)
    case built(BuiltItem)
    /// A build of the same commit, in an earlier wave.
    case build(ItemBuild)
  }

  private struct Result {
    var item: BuiltItem
    var changes: [StateChange]
    /// How large the item was, if it was laid out.
    var formerSize: Size?
  }

  let id: ItemID
  let targetPath: ItemPath
  /// The number of builds of the same commit that must come before.
  let wave: Int
  /// The states that are written with the change, whatever the components say.
  private let assigned: [StateChange]
  private let base: Base
  /// Makes the components, for this build and for the ones that go on from it.
  let root: ItemRoot
  private let result = Guarded<Result?>(nil)

  init(_ request: TreeRequest, base: Base, assigning assigned: [StateChange]) {
    id = request.id
    targetPath = request.path
    root = request.root
    self.base = base
    wave = if case .build(let earlier) = base { earlier.wave + 1 } else { 0 }
    self.assigned = assigned
  }

  /// Whether the item is inserted by the change.
  var isNew: Bool { if case .nothing = base { true } else { false } }

  /// Whether the item has a tree.
  var hasTree: Bool { if case .built = base { true } else { false } }

  /// Whether states are written with the change.
  var hasAssignedStates: Bool { !assigned.isEmpty }

  /// How large the item was, if that is known without building anything.
  var knownSize: Size? { if case .built(let item) = base { item.size } else { nil } }

  /// How large the item was, once it is built.
  var formerSize: Size? { made.formerSize }

  /// Whether the tree was built.
  var isMade: Bool { result.withLock { $0 != nil } }

  /// The built tree.
  var item: BuiltItem { made.item }

  /// What is to be stored with the change.
  var changes: [StateChange] { made.changes }

  /// How large the item is, if it is new or was of another size.
  var resized: ChangedSize? {
    ChangedSize(id, at: targetPath, from: made.formerSize, to: made.item.size)
  }

  private var made: Result {
    guard let result = result.withLock({ $0 }) else {
      preconditionFailure("a tree is asked for after it was built")
    }
    return result
  }

  /// Builds the tree, and lays it out; once.
  func run(_ trees: ItemTrees, _ conditions: TreeConditions) {
    let start = start
    let build = trees.builder.build(
      root(targetPath), after: start.previous, stored: start.states,
      environment: conditions.environment)
    trees.faults.report(build, of: .item(id))
    let changes = start.unwritten.followed(by: assigned).followed(by: build.stateChanges(of: id))
    let tree = trees.laidOut(build.tree, of: .item(id), after: start.previous, conditions)
    let result = Result(
      item: BuiltItem(tree: tree),
      changes: changes, formerSize: formerSize(trees, conditions))
    self.result.withLock { $0 = result }
  }

  /// How large the item was.
  private func formerSize(_ trees: ItemTrees, _ conditions: TreeConditions) -> Size? {
    switch base {
    case .nothing, .states(_, former: nil): return nil
    case .built(let item): return item.size
    case .build(let earlier): return earlier.item.size
    case .states(let states, former: let root?):
      let build = trees.builder.build(
        root(targetPath), stored: states, environment: conditions.environment)
      return trees.laidOut(build.tree, of: .item(id), after: nil, conditions).layout?.size
    }
  }

  /// What a build goes on from.
  private struct Start {
    var previous: ErasedTree?
    var states: [ScopePath: StoredState] = [:]
    /// What storage does not have of the states before.
    var unwritten: [StateChange] = []
  }

  /// The tree to go on from, or the states.
  ///
  /// Assigned states are restored as if they had been stored, so that then the tree is built anew.
  private var start: Start {
    let built: BuiltItem
    switch base {
    case .nothing: return Start(states: withAssigned([:]))
    case .states(let states, _): return Start(states: withAssigned(states))
    case .built(let item): built = item
    case .build(let earlier): built = earlier.item
    }
    if assigned.isEmpty { return Start(previous: built.tree, unwritten: built.unwritten) }
    return Start(states: withAssigned(built.states), unwritten: built.unwritten)
  }

  private func withAssigned(
    _ states: [ScopePath: StoredState]
  ) -> [ScopePath: StoredState] {
    var states = states
    for change in assigned { states[change.address.scope] = change.state }
    return states
  }
}

extension [ItemBuild] {
  /// The trees with their type, once they are built.
  func generated<Message>() -> [GeneratedItem<ComponentTree<Message>>] {
    map {
      GeneratedItem(id: $0.id, targetPath: $0.targetPath, output: ComponentTree($0.item.tree))
    }
  }

  /// What of their states is to be written.
  var states: [ChangedState] { flatMap { $0.changes.changedStates(at: .item($0.targetPath)) } }

  /// Those that are new or have another size.
  var sizes: [ChangedSize] { compactMap { $0.resized } }
}
