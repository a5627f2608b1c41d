public import RosterCore
public import RosterLayout

/// How large an item is that was inserted, or has another size than before.
public struct ChangedSize: Hashable, Sendable {
  /// The item.
  public let id: ItemID
  /// Where it stands in the target of the batch, or in the list.
  public let targetPath: ItemPath
  /// How large it was; `nil` if it is new, had no layout, or with a working range was estimated.
  public let from: Size?
  /// How large it is; `nil` if it has no layout any more.
  public let to: Size?

  /// `nil` if nothing has changed.
  init?(_ id: ItemID, at path: ItemPath, from: Size?, to: Size?) {
    if from == to { return nil }
    self.id = id
    targetPath = path
    self.from = from
    self.to = to
  }
}
