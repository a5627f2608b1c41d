public import RosterCore
public import RosterLayout

/// The size of an item, header or footer that was inserted or resized.
public struct ChangedSize: Hashable, Sendable {
  /// The item, header or footer.
  public let tree: TreeID
  /// Where it stands in the target of the batch, or in the list.
  public let targetPlace: TreePlace
  /// Its former size; `nil` if it is new, had no layout, or, with a working range, was estimated.
  public let from: Size?
  /// Its new size; `nil` if it no longer has a layout, or if the section no longer has the header
  /// or footer.
  public let to: Size?

  /// Makes a changed size; `nil` if the size did not change.
  init?(_ tree: TreeID, at place: TreePlace, from: Size?, to: Size?) {
    if from == to { return nil }
    self.tree = tree
    targetPlace = place
    self.from = from
    self.to = to
  }
}
