extension ChangeBatch {
  /// The items that are gone, alone or with their section, ascending by where they stood; those that
  /// were moved out of a removed section are not.
  ///
  /// A renderer has their controllers invalidated.
  ///
  /// - Throws: If a page is not in memory and cannot be read.
  /// - Complexity: O(*k* log *n* + *r*) for *k* changes and *r* items of removed sections.
  public func removedItems() throws(StorageError) -> [ItemID] {
    let outline = changeset.outline
    var gone: [(path: ItemPath, id: ItemID)] = []
    let goingSections = Set(outline.removedSections)
    for path in outline.removedItems where !goingSections.contains(path.section) {
      if let id = try source.itemID(at: path) { gone.append((path, id)) }
    }
    let moved = Set(outline.movedItems.map(\.source))
    for section in outline.removedSections {
      try source.forEachItem(inSection: section) { path, id in
        if !moved.contains(path) { gone.append((path, id)) }
        return true
      }
    }
    return gone.sorted { $0.path < $1.path }.map(\.id)
  }
}
