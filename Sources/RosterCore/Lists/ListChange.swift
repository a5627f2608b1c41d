/// One applied changeset: both snapshots, what was verified, and who was touched.
///
/// It holds identities beside the paths of the outline, which is what storage keeps and what
/// undoing needs.
public struct ListChange: Sendable {
  /// Behind one reference, since a change is handed from room to room.
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

  /// Who was touched.
  public var identities: ChangeIdentities { contents.identities }

  /// Which pages were touched.
  public var pages: PageChanges { contents.pages }
}

/// The identities of what a changeset touched, each row in the order of its part of the outline.
public struct ChangeIdentities: Hashable, Sendable {
  /// Of the updated items, also of those that are removed as well.
  public var updatedItems: [ItemID] = []
  /// Every item that is gone, also those that went with their section, ascending by source path.
  public var removedItems: [RemovedItem] = []
  /// Of the moved items.
  public var movedItems: [ItemID] = []
  /// Of the inserted items.
  public var insertedItems: [ItemID] = []
  /// Of the updated sections, also of those that are removed as well.
  public var updatedSections: [SectionID] = []
  /// Of the removed sections.
  public var removedSections: [SectionID] = []
  /// Of the inserted sections.
  public var insertedSections: [SectionID] = []

  /// Names nobody.
  public init() {}

  /// An item that is gone, and where it stood.
  public struct RemovedItem: Hashable, Sendable {
    /// Where it stood.
    public var sourcePath: ItemPath
    /// Who it is.
    public var id: ItemID

    /// Says where an item stood.
    public init(sourcePath: ItemPath, id: ItemID) {
      self.sourcePath = sourcePath
      self.id = id
    }
  }
}
