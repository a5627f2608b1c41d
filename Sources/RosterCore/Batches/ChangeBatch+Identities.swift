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
    for planned in outlineOperations { operations.append(try identityOperation(planned)) }
    return operations
  }

  /// Returns one of the ``identityOperations()``.
  ///
  /// - Parameter planned: One of the ``outlineOperations``.
  /// - Throws: `StorageError` if a page of the list cannot be read.
  /// - Complexity: O(*m* log *n*) for *m* identities.
  package func identityOperation(
    _ planned: OutlineOperation
  ) throws(StorageError) -> ListOperation<ItemID, SectionID> {
    try planned.operation(
      insertedItems: { insertions throws(StorageError) in
        try items(at: changeset.outline.insertedItems[insertions], of: target)
      },
      updatedItems: { updates throws(StorageError) in
        try items(at: updates.map { changeset.outline.updatedItems[$0] }, of: source)
      },
      insertedSections: { insertions throws(StorageError) in
        changeset.outline.insertedSections[insertions].map(target.sectionID(at:))
      },
      updatedSection: { update throws(StorageError) in
        source.sectionID(at: changeset.outline.updatedSections[update])
      })
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
