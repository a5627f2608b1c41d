public import RosterCore

/// What a data source publishes: a batch of changes, both snapshots with their models, and what was
/// generated for it.
public struct ListBatch<Model: Sendable, SectionModel: Sendable, Output: Sendable>: Sendable {
  /// What changed, in both forms.
  public let changes: ChangeBatch<Model, SectionModel>
  /// The list before.
  public let source: ListSnapshot<Model, SectionModel>
  /// The list after.
  public let target: ListSnapshot<Model, SectionModel>
  /// What was generated for the items that this batch inserts and updates, ascending by path.
  public let outputs: [GeneratedItem<Output>]
}

/// What the generator made of an item.
public struct GeneratedItem<Output: Sendable>: Sendable {
  /// The item.
  public let id: ItemID
  /// Where it stands in the target of the batch.
  public let targetPath: ItemPath
  public let output: Output
}
