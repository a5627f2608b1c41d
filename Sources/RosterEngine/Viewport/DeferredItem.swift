internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// An item whose tree is made after the batch that it belongs to.
protocol DeferredItem: AnyObject, Sendable {
  var id: ItemID { get }

  /// Whether the tree was made already, beside those that are visible.
  var isMade: Bool { get }

  /// Builds the tree, and lays it out; once.
  func run(_ trees: ItemTrees, _ conditions: TreeConditions)

  /// The item as it is now. Its changes of state go with the next change of the item: the batch that
  /// it belongs to is durable already.
  func deferred(at path: ItemPath) -> UpdatedItem
}

extension ItemBuild: DeferredItem {
  func deferred(at path: ItemPath) -> UpdatedItem {
    UpdatedItem(
      id: id, path: path, built: BuiltItem(tree: item.tree, unwritten: changes), changes: [],
      formerSize: formerSize)
  }
}

extension ItemRefresh: DeferredItem {
  func deferred(at path: ItemPath) -> UpdatedItem {
    var item = updated
    item.path = path
    if !item.changes.isEmpty { item.built.unwritten = item.changes }
    item.changes = []
    return item
  }
}
