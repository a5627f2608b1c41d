public import RosterCore

/// A published batch: its changes, both snapshots with their models, and the generated outputs.
public struct ListBatch<Model: Sendable, SectionModel: Sendable, Output: Sendable>: Sendable {
  /// A class, so that passing a batch to many subscribers copies one reference.
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

  /// Returns the batch with other sizes, and with the extents of its target.
  func with(_ sizes: [ChangedSize], _ extents: ListExtents) -> Self {
    ListBatch(
      changes: changes, models: contents.models, states: contents.states, outputs: outputs,
      sizes: sizes, notes: notes, extents: extents)
  }

  /// The changes, as a changeset and as ordered operations.
  public var changes: ChangeBatch<Model, SectionModel> { contents.changes }

  /// The list before.
  public var source: ListSnapshot<Model, SectionModel> {
    ListSnapshot(state: changes.source, models: contents.models)
  }

  /// The list after.
  public var target: ListSnapshot<Model, SectionModel> {
    ListSnapshot(state: changes.target, models: contents.models)
  }

  /// The states of items, headers and footers that this batch wrote or removed, ascending by place.
  ///
  /// The states of removed items and sections are removed with them and are not listed here.
  public var states: [ChangedState] { contents.states }

  /// The ``states`` of items.
  public var itemStates: [ChangedState] { contents.states.filter { $0.tree.item != nil } }

  /// The ``states`` of headers and footers.
  public var supplementStates: [ChangedState] { contents.states.filter { $0.tree.item == nil } }

  /// The generated outputs, ascending by place: of all items and sections that this batch inserts
  /// or updates, and in a list of components also of those with only a new state.
  ///
  /// An updated section is listed also if it no longer has a header or footer. A reload or new
  /// configuration lists everything that was generated again; a working range lists what entered
  /// it. An output that is not listed stays as it is, also if its item or section moves.
  public var outputs: [GeneratedOutput<Output>] { contents.outputs }

  /// The ``outputs`` of items, ascending by path.
  public var items: [GeneratedOutput<Output>.Item] { contents.outputs.compactMap { $0.item } }

  /// The ``outputs`` of headers and footers, ascending by section.
  public var supplements: [GeneratedOutput<Output>.Supplement] {
    let outputs = contents.outputs.filter { $0.tree.item == nil }
    if outputs.isEmpty { return [] }
    let changes = Dictionary(
      supplementSizes.lazy.map { ($0.tree, $0) }, uniquingKeysWith: { first, _ in first })
    return outputs.compactMap { GeneratedOutput<Output>.Supplement($0, changes[$0.tree]) }
  }

  /// The sizes of what this batch inserts or resizes, ascending by place; empty if the list is not
  /// laid out.
  ///
  /// With a working range, these are the sizes that differ from what was last published, and those
  /// of which only an estimate was known: their ``ChangedSize/from`` is `nil`. A renderer with
  /// items before the visible ones moves by the difference, or asks ``extents`` where its anchor
  /// item begins.
  public var sizes: [ChangedSize] { contents.sizes }

  /// The ``sizes`` of items.
  public var itemSizes: [ChangedSize] { contents.sizes.filter { $0.tree.item != nil } }

  /// The ``sizes`` of headers and footers.
  public var supplementSizes: [ChangedSize] { contents.sizes.filter { $0.tree.item == nil } }

  /// The reasons for which this batch was published. A batch that has only a reload, a
  /// configuration, a remainder or the working range as its cause has the same source and target
  /// revision.
  public var causes: BatchCauses { contents.notes.causes }

  /// Whether ``outputs`` contains every changed output.
  ///
  /// If not, the list was reloaded or reconfigured while outputs were missing in memory, or some
  /// items are outside of the working range. A renderer then asks for the outputs that it shows and
  /// that are not listed.
  public var namesAllOutputs: Bool { contents.notes.namesAllOutputs }

  /// The number of outputs that this batch leaves for later, of inserted, updated, reloaded or
  /// reconfigured items. They follow in batches with the cause `remainder`.
  public var awaitedOutputCount: Int { contents.notes.awaitedOutputCount }

  /// The number of inserted or updated items without an output, because they are outside of the
  /// working range. Those inside of it follow in batches with the cause `workingRange`.
  public var omittedOutputCount: Int { contents.notes.omittedOutputCount }

  /// The items that left the working range, so that a renderer need not keep their outputs. They
  /// are still in the list.
  public var hiddenItems: [ItemID] { contents.notes.hiddenItems }

  /// The lengths and offsets of the items, headers and footers of the target. `nil` if the list
  /// never had a viewport or working range and `extents()` was never called, or if the batch was
  /// read from the journal.
  public var extents: ListExtents? { contents.extents }

  var notes: BatchNotes { contents.notes }

  /// The revision after the batch.
  var targetRevision: Revision { contents.changes.targetRevision }
}

/// The reasons for which a batch was published.
public struct BatchCauses: OptionSet, Hashable, Sendable {
  /// One bit for each cause.
  public let rawValue: Int

  /// Makes a set of causes from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A changeset or new states, which lead to a new revision.
  public static let change = BatchCauses(rawValue: 1)
  /// A reload.
  public static let reload = BatchCauses(rawValue: 2)
  /// A new configuration.
  public static let configuration = BatchCauses(rawValue: 4)
  /// Outputs that an earlier batch left for later.
  public static let remainder = BatchCauses(rawValue: 8)
  /// Items entered or left the working range.
  public static let workingRange = BatchCauses(rawValue: 16)
}

/// What a batch says about itself, beside its changes and outputs.
package struct BatchNotes: Sendable {
  var causes: BatchCauses = .change
  package var namesAllOutputs = true
  /// The number of outputs that follow in later batches.
  var awaitedOutputCount = 0
  /// The number of items without an output, because they are outside of the working range or are
  /// built with it later.
  var omittedOutputCount = 0
  /// The items whose outputs are no longer needed.
  var hiddenItems: [ItemID] = []
  /// Whether the sizes that the batch does not name are no longer known.
  var forgetsSizes = false
  /// The new estimates for lengths that were never measured; `nil` if they did not change.
  var estimates: ExtentEstimates?

  package init(
    causes: BatchCauses = .change, namesAllOutputs: Bool = true, awaitedOutputCount: Int = 0,
    omittedOutputCount: Int = 0, hiddenItems: [ItemID] = []
  ) {
    self.causes = causes
    self.namesAllOutputs = namesAllOutputs && omittedOutputCount == 0
    self.awaitedOutputCount = awaitedOutputCount
    self.omittedOutputCount = omittedOutputCount
    self.hiddenItems = hiddenItems
  }

  /// Adds the notes of the next batch, except for its hidden items and estimates.
  mutating func merge(_ next: BatchNotes) {
    causes.formUnion(next.causes)
    namesAllOutputs = namesAllOutputs && next.namesAllOutputs
    awaitedOutputCount = next.awaitedOutputCount
    omittedOutputCount += next.omittedOutputCount
    forgetsSizes = forgetsSizes || next.forgetsSizes
  }
}
