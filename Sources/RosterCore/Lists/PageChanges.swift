/// Which pages and rows a change touched, so that storage writes those and no others.
///
/// Only names are kept: what is to be written is read from the last state of all changes that are
/// written together, so that ten changes to one page cost one write.
public struct PageChanges: Sendable {
  /// Leaf pages with other items, or another place, than before, and new ones.
  public internal(set) var leaves: Set<LeafID> = []
  /// Leaf pages that are gone.
  public internal(set) var removedLeaves: Set<LeafID> = []
  /// Items that were there before and are in another leaf page now.
  public internal(set) var relocatedItems: Set<ItemID> = []
  /// Sections with another place than before, and new ones.
  public internal(set) var sections: Set<SectionID> = []

  /// Makes the changes of nothing.
  public init() {}

  /// Adds the changes of a later change.
  public mutating func formUnion(_ later: PageChanges) {
    leaves.formUnion(later.leaves)
    removedLeaves.formUnion(later.removedLeaves)
    relocatedItems.formUnion(later.relocatedItems)
    sections.formUnion(later.sections)
  }
}
