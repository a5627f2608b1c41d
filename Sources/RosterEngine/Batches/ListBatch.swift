public import RosterCore

/// What a data source publishes: a batch of changes, both snapshots with their models, and what was
/// generated for it.
public struct ListBatch<Model: Sendable, SectionModel: Sendable, Output: Sendable>: Sendable {
  /// Behind one reference, since a batch goes to everybody.
  private final class Contents: Sendable {
    let changes: ChangeBatch<Model, SectionModel>
    let models: ModelReader<Model, SectionModel>
    let states: [ChangedState]
    let outputs: [GeneratedItem<Output>]
    let sizes: [ChangedSize]
    let supplements: [GeneratedSupplement<Output>]
    let notes: BatchNotes
    let extents: ListExtents?

    init(
      _ changes: ChangeBatch<Model, SectionModel>, _ models: ModelReader<Model, SectionModel>,
      _ states: [ChangedState], _ outputs: [GeneratedItem<Output>], _ sizes: [ChangedSize],
      _ supplements: [GeneratedSupplement<Output>], _ notes: BatchNotes, _ extents: ListExtents?
    ) {
      self.changes = changes
      self.models = models
      self.states = states
      self.outputs = outputs
      self.sizes = sizes
      self.supplements = supplements
      self.notes = notes
      self.extents = extents
    }
  }

  private let contents: Contents

  init(
    changes: ChangeBatch<Model, SectionModel>, models: ModelReader<Model, SectionModel>,
    states: [ChangedState], outputs: [GeneratedItem<Output>], sizes: [ChangedSize],
    supplements: [GeneratedSupplement<Output>] = [], notes: BatchNotes = BatchNotes(),
    extents: ListExtents? = nil
  ) {
    contents = Contents(changes, models, states, outputs, sizes, supplements, notes, extents)
  }

  /// The batch with other sizes, and the extents of its target.
  func with(
    _ sizes: [ChangedSize], _ supplements: [GeneratedSupplement<Output>], _ extents: ListExtents
  ) -> Self {
    ListBatch(
      changes: changes, models: contents.models, states: contents.states, outputs: outputs,
      sizes: sizes,
      supplements: supplements, notes: notes, extents: extents)
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

  /// What was generated for the items that this batch inserts and updates, ascending by path; in a
  /// list of components also for those of which only a state is another. After a reload or with
  /// another configuration, everything that was generated anew.
  public var outputs: [GeneratedItem<Output>] { contents.outputs }

  /// The items that this batch inserts, with their sizes, and those that have another size than before,
  /// ascending by path; none in a list that is not laid out.
  ///
  /// With a working range, the items that have another size than was last said, or of which only an
  /// estimate was known: ``ChangedSize/from`` is `nil` then. A renderer that has items before what is
  /// visible moves by as much, or asks ``extents`` where the item begins that it holds on to.
  public var sizes: [ChangedSize] { contents.sizes }

  /// The headers and footers that were generated, ascending by section: those of sections that this
  /// batch inserts, and of those whose models it updates, also if they have none any more. After a
  /// reload or with another configuration, those that were generated anew; with a working range, those
  /// that have come into it; otherwise one of which a state is another.
  ///
  /// Those of removed sections are gone and not named; those of others stay as they are, wherever
  /// their sections are now.
  public var supplements: [GeneratedSupplement<Output>] { contents.supplements }

  /// Why there is a batch. One that is there for a reload, a configuration or a remainder alone leads
  /// to the revision that it comes from.
  public var causes: BatchCauses { contents.notes.causes }

  /// Whether every output that is another is in ``outputs`` or ``supplements``.
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

/// What the generator made of an item.
public struct GeneratedItem<Output: Sendable>: Sendable {
  /// The item.
  public let id: ItemID
  /// Where it stands in the target of the batch.
  public let targetPath: ItemPath
  /// What was generated.
  public let output: Output
}
