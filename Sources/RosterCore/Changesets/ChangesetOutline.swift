/// A changeset without its models: the paths that it touches, and what it does to them.
///
/// Verification, index transforms and the list itself need only the outline, so their code is not
/// generic. Every part is in ascending order. If a caller names a path twice, the outline keeps
/// both so that verification can report it.
public struct ChangesetOutline: Hashable, Sendable {
  private struct Parts: Hashable, Sendable {
    var updatedItems: [ItemPath] = []
    var removedItems: [ItemPath] = []
    var movedItems: [ItemMove] = []
    var insertedItems: [ItemPath] = []
    var updatedSections: [Int] = []
    var removedSections: [Int] = []
    var movedSections: [SectionMove] = []
    var insertedSections: [Int] = []
  }

  private static let noParts = SharedValue(Parts())

  private var parts = noParts

  /// Source paths of items that get a new model.
  public internal(set) var updatedItems: [ItemPath] {
    _read { yield parts.value.updatedItems }
    _modify { yield &parts.value.updatedItems }
  }

  /// Source paths.
  public internal(set) var removedItems: [ItemPath] {
    _read { yield parts.value.removedItems }
    _modify { yield &parts.value.removedItems }
  }

  /// From source paths to target paths, ascending by source path.
  public internal(set) var movedItems: [ItemMove] {
    _read { yield parts.value.movedItems }
    _modify { yield &parts.value.movedItems }
  }

  /// Target paths.
  public internal(set) var insertedItems: [ItemPath] {
    _read { yield parts.value.insertedItems }
    _modify { yield &parts.value.insertedItems }
  }

  /// Source sections that get a new section model.
  public internal(set) var updatedSections: [Int] {
    _read { yield parts.value.updatedSections }
    _modify { yield &parts.value.updatedSections }
  }

  /// Source sections.
  public internal(set) var removedSections: [Int] {
    _read { yield parts.value.removedSections }
    _modify { yield &parts.value.removedSections }
  }

  /// From source sections to target sections, ascending by source section.
  public internal(set) var movedSections: [SectionMove] {
    _read { yield parts.value.movedSections }
    _modify { yield &parts.value.movedSections }
  }

  /// Target sections.
  public internal(set) var insertedSections: [Int] {
    _read { yield parts.value.insertedSections }
    _modify { yield &parts.value.insertedSections }
  }

  /// Makes the outline that touches nothing.
  public init() {}

  /// Makes an outline from its parts, in any order.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes, O(*k*) if the parts are sorted already.
  public init(
    items: ItemParts = ItemParts(), sections: SectionParts = SectionParts()
  ) {
    parts = SharedValue(
      Parts(
        updatedItems: items.updated.ascending(), removedItems: items.removed.ascending(),
        movedItems: items.moved.ascending(), insertedItems: items.inserted.ascending(),
        updatedSections: sections.updated.ascending(),
        removedSections: sections.removed.ascending(),
        movedSections: sections.moved.ascending(), insertedSections: sections.inserted.ascending()
      ))
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
