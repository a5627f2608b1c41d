public import RosterCore

/// A state that a batch wrote or forgot.
public struct ChangedState: Hashable, Sendable {
  /// The item.
  public let id: ItemID
  /// Where it stands in the target of the batch.
  public let targetPath: ItemPath
  /// The scope within the item's components.
  public let scope: ScopePath
  /// The state after the batch, `nil` if the scope has none any more.
  public let state: StoredState?

  var address: StateAddress { StateAddress(item: id, scope: scope) }
}
