/// A changeset without its models: the paths that it touches, and what it does to them.
///
/// Verification, index transforms and the list itself need only the outline, so their code is not
/// generic. Every part is in ascending order. If a caller names a path twice, the outline keeps
/// both so that verification can report it.
public struct ChangesetOutline: Hashable, Sendable {
  /// Source paths of items that get a new model.
  public internal(set) var updatedItems: [ItemPath] = []
  /// Source paths.
  public internal(set) var removedItems: [ItemPath] = []
  /// From source paths to target paths, ascending by source path.
  public internal(set) var movedItems: [ItemMove] = []
  /// Target paths.
  public internal(set) var insertedItems: [ItemPath] = []
  /// Source sections that get a new section model.
  public internal(set) var updatedSections: [Int] = []
  /// Source sections.
  public internal(set) var removedSections: [Int] = []
  /// From source sections to target sections, ascending by source section.
  public internal(set) var movedSections: [SectionMove] = []
  /// Target sections.
  public internal(set) var insertedSections: [Int] = []

  /// Makes the outline that touches nothing.
  public init() {}

  /// Makes an outline from its parts, in any order.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes, O(*k*) if the parts are sorted already.
  public init(
    items: ItemParts = ItemParts(), sections: SectionParts = SectionParts()
  ) {
    updatedItems = items.updated.ascending()
    removedItems = items.removed.ascending()
    movedItems = items.moved.ascending()
    insertedItems = items.inserted.ascending()
    updatedSections = sections.updated.ascending()
    removedSections = sections.removed.ascending()
    movedSections = sections.moved.ascending()
    insertedSections = sections.inserted.ascending()
  }

  /// Whether the outline touches nothing.
  public var isEmpty: Bool { changeCount == 0 }

  /// The number of changes in all parts together.
  public var changeCount: Int {
    updatedItems.count + removedItems.count + movedItems.count + insertedItems.count
      + updatedSections.count + removedSections.count + movedSections.count
      + insertedSections.count
  }
}

extension ChangesetOutline {
  /// The four item parts of an outline.
  public struct ItemParts: Sendable {
    /// Source paths.
    public var updated: [ItemPath] = []
    /// Source paths.
    public var removed: [ItemPath] = []
    /// From source paths to target paths.
    public var moved: [ItemMove] = []
    /// Target paths.
    public var inserted: [ItemPath] = []

    /// Makes the parts, each in any order.
    public init(
      updated: [ItemPath] = [], removed: [ItemPath] = [], moved: [ItemMove] = [],
      inserted: [ItemPath] = []
    ) {
      self.updated = updated
      self.removed = removed
      self.moved = moved
      self.inserted = inserted
    }
  }

  /// The four section parts of an outline.
  public struct SectionParts: Sendable {
    /// Source sections.
    public var updated: [Int] = []
    /// Source sections.
    public var removed: [Int] = []
    /// From source sections to target sections.
    public var moved: [SectionMove] = []
    /// Target sections.
    public var inserted: [Int] = []

    /// Makes the parts, each in any order.
    public init(
      updated: [Int] = [], removed: [Int] = [], moved: [SectionMove] = [], inserted: [Int] = []
    ) {
      self.updated = updated
      self.removed = removed
      self.moved = moved
      self.inserted = inserted
    }
  }
}

extension Array where Element: Comparable {
  /// The elements in ascending order. This takes one pass if they are sorted already.
  @usableFromInline
  func ascending() -> [Element] { isAscending ? self : sorted() }

  @inlinable
  var isAscending: Bool {
    var next = startIndex
    while next + 1 < endIndex {
      if self[next + 1] < self[next] { return false }
      next += 1
    }
    return true
  }
}
