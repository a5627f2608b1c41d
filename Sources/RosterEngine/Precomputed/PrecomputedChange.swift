public import RosterCore

/// A change of one snapshot that was computed ahead, and is applied only if that snapshot is still
/// the list.
///
/// It is a value: it may be kept, looked at, thrown away, and tried again if a commit has failed.
public struct PrecomputedChange<
  Model: Sendable, SectionModel: Sendable, Output: Sendable
>: Sendable {
  /// What changes, with the list before and the list as it will be.
  ///
  /// The items that are inserted have the ids there that they will have; their models are in the
  /// changeset, not yet in storage.
  public let changes: ChangeBatch<Model, SectionModel>
  /// What was generated already, ascending by path; `nil` in a list of components, whose trees are
  /// built when the change is applied.
  public let outputs: [GeneratedItem<Output>]?
  let states: [StateAssignment]
  let precomputed: AcceptedChange<Model, SectionModel, Output>.Precomputation
  let models: ModelReader<Model, SectionModel>

  /// The snapshot that it was computed for.
  public var source: ListSnapshot<Model, SectionModel> {
    ListSnapshot(state: changes.source, models: models)
  }
}
