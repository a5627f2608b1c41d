/// A changeset that was made for one list and fits a later one.
public struct RebasedChangeset<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// What is to be changed in the later list.
  public var changeset: Changeset<Model, SectionModel>
  /// What had to be left out, since what it was for is gone; in the paths of the original changeset.
  public var dropped: [DroppedChange]

  init(changeset: Changeset<Model, SectionModel>, dropped: [DroppedChange]) {
    self.changeset = changeset
    self.dropped = dropped
  }
}

/// A part of a changeset that could not be rebased.
public enum DroppedChange: Hashable, Sendable {
  /// The item is gone.
  case updateItem(at: ItemPath)
  /// The item is gone, or the section that it was to be moved to.
  case moveItem(ItemMove)
  /// The section is gone.
  case insertItem(at: ItemPath)
  /// The section is gone.
  case updateSection(at: Int)
  /// The section is gone.
  case moveSection(SectionMove)
}
