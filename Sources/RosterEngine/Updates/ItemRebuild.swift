internal import RosterComponents
internal import RosterCore

/// The build of an item's tree in a new environment, or its layout under new constraints.
final class ItemRebuild: Sendable {
  private struct Result {
    var updated: UpdatedItem
    var isRebuilt: Bool
  }

  private let id: ItemID
  let path: ItemPath
  private let base: BuiltItem
  private let result = Guarded<Result?>(nil)

  init(_ id: ItemID, _ path: ItemPath, _ base: BuiltItem) {
    self.id = id
    self.path = path
    self.base = base
  }

  /// Builds what has read a value that is another, and lays it out; once.
  func rebuild(_ trees: ItemTrees, _ conditions: TreeConditions) {
    let build = trees.builder.replacingEnvironment(conditions.environment, in: base.tree)
    trees.faults.report(build, of: id)
    let changes = build.stateChanges(of: id)
    let isUnchanged = changes.isEmpty
    let updated = UpdatedItem(
      id: id, path: path,
      built: BuiltItem(
        tree: trees.laidOut(build.tree, of: id, after: base.tree, conditions),
        unwritten: isUnchanged ? base.unwritten : []),
      changes: isUnchanged ? [] : base.unwritten.followed(by: changes), formerSize: base.size)
    result.withLock { $0 = Result(updated: updated, isRebuilt: build.counts.bodiesRun > 0) }
  }

  /// Lays out what is built; once.
  func layOut(_ trees: ItemTrees, _ conditions: TreeConditions) {
    let tree = trees.laidOut(base.tree, of: id, after: base.tree, conditions)
    let updated = UpdatedItem(
      id: id, path: path, built: BuiltItem(tree: tree, unwritten: base.unwritten), changes: [],
      formerSize: base.size)
    result.withLock { $0 = Result(updated: updated, isRebuilt: false) }
  }

  /// The item as it is now.
  var updated: UpdatedItem { made.updated }

  /// Whether anything was built again.
  var isRebuilt: Bool { made.isRebuilt }

  private var made: Result {
    guard let result = result.withLock({ $0 }) else {
      preconditionFailure("a tree is asked for after it was built")
    }
    return result
  }
}
