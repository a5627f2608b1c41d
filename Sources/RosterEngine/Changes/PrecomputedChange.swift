public import RosterCore

/// A change of one snapshot that was computed ahead. It applies only while that snapshot is the
/// list.
///
/// It is a value: callers may keep it, inspect it, discard it, and retry it after a failed commit.
public struct PrecomputedChange<
  Model: Sendable, SectionModel: Sendable, Output: Sendable
>: Sendable {
  /// The changes, with the list before and after them.
  ///
  /// Inserted items already have their final ids. Their models are in the changeset, not yet in
  /// storage.
  public let changes: ChangeBatch<Model, SectionModel>
  /// The generated outputs, ascending by path. `nil` in a list without a generator, and in a list
  /// of components, whose trees are built when the change is applied.
  public let outputs: [GeneratedOutput<Output>.Item]?
  let states: [StateAssignment]
  let applied: ListChange
  /// The outputs, all made already; `nil` if they are made when the turn of the change comes.
  let generation: (any OutputGeneration<Output>)?
  let models: ModelReader<Model, SectionModel>
  /// What it writes to the tables of the device.
  var device: DeviceWrite?
  /// What it writes to the tables of the hub.
  var hub: HubWrite?

  /// The snapshot that it was computed for.
  public var source: ListSnapshot<Model, SectionModel> {
    ListSnapshot(state: changes.source, models: models)
  }

  /// Returns the change with another annotation, and what it writes to the tables of the hub.
  package func writing(_ hub: HubWrite, _ annotation: ChangeAnnotation) -> Self {
    PrecomputedChange(
      changes: ChangeBatch(
        source: changes.source, target: changes.target, verified: changes.verified,
        annotation: annotation),
      outputs: outputs, states: states, applied: applied, generation: generation, models: models,
      device: device, hub: hub)
  }

  /// What it touches.
  package var identities: ChangeIdentities { applied.identities }

  /// The snapshot after it. As long as the change is not applied, it is good for nothing but to compute
  /// the next change: storage does not know its models and states.
  package var target: ListSnapshot<Model, SectionModel> {
    ListSnapshot(state: changes.target, models: models)
  }
}
