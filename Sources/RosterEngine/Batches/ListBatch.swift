public import RosterCore

/// What a data source publishes: a batch of changes, both snapshots with their models, and what was
/// generated for it.
public struct ListBatch<Model: Sendable, SectionModel: Sendable, Output: Sendable>: Sendable {
  /// Behind one reference, since a batch goes to everybody.
  private final class Contents: Sendable {
    let changes: ChangeBatch<Model, SectionModel>
    let models: ModelReader<Model, SectionModel>
    let states: [ChangedState]
    let outputs: [GeneratedOutput<Output>]
    let sizes: [ChangedSize]
    let notes: BatchNotes
    let extents: ListExtents?

    init(
      _ changes: ChangeBatch<Model, SectionModel>, _ models: ModelReader<Model, SectionModel>,
      _ states: [ChangedState], _ outputs: [GeneratedOutput<Output>], _ sizes: [ChangedSize],
      _ notes: BatchNotes, _ extents: ListExtents?
    ) {
      self.changes = changes
      self.models = models
      self.states = states
      self.outputs = outputs
      self.sizes = sizes
      self.notes = notes
      self.extents = extents
    }
  }

  private let contents: Contents

  init(
    changes: ChangeBatch<Model, SectionModel>, models: ModelReader<Model, SectionModel>,
    states: [ChangedState], outputs: [GeneratedOutput<Output>], sizes: [ChangedSize],
    notes: BatchNotes = BatchNotes(), extents: ListExtents? = nil
  ) {
    contents = Contents(changes, models, states, outputs, sizes, notes, extents)
  }

  /// The batch with other sizes, and the extents of its target.
  func with(_ sizes: [ChangedSize], _ extents: ListExtents) -> Self {
    ListBatch(
      changes: changes, models: contents.models, states: contents.states, outputs: outputs,
      sizes: sizes, notes: notes, extents: extents)
  }

  /// What changed, in both forms.
  public var changes: ChangeBatch<Model, SectionModel> { contents.changes }

  /// The list before.
  public var source: ListSnapshot<Model, SectionModel> {
    ListSnapshot(state: changes.source, models: contents.models)
  }

  /// The list after.
  public var target: ListSnapshot<Model, SectionModel> {
    ListSnapshot(state: changes.target, models: contents.models)
  }

  /// The states that this batch wrote or removed, ascending by place: of items, headers and footers.
  ///
  /// Items and sections that are gone took their states along; those are not named here.
  public var states: [ChangedState] { contents.states }

  /// Those of ``states`` that items have.
  public var itemStates: [ChangedState] { contents.states.filter { $0.tree.item != nil } }

  /// Those of ``states`` that headers and footers have.
  public var supplementStates: [ChangedState] { contents.states.filter { $0.tree.item == nil } }

  /// What was generated, ascending by place: for the items and sections that this batch inserts and
  /// updates, and in a list of components for those of which only a state is another.
  ///
  /// A section that is updated is named also if it has no header or footer any more. After a reload or
  /// with another configuration, everything is here that was generated anew; with a working range what
  /// has come into it. What is not named stays as it is, wherever its item or section is now.
  public var outputs: [GeneratedOutput<Output>] { contents.outputs }

  /// Those of ``outputs`` that items have, ascending by path.
  public var items: [GeneratedItem<Output>] { contents.outputs.compactMap(\.item) }

  /// Those of ``outputs`` that headers and footers have, ascending by section.
  public var supplements: [GeneratedSupplement<Output>] {
    let outputs = contents.outputs.filter { $0.tree.item == nil }
    if outputs.isEmpty { return [] }
    let changes = Dictionary(
      supplementSizes.lazy.map { ($0.tree, $0) }, uniquingKeysWith: { first, _ in first })
    return outputs.compactMap { GeneratedSupplement($0, changes[$0.tree]) }
  }

  /// What this batch inserts, with its size, and what has another size than before, ascending by place;
  /// nothing in a list that is not laid out.
  ///
  /// With a working range, what has another size than was last said, or of which only an estimate was
  /// known: ``ChangedSize/from`` is `nil` then. A renderer that has items before what is visible moves by
  /// as much, or asks ``extents`` where the item begins that it holds on to.
  public var sizes: [ChangedSize] { contents.sizes }

  /// Those of ``sizes`` that items have.
  public var itemSizes: [ChangedSize] { contents.sizes.filter { $0.tree.item != nil } }

  /// Those of ``sizes`` that headers and footers have.
  public var supplementSizes: [ChangedSize] { contents.sizes.filter { $0.tree.item == nil } }

  /// Why there is a batch. One that is there for a reload, a configuration or a remainder alone leads
  /// to the revision that it comes from.
  public var causes: BatchCauses { contents.notes.causes }

  /// Whether every output that is another is in ``outputs``.
  ///
  /// If not, the list was reloaded or has another configuration, and not everything was in memory, or
  /// items are not in the working range; whoever shows something that is not named asks for its
  /// output.
  public var namesAllOutputs: Bool { contents.notes.namesAllOutputs }

  /// How many outputs of items that are inserted or updated by this batch, reloaded or configured
  /// otherwise, are not in ``outputs``: they follow in batches of the cause `remainder`.
  public var awaitedOutputCount: Int { contents.notes.awaitedOutputCount }

  /// How many of the items that are inserted or updated have no output, since they are not in the
  /// working range. Those that are follow in batches of the cause `workingRange`.
  public var omittedOutputCount: Int { contents.notes.omittedOutputCount }

  /// The items that have left the working range, so that their outputs need not be kept. They are
  /// still in the list.
  public var hiddenItems: [ItemID] { contents.notes.hiddenItems }

  /// How long the items, headers and footers of the target are and where they begin; `nil` if the list has no viewport and
  /// no working range, or the batch was read from the journal.
  public var extents: ListExtents? { contents.extents }

  var notes: BatchNotes { contents.notes }

  /// The revision after, which is mostly all that is asked.
  var targetRevision: Revision { contents.changes.target.revision }
}
