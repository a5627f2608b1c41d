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
    let outline = changeset.outline
    let identities = Changeset<ItemID, SectionID>(
      validating: outline,
      updatedModels: try items(at: outline.updatedItems, of: source),
      insertedModels: try items(at: outline.insertedItems, of: target),
      updatedSectionModels: outline.updatedSections.map(source.sectionID(at:)),
      insertedSectionModels: outline.insertedSections.map(target.sectionID(at:)))
    guard let identities else {
      throw StorageError(.corrupt, "the list does not have the items that its changes name")
    }
    return VerifiedChangeset(changeset: identities, proof: verified.proof).operations
  }

  /// Returns the identities of the items at some paths that exist in a state.
  private func items(
    at paths: [ItemPath], of state: ListState
  ) throws(StorageError) -> [ItemID] {
    var items: [ItemID] = []
    items.reserveCapacity(paths.count)
    for path in paths { if let item = try state.itemID(at: path) { items.append(item) } }
    return items
  }
}
