extension ChangeBatch {
  /// The items of the source that are not in the target, ascending by source path.
  ///
  /// An item that was moved out of a removed section lives on, and is not among them.
  ///
  /// - Throws: If a page of the source is not in memory and cannot be read.
  /// - Complexity: O(*k* log *n* + *m* log *m*) for *k* changes and *m* items of removed sections.
  public func removedItemIDs() throws(StorageError) -> [ItemID] {
    let outline = changeset.outline
    let sections = Set(outline.removedSections)
    var removed: [(path: ItemPath, id: ItemID)] = []
    for path in outline.removedItems where !sections.contains(path.section) {
      if let id = try source.itemID(at: path) { removed.append((path, id)) }
    }
    for section in outline.removedSections {
      try source.forEachItem(inSection: section) { path, id in
        if verified.proof.targetPath(forSource: path) == nil { removed.append((path, id)) }
        return true
      }
    }
    return removed.sorted { $0.path < $1.path }.map(\.id)
  }
}
