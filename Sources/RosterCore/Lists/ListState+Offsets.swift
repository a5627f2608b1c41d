extension ListState {
  /// Returns how many items stand before a path, in all sections; `nil` if the path does not exist.
  ///
  ///     A: a b   B: c d      offset(of: [1, 1]) == 3
  ///
  /// - Complexity: O(log *s*) for *s* sections.
  public func offset(of path: ItemPath) -> Int? {
    contains(path) ? sections.weight(before: path.section) + path.item : nil
  }

  /// Returns how many items stand before a section; all items if it is the index behind the last
  /// section.
  ///
  /// - Complexity: O(log *s*) for *s* sections.
  package func offset(ofSection section: Int) -> Int { sections.weight(before: section) }

  /// Returns the path of the item that has `offset` items before it, in all sections; `nil` if
  /// there is none.
  ///
  /// - Complexity: O(log *s*) for *s* sections.
  public func path(atOffset offset: Int) -> ItemPath? {
    guard offset >= 0, offset < itemCount else { return nil }
    let section = sections.location(ofOffset: offset)
    return ItemPath(section: section.index, item: offset - section.weightBefore)
  }

  /// Visits the items at a range of offsets, counted over all sections, until the visitor returns
  /// `false`.
  ///
  /// - Parameter offsets: The offsets; those that do not exist are skipped.
  /// - Complexity: O(log *n* + *m* + *s*) for *m* visited items in *s* sections.
  package func forEachItem(
    atOffsets offsets: Range<Int>, _ visit: (ItemPath, ItemID) -> Bool
  ) throws(StorageError) {
    let offsets = offsets.clamped(to: 0..<itemCount)
    guard let first = path(atOffset: offsets.lowerBound) else { return }
    var start = offsets.lowerBound - first.item
    var section = first.section
    var goesOn = true
    while start < offsets.upperBound, goesOn {
      let count = itemCount(inSection: section)
      let range = offsets.clamped(to: start..<start + count)
      if !range.isEmpty {
        let items = range.lowerBound - start..<range.upperBound - start
        try forEachItem(inSection: section, items) { path, id in
          goesOn = visit(path, id)
          return goesOn
        }
      }
      start += count
      section += 1
    }
  }
}
