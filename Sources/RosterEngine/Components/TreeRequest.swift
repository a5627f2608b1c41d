internal import RosterComponents
internal import RosterCore

/// Makes the components of an item, which stands at a path, out of its model.
typealias ItemRoot = @Sendable (ItemPath) -> ErasedNode

/// One tree to build.
struct TreeRequest: Sendable {
  var id: ItemID
  var path: ItemPath
  /// Whether the item is inserted by the change, so that nothing can be known of it.
  var isNew = false
  var root: ItemRoot
}
