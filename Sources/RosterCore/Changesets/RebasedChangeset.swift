/// A changeset that was made for one list and fits a later one.
public struct RebasedChangeset<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// The changes to make in the later list.
  public var changeset: Changeset<Model, SectionModel>
  /// The changes that were dropped because their item or section is gone, in the paths of the
  /// original changeset.
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
  /// The item is gone, or its target section is.
  case moveItem(ItemMove)
  /// The section is gone.
  case insertItem(at: ItemPath)
  /// The section is gone.
  case updateSection(at: Int)
  /// The section is gone.
  case moveSection(SectionMove)
}
