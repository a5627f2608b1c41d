public import RosterCore

extension ListSnapshot {
  /// The number of sections.
  public var sectionCount: Int { state.sectionCount }

  /// The number of items in all sections.
  public var itemCount: Int { state.itemCount }

  /// The number of items in a section, 0 if there is no such section.
  ///
  /// - Complexity: O(log *s*) for *s* sections.
  public func itemCount(inSection section: Int) -> Int { state.itemCount(inSection: section) }

  /// Returns all sections with their models, in order.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(*s*) rows.
  public func sections() throws(StorageError) -> [Section] {
    let ids = state.sectionIDs
    let models = try models.sectionModels(of: ids, at: revision)
    let counts = state.itemCounts
    return ids.indices.map {
      Section(index: $0, id: ids[$0], model: models[$0], itemCount: counts[$0])
    }
  }

  // MARK: Items

  /// Returns the item at a path with its model, `nil` if the path does not exist.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(log *n*), and one row if the model is not cached.
  public func item(at path: ItemPath) throws(StorageError) -> Item? {
    guard let id = try state.itemID(at: path) else { return nil }
    return try models.models(of: [id], at: revision).first
      .map { Item(path: path, id: id, model: $0) }
  }

  /// Returns an item of a flat list with its model, `nil` if there is none at the index.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(log *n*), and one row if the model is not cached.
  public func item(at index: Int) throws(StorageError) -> Item? {
    try item(at: ItemPath(section: 0, item: index))
  }

  /// Returns where an item stands, `nil` if it is not in the list.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(log *n*).
  public func path(of item: ItemID) throws(StorageError) -> ItemPath? {
    try state.path(of: item)
  }

  /// Returns the items of a range of a section with their models, in order. The part of the range
  /// that does not exist is ignored.
  ///
  /// - Parameters:
  ///   - section: The section; the first one if it is left out, which in a flat list is all.
  ///   - range: The indices of the items in the section; all if it is left out.
  /// - Throws: `StorageError`.
  /// - Complexity: O(log *n* + *m*) for *m* items, and one row for each model that is not cached.
  public func items(
    inSection section: Int = 0, _ range: Range<Int> = 0..<Int.max
  ) throws(StorageError) -> [Item] {
    let range = range.clamped(to: 0..<itemCount(inSection: section))
    let ids = try state.itemIDs(inSection: section, range)
    return zip(ids, try models.models(of: ids, at: revision)).enumerated().map { offset, item in
      Item(
        path: ItemPath(section: section, item: range.lowerBound + offset), id: item.0,
        model: item.1)
    }
  }

  /// Visits all items with their models, section by section, until the visitor returns `false`.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: As ``forEachItem(inSection:_:_:)`` for each section.
  public func forEachItem(
    _ visit: (Item) -> Bool
  ) throws(StorageError) {
    var goesOn = true
    for section in 0..<sectionCount where goesOn {
      try forEachItem(inSection: section) { item in
        goesOn = visit(item)
        return goesOn
      }
    }
  }

  /// Visits the items of a range of a section with their models, in order, until the visitor
  /// returns `false`. The part of the range that does not exist is ignored.
  ///
  /// Models are read in chunks: 16 at first, so that stopping early costs little, and at most
  /// 1,024, so that memory does not grow with the list.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(log *n* + *m*) for *m* visited items. If the visitor stops, up to *m* + 14
  ///   further rows have been read.
  public func forEachItem(
    inSection section: Int, _ range: Range<Int> = 0..<Int.max,
    _ visit: (Item) -> Bool
  ) throws(StorageError) {
    let range = range.clamped(to: 0..<itemCount(inSection: section))
    var start = range.lowerBound
    var count = 16
    while start < range.upperBound {
      let end = min(start + count, range.upperBound)
      for item in try items(inSection: section, start..<end) where !visit(item) { return }
      start = end
      count = min(count * 2, 1_024)
    }
  }

  /// Returns the first item, section by section, whose model satisfies a predicate; `nil` without
  /// one.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: As ``forEachItem(_:)`` up to that item.
  public func firstItem(
    where holds: (Model) -> Bool
  ) throws(StorageError) -> Item? {
    var found: Item?
    try forEachItem { item in
      if holds(item.model) { found = item }
      return found == nil
    }
    return found
  }
}
