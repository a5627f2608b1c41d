/// The pages and rows that a change touched. Storage writes these and no others.
///
/// The sets hold only names. Storage reads what it writes from the last state of all changes that
/// it writes together, so ten changes of one page cost one write.
public struct PageChanges: Sendable {
  /// New leaf pages, and those with changed items or a changed place.
  public internal(set) var leaves: Set<LeafID> = []
  /// The leaf pages that are gone.
  public internal(set) var removedLeaves: Set<LeafID> = []
  /// Items that were there before and are now in another leaf page.
  public internal(set) var relocatedItems: Set<ItemID> = []
  /// New sections, and those with a changed place.
  public internal(set) var sections: Set<SectionID> = []

  /// Makes empty sets.
  public init() {}

  /// Adds what a later change touched.
  public mutating func formUnion(_ later: PageChanges) {
    leaves.formUnion(later.leaves)
    removedLeaves.formUnion(later.removedLeaves)
    relocatedItems.formUnion(later.relocatedItems)
    sections.formUnion(later.sections)
  }
}
