internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// What some updates do to one item.
final class ItemUpdate: Sendable {
  private struct Result {
    var built: BuiltItem
    var changes: [StateChange]
    var outcomes: [EditPasses.Outcome]
    var formerSize: Size?
  }

  let id: ItemID
  let path: ItemPath
  private let edits: [TreeEdit]
  private let base: @Sendable () -> BuiltItem
  private let result = Guarded<Result?>(nil)

  /// - Parameter base: Gives, or builds, the tree before the updates.
  init(
    id: ItemID, path: ItemPath, edits: [TreeEdit], base: @escaping @Sendable () -> BuiltItem
  ) {
    self.id = id
    self.path = path
    self.edits = edits
    self.base = base
  }

  /// Does everything; once.
  func run(_ trees: ItemTrees) {
    let base = base()
    var passes = EditPasses(edits, to: base.tree, of: .item(id))
    passes.run(trees.builder, trees.faults)
    let isUnchanged = passes.changes.isEmpty
    let tree = trees.laidOut(
      passes.tree, of: .item(id), after: base.tree, trees.currentConditions)
    let result = Result(
      built: BuiltItem(tree: tree, unwritten: isUnchanged ? base.unwritten : []),
      changes: isUnchanged ? [] : base.unwritten.followed(by: passes.changes.stateChanges(of: id)),
      outcomes: passes.outcomes, formerSize: base.size)
    self.result.withLock { $0 = result }
  }

  /// The item after the updates.
  var updated: UpdatedItem {
    let made = made
    return UpdatedItem(
      id: id, path: path, built: made.built, changes: made.changes, formerSize: made.formerSize)
  }

  /// What is to be stored; nothing if no state is another.
  var changes: [StateChange] { made.changes }

  /// What became of each edit, in their order.
  var outcomes: [EditPasses.Outcome] { made.outcomes }

  private var made: Result {
    guard let result = result.withLock({ $0 }) else {
      preconditionFailure("an update is asked for what it did after it was done")
    }
    return result
  }
}
