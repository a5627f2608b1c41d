/// One applied changeset: both snapshots, what was verified, and the identities of what it touched.
///
/// It holds identities beside the paths of the outline, because storage keeps them and undoing
/// needs them.
///
/// A class, so that passing a change on copies one reference, and reading a part of it copies that
/// part alone.
package final class ListChange: Sendable {
  /// The list before.
  package let source: ListState
  /// The list after.
  package let target: ListState
  /// What was verified and applied.
  package let proof: VerifiedOutline
  /// The identities of what was touched.
  package let identities: ChangeIdentities
  /// Which pages were touched.
  package let pages: PageChanges

  init(
    source: ListState, target: ListState, proof: VerifiedOutline, identities: ChangeIdentities,
    pages: PageChanges
  ) {
    self.source = source
    self.target = target
    self.proof = proof
    self.identities = identities
    self.pages = pages
  }
}

/// The identities of what a changeset touched, each row in the order of its part of the outline.
package struct ChangeIdentities: Hashable, Sendable {
  private struct Parts: Hashable, Sendable {
    var updatedItems: [ItemID] = []
    var removedItems: [RemovedItem] = []
    var movedItems: [ItemID] = []
    var insertedItems: [ItemID] = []
    var updatedSections: [SectionID] = []
    var removedSections: [SectionID] = []
    var insertedSections: [SectionID] = []
  }

  private static let noParts = SharedValue(Parts())

  private var parts = noParts

  /// The updated items, including those that are also removed.
  package var updatedItems: [ItemID] {
    _read { yield parts.value.updatedItems }
    _modify { yield &parts.value.updatedItems }
  }

  /// All items that are gone, including those that were removed with their section, ascending by
  /// source path.
  package var removedItems: [RemovedItem] {
    _read { yield parts.value.removedItems }
    _modify { yield &parts.value.removedItems }
  }

  /// The moved items.
  package var movedItems: [ItemID] {
    _read { yield parts.value.movedItems }
    _modify { yield &parts.value.movedItems }
  }

  /// The inserted items.
  package var insertedItems: [ItemID] {
    _read { yield parts.value.insertedItems }
    _modify { yield &parts.value.insertedItems }
  }

  /// The updated sections, including those that are also removed.
  package var updatedSections: [SectionID] {
    _read { yield parts.value.updatedSections }
    _modify { yield &parts.value.updatedSections }
  }

  /// The removed sections.
  package var removedSections: [SectionID] {
    _read { yield parts.value.removedSections }
    _modify { yield &parts.value.removedSections }
  }

  /// The inserted sections.
  package var insertedSections: [SectionID] {
    _read { yield parts.value.insertedSections }
    _modify { yield &parts.value.insertedSections }
  }

  /// Makes a collection of no identities.
  package init() {}

  /// An item that is gone, and its place in the source.
  package struct RemovedItem: Hashable, Sendable {
    /// Its place in the source.
    package var sourcePath: ItemPath
    /// Its identity.
    package var id: ItemID

    /// Makes a removed item of its parts.
    package init(sourcePath: ItemPath, id: ItemID) {
      self.sourcePath = sourcePath
      self.id = id
    }
  }
}

/// The pages and rows that a change touched. Storage writes these and no others.
///
/// The sets hold only names. Storage reads what it writes from the last state of all changes that
/// it writes together, so ten changes of one page cost one write.
package struct PageChanges: Sendable {
  /// New leaf pages, and those with changed items or a changed place.
  package internal(set) var leaves: Set<LeafID> = []
  /// The leaf pages that are gone.
  package internal(set) var removedLeaves: Set<LeafID> = []
  /// Items of the source whose row names a leaf page from which they are no longer found: moved items, and items of a page
  /// that was merged into another one. An item that a page has given to a page behind it is still found from the first.
  package internal(set) var relocatedItems: Set<ItemID> = []
  /// New sections, and those with a changed place.
  package internal(set) var sections: Set<SectionID> = []

  /// Makes empty sets.
  package init() {}

  /// Adds what a later change touched.
  package mutating func formUnion(_ later: PageChanges) {
    leaves.formUnion(later.leaves)
    removedLeaves.formUnion(later.removedLeaves)
    relocatedItems.formUnion(later.relocatedItems)
    sections.formUnion(later.sections)
  }
}
