internal import RosterCore

/// What the user drags in a view that shows it where it was until the list has moved it. Until it is dropped, the view is
/// told nothing.
struct ItemDrag {
  /// Whether the user drags anything.
  private(set) var isActive = false
  /// The item; `nil` if nothing is dragged, or more than one row, which is dropped nowhere.
  private(set) var item: ItemID?

  mutating func begin(_ item: ItemID?) { (isActive, self.item) = (true, item) }

  mutating func end() { (isActive, item) = (false, nil) }
}

extension ListViewSource {
  /// Returns the path before which a drop places an item; `nil` if the view shows no such section.
  ///
  /// - Parameter index: An index in the section. All behind its last item are the place behind that.
  func dropPath(inSection section: Int, before index: Int) -> ItemPath? {
    guard section >= 0, section < sectionCount, index >= 0 else { return nil }
    return ItemPath(section: section, item: min(index, itemCount(inSection: section)))
  }

  /// Moves what the user has dropped, if it is one item that is dropped in the list.
  ///
  /// - Returns: Whether the list has taken it. If it has refused it, ``failure`` says why.
  func drop(_ drag: ItemDrag, before path: ItemPath?) -> Bool {
    guard let item = drag.item, let path else { return false }
    return move(item, before: path)
  }
}
