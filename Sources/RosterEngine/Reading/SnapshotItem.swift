public import RosterCore

/// An item of a snapshot with its model.
public struct SnapshotItem<Model: Sendable>: Sendable {
  /// Where it stands.
  public let path: ItemPath
  /// The identity of the item.
  public let id: ItemID
  /// Its model.
  public let model: Model
}

extension SnapshotItem: Equatable where Model: Equatable {}

/// A section of a snapshot with its model.
public struct SnapshotSection<SectionModel: Sendable>: Sendable {
  /// Where it stands.
  public let index: Int
  /// The identity of the section.
  public let id: SectionID
  /// Its model, `nil` if it has none.
  public let model: SectionModel?
  /// The number of its items.
  public let itemCount: Int
}

extension SnapshotSection: Equatable where SectionModel: Equatable {}
