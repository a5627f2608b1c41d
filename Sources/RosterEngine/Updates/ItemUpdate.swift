internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// What some updates do to one item.
final class ItemUpdate: Sendable {
  /// What came of it.
  struct Done: Sendable {
    var item: UpdatedItem
    /// What became of each edit, in their order.
    var outcomes: [EditPasses.Outcome]
  }

  let id: ItemID
  let path: ItemPath
  private let edits: [TreeEdit]
  private let base: @Sendable () -> BuiltItem
  private let result = Guarded<Done?>(nil)

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
    let item = UpdatedItem(
      id: id, path: path,
      built: BuiltItem(tree: tree, unwritten: isUnchanged ? base.unwritten : []),
      changes: isUnchanged
        ? [] : base.unwritten.followed(by: passes.changes.stateChanges(of: .item(id))),
      formerSize: base.size)
    result.withLock { $0 = Done(item: item, outcomes: passes.outcomes) }
  }

  /// What came of it.
  var done: Done {
    guard let done = result.withLock({ $0 }) else {
      preconditionFailure("an update is asked for what it did after it was done")
    }
    return done
  }
}
