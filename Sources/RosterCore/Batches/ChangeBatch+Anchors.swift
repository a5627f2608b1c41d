extension ChangeBatch {
  /// Returns where an item stands before and after this batch.
  ///
  /// The answer is the same as that of ``ListState/anchor(of:in:)`` for source and target, but this
  /// method does not walk through the removed items. It also works on a batch that was merged out
  /// of several.
  ///
  /// - Returns: `nil` if the item is in neither list.
  /// - Throws: If a page is not in memory and cannot be read.
  /// - Complexity: O(log *n*); for an item that is gone O(*k* + *s* log *n*) for *k* changes, where
  ///   *s* sections lie between it and the nearest survivors.
  public func anchor(of item: ItemID) throws(StorageError) -> ItemAnchor? {
    guard let sourcePath = try source.path(of: item) else {
      return try target.path(of: item).map { ItemAnchor(item, sourcePath: nil, targetPath: $0) }
    }
    if let targetPath = verified.proof.targetPath(forSource: sourcePath) {
      return ItemAnchor(item, sourcePath: sourcePath, targetPath: targetPath)
    }
    var anchor = ItemAnchor(item, sourcePath: sourcePath, targetPath: nil)
    let survivors = SurvivingItems(verified.proof.outline, in: source)
    if let path = survivors.nearest(to: sourcePath), let id = try source.itemID(at: path),
      let targetPath = verified.proof.targetPath(forSource: path)
    {
      anchor.neighbour = ItemAnchor.Neighbour(id, sourcePath: path, targetPath: targetPath)
    }
    return anchor
  }
}

/// The items of a list that outlive a change.
private struct SurvivingItems {
  private let source: ListState
  private let removedSections: IndexRuns
  /// Removed items by section.
  private let removed: [Int: IndexRuns]
  /// Items that leave their section but not the list, by section.
  private let moved: [Int: IndexRuns]

  init(_ outline: ChangesetOutline, in source: ListState) {
    self.source = source
    removedSections = IndexRuns(ascending: outline.removedSections)
    removed = PathTransform.runsBySection(outline.removedItems, [])
    moved = PathTransform.runsBySection(outline.movedItems.map(\.source), [])
  }

  /// The survivor that stands nearest to one that is gone; of two the one behind.
  func nearest(to path: ItemPath) -> ItemPath? {
    let (before, behind) = (last(before: path), first(behind: path))
    guard let before, let behind else { return before ?? behind }
    guard let place = source.offset(of: path), let low = source.offset(of: before),
      let high = source.offset(of: behind)
    else { return nil }
    return high - place <= place - low ? behind : before
  }

  private func first(behind path: ItemPath) -> ItemPath? {
    var item = path.item + 1
    for section in path.section..<source.sectionCount {
      let rank = survivorRank(of: item, in: section)
      if let found = survivor(atRank: rank, in: section) { return found }
      item = 0
    }
    return nil
  }

  private func last(before path: ItemPath) -> ItemPath? {
    var item = path.item
    for section in (0...path.section).reversed() {
      let rank = survivorRank(of: item, in: section) - 1
      if rank >= 0, let found = survivor(atRank: rank, in: section) { return found }
      item = section > 0 ? source.itemCount(inSection: section - 1) : 0
    }
    return nil
  }

  /// The number of survivors before an index of a section.
  private func survivorRank(of item: Int, in section: Int) -> Int {
    if removedSections.contains(section) { return moved[section]?.rank(of: item) ?? 0 }
    return item - (removed[section]?.rank(of: item) ?? 0)
  }

  private func survivor(atRank rank: Int, in section: Int) -> ItemPath? {
    let item =
      if removedSections.contains(section) {
        moved[section]?.member(atRank: rank)
      } else {
        removed[section]?.nonMember(atRank: rank) ?? rank
      }
    guard let item, item < source.itemCount(inSection: section) else { return nil }
    return ItemPath(section: section, item: item)
  }
}
