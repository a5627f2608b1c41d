internal import RosterComponents
internal import RosterCore
internal import RosterEngine

/// Makes the components at a place from its model; `nil` if the section has no such header or
/// footer.
typealias TreeRoot = @Sendable (TreePlace) -> ErasedNode?

/// One tree to build for a change.
struct TreeRequest: Sendable {
  var id: TreeID
  var place: TreePlace
  /// Whether the change inserts the item or section, so that the tree cannot have existed before.
  var isNew = false
  var root: TreeRoot
}
