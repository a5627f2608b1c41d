extension ListState {
  /// How many items stand before a path, in all sections; `nil` if the path does not exist.
  ///
  ///     A: a b   B: c d      offset(of: [1, 1]) == 3
  ///
  /// - Complexity: O(log *s*) for *s* sections.
  public func offset(of path: ItemPath) -> Int? {
    contains(path) ? sections.weight(before: path.section) + path.item : nil
  }

  /// Where the item stands that has a number of others before it, in all sections; `nil` if there is
  /// none.
  ///
  /// - Complexity: O(log *s*) for *s* sections.
  public func path(atOffset offset: Int) -> ItemPath? {
    guard offset >= 0, offset < itemCount else { return nil }
    let section = sections.location(ofOffset: offset)
    return ItemPath(section: section.index, item: offset - section.weightBefore)
  }
}
