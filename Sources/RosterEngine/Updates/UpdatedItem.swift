internal import RosterCore

/// An item after a modification.
struct UpdatedItem: Sendable {
  var id: ItemID
  var path: ItemPath
  var built: BuiltItem
  /// What is to be stored; nothing if no state is another.
  var changes: [StateChange]
}
