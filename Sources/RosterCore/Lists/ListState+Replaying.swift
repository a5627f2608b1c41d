extension ListState {
  /// Applies a record again. The items and sections that it inserts get the identities that the
  /// record names.
  ///
  /// - Returns: The change, with a target one revision later.
  /// - Throws: `corrupt` if the record does not fit this state: its outline is not valid here, it
  ///   inserts an item that is already in the list, or it names identities that do not stand at its
  ///   paths. Other codes if a page cannot be read.
  /// - Complexity: O(*k* log *n*) for *k* changes and removed items together.
  package func replaying(_ record: ChangeRecord) throws(StorageError) -> ListChange {
    try replaying(record, revision: revision + 1)
  }

  /// Reverts a record: returns the state before the change that it describes.
  ///
  /// - Returns: The state with the sections, items and identities from before, one revision
  ///   earlier. The list does not give again the numbers that it has given since.
  /// - Throws: As ``replaying(_:)``.
  /// - Complexity: O(*k* log *n*) for *k* changes and removed items together.
  package func reverting(_ record: ChangeRecord) throws(StorageError) -> ListState {
    try record.validateRows()
    return try replaying(record.inverse, revision: revision - 1).target
  }

  private func replaying(
    _ record: ChangeRecord, revision: Revision
  ) throws(StorageError) -> ListChange {
    try validateReturning(record.returning)
    let change = try applying(record, revision: revision)
    guard change.identities == record.identities else {
      throw StorageError(
        .corrupt, "the record leading to revision \(revision) names identities that stand elsewhere"
      )
    }
    return change
  }

  /// Applies the outline of a record, whatever identities stand at its paths. Those that it inserts
  /// must not be in the list.
  ///
  /// - Throws: `corrupt` if the outline is not valid here.
  func applying(
    _ record: ChangeRecord, revision: Revision
  ) throws(StorageError) -> ListChange {
    try record.validateRows()
    let proof: VerifiedOutline
    do {
      proof = try record.outline.verified(against: self)
    } catch {
      throw StorageError(
        .corrupt, "the record leading to revision \(revision) is invalid", cause: error)
    }
    return try applying(proof, returning: record.returning, revision: revision)
  }

  /// Checks that the arriving identities are not in the list. Each was in it before, or has a
  /// number that the list has not yet given.
  private func validateReturning(_ returning: ReturningIdentities) throws(StorageError) {
    var items = Set<ItemID>(minimumCapacity: returning.items.count)
    for id in returning.items {
      guard id.rawValue > 0, id.rawValue < NextIdentifiers.limit, items.insert(id).inserted,
        try !contains(id)
      else {
        throw StorageError(.corrupt, "the record inserts \(id), which is in the list already")
      }
    }
    var sections = Set<SectionID>(minimumCapacity: returning.sections.count)
    for id in returning.sections {
      guard id.rawValue > 0, id.rawValue < NextIdentifiers.limit, sections.insert(id).inserted,
        index(of: id) == nil
      else {
        throw StorageError(.corrupt, "the record inserts \(id), which is in the list already")
      }
    }
  }
}

extension ChangeRecord {
  /// Checks that every part of the outline has its row of identities, and every removed item its
  /// own.
  fileprivate func validateRows() throws(StorageError) {
    let removedPaths = identities.removedItems.map(\.sourcePath)
    guard outline.updatedItems.count == identities.updatedItems.count,
      outline.movedItems.count == identities.movedItems.count,
      outline.insertedItems.count == identities.insertedItems.count,
      outline.updatedSections.count == identities.updatedSections.count,
      outline.removedSections.count == identities.removedSections.count,
      outline.insertedSections.count == identities.insertedSections.count,
      removedPaths.isAscending, namesRemoved(removedPaths)
    else {
      throw StorageError(.corrupt, "a record does not say which items and sections it touched")
    }
  }

  /// Whether these are the paths of removed items and of items in removed sections, with all of the
  /// former.
  private func namesRemoved(_ paths: [ItemPath]) -> Bool {
    if paths == outline.removedItems { return true }
    let removed = Set(paths)
    let goingSections = Set(outline.removedSections)
    let explicit = Set(outline.removedItems)
    return removed.isSuperset(of: explicit)
      && removed.allSatisfy { goingSections.contains($0.section) || explicit.contains($0) }
  }
}

extension ListState {
  /// Applies what is left of a record that was made for an earlier list. What it inserts gets the
  /// identities that the record names. What is in the list already is not inserted.
  ///
  /// The items that the record removes go, wherever they stand, and no others. A section that it removes
  /// stays as it is if other items are in it:
  ///
  ///     base   AB      remove the section AB
  ///     self   AXB     X was inserted meanwhile
  ///     target X
  ///
  /// What is not to be moved stays where this list has it, and is a neighbour of what arrives beside it:
  ///
  ///     base   CAB     move A and B to the start, B behind A
  ///     self   CBA     A was moved meanwhile, and stays
  ///     target CAB
  ///
  /// - Parameters:
  ///   - unmoved: The items and sections that the record moves and that stay where they are.
  ///   - absent: The items that the record inserts and that stay away.
  package func replaying(
    _ record: ChangeRecord, madeFor base: ListState, leaving unmoved: TouchedIdentities = .init(),
    without absent: Set<ItemID> = []
  ) throws(StorageError) -> ListChange {
    try record.validateRows()
    do {
      var outline = record.outline
      outline.removedItems = record.identities.removedItems.map(\.sourcePath)
      // The whole outline says where the rest comes to stand.
      let proof = try outline.verified(against: base)
      let inserted = zip(outline.insertedItems, record.identities.insertedItems)
        .filter { !absent.contains($0.1) }
      outline.insertedItems = inserted.map(\.0)
      let rebased = try outline.rebased(
        as: proof, from: base, onto: self, returning: inserted.map(\.1),
        record.identities.insertedSections, leaving: unmoved
      ).changeset
      let returning = ReturningIdentities(
        items: rebased.insertedModels.map { inserted[$0].1 },
        sections: rebased.insertedSectionModels.compactMap { number in
          number.map { record.identities.insertedSections[$0] }
        })
      return try applying(rebased.outline.verified(against: self), returning: returning)
    } catch let error as StorageError {
      throw error
    } catch {
      throw StorageError(
        .corrupt, "the inverse of the change to revision \(base.revision) is invalid", cause: error)
    }
  }

  /// Returns those of some items and sections that this list has elsewhere than an earlier one: items in another section or
  /// behind another item, sections behind another section.
  ///
  ///     former  AB|C     self  AXB|C    of A and B, B
  ///
  /// - Complexity: O(*k* log *n*) for *k* items and sections.
  package func displaced(
    among identities: TouchedIdentities, since former: ListState
  ) throws(StorageError) -> TouchedIdentities {
    var displaced = TouchedIdentities()
    for item in identities.items {
      let (now, before) = (try predecessor(of: item), try former.predecessor(of: item))
      if now?.section != before?.section || now?.item != before?.item {
        displaced.items.insert(item)
      }
    }
    for section in identities.sections
    where predecessor(of: section) != former.predecessor(of: section) {
      displaced.sections.insert(section)
    }
    return displaced
  }

  /// The section that an item stands in, and the item before it, `nil` for the first one; `nil` if the list does not have
  /// it.
  private func predecessor(
    of item: ItemID
  ) throws(StorageError) -> (section: SectionID?, item: ItemID?)? {
    guard let path = try path(of: item) else { return nil }
    let before =
      path.item > 0 ? try itemID(at: ItemPath(section: path.section, item: path.item - 1)) : nil
    return (sectionID(at: path.section), before)
  }

  /// The section before another one; `nil` for the first one, and for one that the list does not have.
  private func predecessor(of section: SectionID) -> SectionID? {
    guard let index = index(of: section), index > 0 else { return nil }
    return sectionID(at: index - 1)
  }
}
