/// One applied changeset: both snapshots, what was verified, and who was touched.
///
/// It holds identities beside the paths of the outline, which is what storage keeps and what
/// undoing needs.
public struct ListChange: Sendable {
  /// The list before.
  public let source: ListState
  /// The list after.
  public let target: ListState
  /// What was verified and applied.
  public let proof: VerifiedOutline
  /// Who was touched.
  public let identities: ChangeIdentities
  /// Which pages were touched.
  public let pages: PageChanges
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

  /// Makes the identities of a change of nothing.
  public init() {}

  /// An item that is gone, and where it stood.
  public struct RemovedItem: Hashable, Sendable {
    /// Where it stood.
    public var sourcePath: ItemPath
    /// The item.
    public var id: ItemID

    /// Makes a removed item.
    public init(sourcePath: ItemPath, id: ItemID) {
      self.sourcePath = sourcePath
      self.id = id
    }
  }
}
