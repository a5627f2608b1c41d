package import RosterCore

/// A list as it is, but for one section, which has the items that it had at an earlier revision.
///
///     then    A: a b c d      B: x
///     now     A: d b n x      B: c
///     target  A: a b c d x    B:
///
/// Items that are gone (`a`) or in another section now (`c`) come back, all in their former order. What the list did not
/// have then (`n`) goes, in whichever section it was inserted. What was in another section then (`x`) stays, behind the
/// others: it would be lost, since its former section is not touched. A section of the list stays where it is; one
/// that is gone comes back behind the one that it stood behind.
package struct RestoredSection: Sendable {
  /// The list with the restored section. Its revision says nothing.
  package let target: ListState
  /// The items that the section had.
  package let formerItems: Set<ItemID>
  /// What may differ between the list as it is and the target.
  package let touched: TouchedIdentities
  private let section: SectionID

  /// Finds the list with the restored section.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - past: The list as it was.
  ///   - source: The list as it is.
  /// - Returns: `nil` if the section was not in the list then.
  /// - Throws: If a page is not in memory and cannot be read.
  /// - Complexity: O(*m* log *n*) for *m* items that the section had and has.
  package init?(
    _ section: SectionID, asIn past: ListState, in source: ListState
  ) throws(StorageError) {
    guard let formerIndex = past.index(of: section) else { return nil }
    let former = try past.itemIDs(inSection: formerIndex)
    let present =
      try source.index(of: section).map { index throws(StorageError) in
        try source.itemIDs(inSection: index)
      } ?? []
    let formerItems = Set(former)
    var staying: [ItemID] = []
    for item in present where !formerItems.contains(item) {
      if try past.path(of: item) != nil { staying.append(item) }
    }
    self.section = section
    self.formerItems = formerItems
    var touched = TouchedIdentities()
    touched.items = formerItems.union(present)
    touched.sections = [section]
    self.touched = touched
    target = try Self.target(
      section, having: former + staying, from: source, without: touched.items,
      insertingAt: Self.returningIndex(of: formerIndex, in: past, to: source))
  }

  /// Returns the changeset that restores the section, with identities where a changeset has models.
  ///
  /// - Parameters:
  ///   - source: The list as it is.
  ///   - revision: The revision of the list as it was.
  ///   - storage: What has the models.
  /// - Complexity: O(*m* log *n*) for *m* items that the section had and has, whose models are read.
  package func changeset(
    from source: ListState, to revision: Revision, _ storage: any ListStorage
  ) throws(StorageError) -> Changeset<ItemID, SectionID> {
    try source.identityChangeset(
      to: target, touching: touched,
      updating: storage.updatedItems(among: formerItems, from: source.revision, to: revision),
      storage.updatedSections(among: [section], from: source.revision, to: revision))
  }

  /// The trees whose states are restored with the section.
  package var trees: Set<TreeID> { Set(formerItems.map(TreeID.item) + section.trees) }

  /// Takes all touched items out of a list, and puts those that the section gets into it.
  private static func target(
    _ section: SectionID, having items: [ItemID], from source: ListState,
    without touched: Set<ItemID>, insertingAt returningIndex: Int
  ) throws(StorageError) -> ListState {
    var paths: [ItemPath] = []
    for item in touched {
      if let path = try source.path(of: item) { paths.append(path) }
    }
    let emptied = try applying(
      Changeset { for path in paths { $0.removeItem(at: path) } }, to: source)
    let index = emptied.index(of: section)
    let filling = Changeset<ItemID, SectionID> {
      if index == nil { $0.insertSection(at: returningIndex, section) }
      $0.insertItems(items, at: ItemPath(section: index ?? returningIndex, item: 0))
    }
    return try applying(filling, to: emptied)
  }

  private static func applying(
    _ changeset: Changeset<ItemID, SectionID>, to state: ListState
  ) throws(StorageError) -> ListState {
    let proof: VerifiedOutline
    do throws(ChangesetError) {
      proof = try changeset.outline.verified(against: state)
    } catch {
      preconditionFailure("what is in a list can be removed and inserted: \(error)")
    }
    return try state.applying(
      proof,
      returning: ListState.ReturningIdentities(
        items: changeset.insertedModels,
        sections: changeset.insertedSectionModels.compactMap(\.self))
    ).target
  }

  /// Returns where a section comes back: behind the nearest one before it that is still in the list, or at the
  /// beginning.
  private static func returningIndex(
    of formerIndex: Int, in past: ListState, to source: ListState
  ) -> Int {
    for neighbour in (0..<formerIndex).reversed() {
      if let index = past.sectionID(at: neighbour).flatMap(source.index(of:)) { return index + 1 }
    }
    return 0
  }
}
