public import RosterCore
public import RosterLayout

/// How large an item, header or footer is that was inserted, or has another size than before.
public struct ChangedSize: Hashable, Sendable {
  /// The item, header or footer.
  public let tree: TreeID
  /// Where it stands in the target of the batch, or in the list.
  public let targetPlace: TreePlace
  /// How large it was; `nil` if it is new, had no layout, or with a working range was estimated.
  public let from: Size?
  /// How large it is; `nil` if it has no layout any more, or a section has no header or footer any
  /// more.
  public let to: Size?

  /// `nil` if nothing has changed.
  init?(_ tree: TreeID, at place: TreePlace, from: Size?, to: Size?) {
    if from == to { return nil }
    self.tree = tree
    targetPlace = place
    self.from = from
    self.to = to
  }
}
