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

  /// Returns the identities of the items in a range of a section, in order. Indexes that do not
  /// exist are skipped.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* items.
  public func itemIDs(
    inSection section: Int, _ range: Range<Int> = 0..<Int.max
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
  /// - Complexity: O(log *n*).
  public func path(of item: ItemID) throws(StorageError) -> ItemPath? {
    let leafID = try leaf(of: item)
    guard leafID != .none else { return nil }
    let location = leafLocations[Int(leafID.rawValue)]
    let section = location.flatMap { index(of: $0.section) }
    if isPrefix, location != nil, section == nil { return nil }
    guard let location, let sectionIndex = section,
      let leaf = sections[sectionIndex].leaves.firstLocation(where: { $0.order >= location.order }),
      leaf.element.id == leafID,
      let offset = try items(of: leaf.element).firstIndex(of: item)
    else {
      throw StorageError(.corrupt, "\(item) should be in \(leafID), which does not hold it")
    }
    return ItemPath(section: sectionIndex, item: leaf.weightBefore + offset)
  }

  /// Returns whether an item is in the list.
  ///
  /// - Complexity: O(log *n*).
  public func contains(_ item: ItemID) throws(StorageError) -> Bool {
    if isPrefix { return try path(of: item) != nil }
    return try leaf(of: item) != .none
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
  public func index(of section: SectionID) -> Int? {
    guard section.rawValue >= 0, let order = sectionOrders[section.rawValue] else { return nil }
    return sections.firstLocation { $0.order >= order }?.index
  }

  /// The leaf page that holds an item, `.none` if the item is not in the list.
  package func leaf(of item: ItemID) throws(StorageError) -> LeafID {
    guard item.rawValue > 0, item.rawValue < nextIdentifiers.item else { return .none }
    let chunk = IdentifierMap<LeafID>.chunk(of: item.rawValue)
    let offset = item.rawValue % IdentifierMap<LeafID>.width
    if let leaves = places.values(inChunk: chunk) { return leaves[offset] }
    return try stored.places(inChunk: chunk)?[offset] ?? .none
  }

  func items(of leaf: LeafPage) throws(StorageError) -> ContiguousArray<ItemID> {
    try stored.items(of: leaf)
  }
}
