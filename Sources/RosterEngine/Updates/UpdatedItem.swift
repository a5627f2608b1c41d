internal import RosterCore
internal import RosterLayout

/// An item after a modification.
struct UpdatedItem: Sendable {
  var id: ItemID
  var path: ItemPath
  var built: BuiltItem
  /// What is to be stored; nothing if no state is another.
  var changes: [StateChange]
  /// How large the item was, if it was laid out.
  var formerSize: Size?

  /// How large the item is, if it is of another size than before.
  var resized: ChangedSize? { ChangedSize(id, at: path, from: formerSize, to: built.size) }
}
