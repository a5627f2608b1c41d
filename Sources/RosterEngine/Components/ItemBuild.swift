internal import RosterComponents
internal import RosterCore

/// The build of one item's tree for one change, which other builds of the same commit may go on
/// from.
final class ItemBuild: Sendable {
  /// What the tree goes on from.
  enum Base: Sendable {
    /// Nothing: the item is new.
    case nothing
    case states([ScopePath: StoredState])
    case built(BuiltItem)
    /// A build of the same commit, in an earlier wave.
    case build(ItemBuild)
  }

  private struct Result {
    var item: BuiltItem
    var changes: [StateChange]
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

  /// The built tree.
  var item: BuiltItem { made.item }

  /// What is to be stored with the change.
  var changes: [StateChange] { made.changes }

  private var made: Result {
    guard let result = result.withLock({ $0 }) else {
      preconditionFailure("a tree is asked for after it was built")
    }
    return result
  }

  /// Builds the tree; once.
  func run(_ trees: ItemTrees, _ environment: EnvironmentValues) {
    let (previous, states, unwritten) = start
    let build = trees.builder.build(
      root(targetPath), after: previous, stored: states, environment: environment)
    trees.faults.report(build, of: id)
    let changes = unwritten.followed(by: assigned).followed(by: build.stateChanges(of: id))
    result.withLock { $0 = Result(item: BuiltItem(tree: build.tree), changes: changes) }
  }

  /// The tree to go on from, or the states, and what of them storage does not have.
  ///
  /// Assigned states are restored as if they had been stored, so that then the tree is built anew.
  private var start:
    (previous: ErasedTree?, states: [ScopePath: StoredState], unwritten: [StateChange])
  {
    let built: BuiltItem
    switch base {
    case .nothing: return (nil, withAssigned([:]), [])
    case .states(let states): return (nil, withAssigned(states), [])
    case .built(let item): built = item
    case .build(let earlier): built = earlier.item
    }
    if assigned.isEmpty { return (built.tree, [:], built.unwritten) }
    return (nil, withAssigned(built.states), built.unwritten)
  }

  private func withAssigned(
    _ states: [ScopePath: StoredState]
  ) -> [ScopePath: StoredState] {
    var states = states
    for change in assigned { states[change.address.scope] = change.state }
    return states
  }
}
