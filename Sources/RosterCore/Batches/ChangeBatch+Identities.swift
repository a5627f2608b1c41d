extension ChangeBatch {
  /// Returns the ``operations`` with identities in place of models, one for one, for renderers that keep a row by
  /// the identity of its item.
  ///
  ///     operations            insertItems(section: 0, start: 2, models: ["x", "y"])
  ///     identityOperations()  insertItems(section: 0, start: 2, models: [item 7, item 8])
  ///
  /// Applied to the identities of the source, they give those of the target.
  ///
  /// - Throws: `StorageError` if a page of the list cannot be read.
  /// - Complexity: O(*k* log *k* + *k* log *n*) for *k* changes.
  public func identityOperations() throws(StorageError) -> [ListOperation<ItemID, SectionID>] {
    var operations: [ListOperation<ItemID, SectionID>] = []
    for planned in outlineOperations {
      operations.append(
        try planned.operation(
          insertedItems: { insertions throws(StorageError) in try insertedItemIDs(insertions) },
          updatedItems: { updates throws(StorageError) in try updatedItemIDs(updates) },
          insertedSections: { insertions throws(StorageError) in insertedSectionIDs(insertions) },
          updatedSection: { update throws(StorageError) in updatedSectionID(update) }))
    }
    return operations
  }

  /// Returns the identities of some inserted items.
  ///
  /// - Parameter insertions: Indexes of the changeset's `insertedItems`.
  /// - Throws: `StorageError` if a page of the list cannot be read.
  /// - Complexity: O(*m* log *n*) for *m* identities.
  package func insertedItemIDs(
    _ insertions: some Collection<Int>
  ) throws(StorageError) -> [ItemID] {
    let paths = changeset.outline.insertedItems
    return try items(at: insertions.lazy.map { paths[$0] }, of: target)
  }

  /// Returns the identities of some updated items. Updates name them by where they stood in the source.
  ///
  /// - Parameter updates: Indexes of the changeset's `updatedItems`.
  /// - Throws: `StorageError` if a page of the list cannot be read.
  /// - Complexity: O(*m* log *n*) for *m* identities.
  package func updatedItemIDs(_ updates: some Collection<Int>) throws(StorageError) -> [ItemID] {
    let paths = changeset.outline.updatedItems
    return try items(at: updates.lazy.map { paths[$0] }, of: source)
  }

  /// Returns the identities of some inserted sections.
  ///
  /// - Parameter insertions: Indexes of the changeset's `insertedSections`.
  /// - Complexity: O(*m* log *s*) for *m* identities.
  package func insertedSectionIDs(_ insertions: some Collection<Int>) -> [SectionID?] {
    let sections = changeset.outline.insertedSections
    return insertions.map { target.sectionID(at: sections[$0]) }
  }

  /// Returns the identity of an updated section.
  ///
  /// - Parameter update: An index of the changeset's `updatedSections`.
  /// - Complexity: O(log *s*).
  package func updatedSectionID(_ update: Int) -> SectionID? {
    source.sectionID(at: changeset.outline.updatedSections[update])
  }

  /// Returns the identities of the items at some paths that exist in a state.
  private func items(
    at paths: some Collection<ItemPath>, of state: ListState
  ) throws(StorageError) -> [ItemID] {
    var items: [ItemID] = []
    items.reserveCapacity(paths.count)
    for path in paths {
      guard let item = try state.itemID(at: path) else {
        throw StorageError(.corrupt, "the list does not have the items that its changes name")
      }
      items.append(item)
    }
    return items
  }
}
