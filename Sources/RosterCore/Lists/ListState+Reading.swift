extension ListState {
  /// The identity of the item at a path, `nil` if the path does not exist.
  ///
  /// - Throws: If its page is not in memory and cannot be read.
  /// - Complexity: O(log *n*).
  public func itemID(at path: ItemPath) throws(StorageError) -> ItemID? {
    guard contains(path) else { return nil }
    let leaves = sections[path.section].leaves
    let location = leaves.location(ofOffset: path.item)
    return try items(of: location.element)[path.item - location.weightBefore]
  }

  /// The identity of an item of a flat list, `nil` if there is none at the index.
  ///
  /// - Throws: If its page is not in memory and cannot be read.
  /// - Complexity: O(log *n*).
  public func itemID(at index: Int) throws(StorageError) -> ItemID? {
    try itemID(at: ItemPath(section: 0, item: index))
  }

  /// Returns the identities of the items in a range of a section, in order. Indexes that do not
  /// exist are skipped.
  ///
  /// - Parameters:
  ///   - section: The section; the first one if it is left out, which in a flat list is all.
  ///   - range: The indices of the items in the section; all if it is left out.
  /// - Complexity: O(log *n* + *m*) for *m* items.
  public func itemIDs(
    inSection section: Int = 0, _ range: Range<Int> = 0..<Int.max
  ) throws(StorageError) -> [ItemID] {
    var found: [ItemID] = []
    try forEachItem(inSection: section, range) { _, id in
      found.append(id)
      return true
    }
    return found
  }

  /// Visits the items of a section in order, until the visitor returns `false`.
  ///
  /// - Parameters:
  ///   - section: The index of the section; nothing is visited if it does not exist.
  ///   - range: The items to visit; those that do not exist are skipped.
  ///   - visit: Receives each item and returns whether to continue.
  /// - Complexity: O(log *n* + *m*) for *m* visited items.
  public func forEachItem(
    inSection section: Int, _ range: Range<Int> = 0..<Int.max, _ visit: (ItemPath, ItemID) -> Bool
  ) throws(StorageError) {
    guard contains(section: section) else { return }
    let leaves = sections[section].leaves
    let range = range.clamped(to: 0..<leaves.weight)
    guard !range.isEmpty else { return }
    let start = leaves.location(ofOffset: range.lowerBound)
    var offset = start.weightBefore
    try leaves.forEach(from: start.index) { leaf throws(StorageError) in
      if offset >= range.upperBound { return false }
      let inLeaf = range.clamped(to: offset..<offset + leaf.count)
      let items = try self.items(of: leaf)
      for index in inLeaf
      where !visit(
        ItemPath(section: section, item: index), items[index - offset])
      {
        return false
      }
      offset += leaf.count
      return true
    }
  }

  /// Visits all items, section by section, until the visitor returns `false`.
  ///
  /// - Complexity: O(*s* + *n*).
  public func forEachItem(_ visit: (ItemPath, ItemID) -> Bool) throws(StorageError) {
    var goesOn = true
    for section in 0..<sectionCount where goesOn {
      try forEachItem(inSection: section) { path, id in
        goesOn = visit(path, id)
        return goesOn
      }
    }
  }

  /// Returns where an item stands, `nil` if it is not in the list.
  ///
  /// - Throws: If a page is not in memory and cannot be read.
  /// - Complexity: O(log *n*), and now and then O(*n*) for the first item of an opened list whose page has
  ///   given items to many others since the item came.
  public func path(of item: ItemID) throws(StorageError) -> ItemPath? {
    let hint = try leafHint(of: item)
    guard hint != .none else { return nil }
    if isLeftOut(hint) { return nil }
    guard let page = try page(of: item, from: hint) else {
      if isPrefix, isLeftOut(try stored.source.leaf(holding: item)) { return nil }
      throw StorageError(.corrupt, "\(item) should be found from \(hint), and is in no page")
    }
    return page.path
  }

  /// Whether this is the beginning of a list, and a page is in a section behind it.
  private func isLeftOut(_ leaf: LeafID) -> Bool {
    guard isPrefix, let location = leafLocations[Int(leaf.rawValue)] else { return false }
    return index(of: location.section) == nil
  }

  /// Returns whether an item is in the list.
  ///
  /// - Complexity: O(log *n*).
  public func contains(_ item: ItemID) throws(StorageError) -> Bool {
    if isPrefix { return try path(of: item) != nil }
    return try leafHint(of: item) != .none
  }

  /// The identity of the section at an index, `nil` if there is none.
  ///
  /// - Complexity: O(log *s*).
  public func sectionID(at section: Int) -> SectionID? {
    contains(section: section) ? sections[section].id : nil
  }

  /// The identities of all sections, in order.
  ///
  /// - Complexity: O(*s*).
  public var sectionIDs: [SectionID] { sections.elements.map(\.id) }

  /// Returns where a section stands, `nil` if it is not in the list.
  ///
  /// - Complexity: O(log *s*).
  public func index(of section: SectionID) -> Int? { location(of: section)?.index }

  private func location(of section: SectionID) -> CountedTree<Section>.Location? {
    guard section.rawValue >= 0, let order = sectionOrders[section.rawValue] else { return nil }
    return sections.firstLocation(orderedFrom: order)
  }

  /// The leaf page from which an item is found, `.none` if the item is not in the list.
  ///
  /// It is the one that holds the item, if a change has put it there since the list was opened. Of what was in
  /// storage before, it may be one that held it: see ``PageSource/leaves(ofItemsInChunk:)``.
  package func leafHint(of item: ItemID) throws(StorageError) -> LeafID {
    guard item.rawValue > 0, item.rawValue < nextIdentifiers.item else { return .none }
    if let leaf = places.value(of: item.rawValue) { return leaf }
    let chunk = IdentifierMap<LeafID>.chunk(of: item.rawValue)
    let offset = item.rawValue % IdentifierMap<LeafID>.width
    return try stored.places(inChunk: chunk)?[offset] ?? .none
  }

  /// Finds an item and the page that holds it.
  ///
  /// - Parameter hint: The page from which it is found.
  /// - Returns: `nil` if no page holds it.
  /// - Throws: If a page cannot be read, and no other one holds the item.
  func page(
    of item: ItemID, from hint: LeafID
  ) throws(StorageError) -> (leaf: LeafPage, path: ItemPath)? {
    var failure: StorageError?
    do throws(StorageError) {
      if let page = try page(of: item, from: hint, PageSizes.soughtPageCount) { return page }
    } catch {
      guard error.code == .corrupt else { throw error }
      failure = error
    }
    let leaf = try stored.source.leaf(holding: item)
    if leaf == .none, let failure { throw failure }
    return leaf == .none ? nil : try page(of: item, from: leaf, 1)
  }

  /// Seeks an item in a page and in those behind it in its section.
  private func page(
    of item: ItemID, from first: LeafID, _ count: Int
  ) throws(StorageError) -> (leaf: LeafPage, path: ItemPath)? {
    guard let location = leafLocations[Int(first.rawValue)],
      let section = self.location(of: location.section),
      let start = section.element.leaves.firstLocation(orderedFrom: location.order),
      start.element.id == first
    else { return nil }
    func path(_ offset: Int) -> ItemPath { ItemPath(section: section.index, item: offset) }
    // Nearly always it is the first page.
    if let index = try items(of: start.element).firstIndex(of: item) {
      return (start.element, path(start.weightBefore + index))
    }
    var offset = start.weightBefore + start.element.count
    var rest = count - 1
    var found: (leaf: LeafPage, path: ItemPath)?
    try section.element.leaves.forEach(from: start.index + 1) { leaf throws(StorageError) in
      guard rest > 0 else { return false }
      if let index = try items(of: leaf).firstIndex(of: item) {
        found = (leaf, path(offset + index))
      }
      offset += leaf.count
      rest -= 1
      return found == nil
    }
    return found
  }

  func items(of leaf: LeafPage) throws(StorageError) -> ContiguousArray<ItemID> {
    try stored.items(of: leaf)
  }
}
