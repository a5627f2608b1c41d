internal import RosterComponents
internal import RosterCore

/// What the updates of a modification do to one item.
final class ItemUpdate<Message: Sendable>: Sendable {
  private struct Result {
    var item: BuiltItem<Message>
    var changes: [StateChange]
    var outcomes: [Swift.Result<Message?, EditError>]
  }

  let id: ItemID
  let path: ItemPath
  private let edits: [TreeEdit]
  private let base: @Sendable () -> BuiltItem<Message>
  private let result = Guarded<Result?>(nil)

  /// - Parameter base: Gives, or builds, the tree before the updates.
  init(
    id: ItemID, path: ItemPath, edits: [TreeEdit],
    base: @escaping @Sendable () -> BuiltItem<Message>
  ) {
    self.id = id
    self.path = path
    self.edits = edits
    self.base = base
  }

  /// Does everything; once.
  func run(_ builder: TreeBuilder, _ faults: StateFaultLog) {
    let base = base()
    var passes = EditPasses(edits, to: base.tree, of: id)
    passes.run(builder, faults)
    let isUnchanged = passes.changes.isEmpty
    let result = Result(
      item: BuiltItem(tree: passes.tree, unwritten: isUnchanged ? base.unwritten : []),
      changes: isUnchanged ? [] : base.unwritten.followed(by: passes.changes),
      outcomes: passes.outcomes)
    self.result.withLock { $0 = result }
  }

  /// The tree after the updates.
  var item: BuiltItem<Message> { made.item }

  /// What is to be stored; nothing if no state is another.
  var changes: [StateChange] { made.changes }

  /// What became of each edit, in their order.
  var outcomes: [Swift.Result<Message?, EditError>] { made.outcomes }

  private var made: Result {
    guard let result = result.withLock({ $0 }) else {
      preconditionFailure("an update is asked for what it did after it was done")
    }
    return result
  }
}
