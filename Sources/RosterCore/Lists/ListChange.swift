/// One applied changeset: both snapshots, what was verified, and the identities of what it touched.
///
/// It holds identities beside the paths of the outline, because storage keeps them and undoing
/// needs them.
public struct ListChange: Sendable {
  /// A class, so that passing a change between modules copies one reference.
  private final class Contents: Sendable {
    let source: ListState
    let target: ListState
    let proof: VerifiedOutline
    let identities: ChangeIdentities
    let pages: PageChanges

    init(
      _ source: ListState, _ target: ListState, _ proof: VerifiedOutline,
      _ identities: ChangeIdentities, _ pages: PageChanges
    ) {
      self.source = source
      self.target = target
      self.proof = proof
      self.identities = identities
      self.pages = pages
    }
  }

  private let contents: Contents

  init(
    source: ListState, target: ListState, proof: VerifiedOutline, identities: ChangeIdentities,
    pages: PageChanges
  ) {
    contents = Contents(source, target, proof, identities, pages)
  }

  /// The list before.
  public var source: ListState { contents.source }

  /// The list after.
  public var target: ListState { contents.target }

  /// What was verified and applied.
  public var proof: VerifiedOutline { contents.proof }

  /// The identities of what was touched.
  public var identities: ChangeIdentities { contents.identities }

  /// Which pages were touched.
  public var pages: PageChanges { contents.pages }
}

/// The identities of what a changeset touched, each row in the order of its part of the outline.
public struct ChangeIdentities: Hashable, Sendable {
  /// The updated items, including those that are also removed.
  public var updatedItems: [ItemID] = []
  /// All items that are gone, including those that were removed with their section, ascending by
  /// source path.
  public var removedItems: [RemovedItem] = []
  /// The moved items.
  public var movedItems: [ItemID] = []
  /// The inserted items.
  public var insertedItems: [ItemID] = []
  /// The updated sections, including those that are also removed.
  public var updatedSections: [SectionID] = []
  /// The removed sections.
  public var removedSections: [SectionID] = []
  /// The inserted sections.
  public var insertedSections: [SectionID] = []

  /// Makes a collection of no identities.
  public init() {}

  /// An item that is gone, and its place in the source.
  public struct RemovedItem: Hashable, Sendable {
    /// Its place in the source.
    public var sourcePath: ItemPath
    /// Its identity.
    public var id: ItemID

    /// Makes a removed item of its parts.
    public init(sourcePath: ItemPath, id: ItemID) {
      self.sourcePath = sourcePath
      self.id = id
    }
  }
}

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
