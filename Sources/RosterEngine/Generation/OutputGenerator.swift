package import RosterCore

/// Makes outputs from models: with a closure that depends on nothing else, or, in rooms that build on
/// this one, from more, such as components with their states.
///
/// Nothing of the port has a default: a property of a narrower type would not replace it.
package protocol OutputGenerator<Model, SectionModel, Output>: Sendable {
  associatedtype Model: Sendable
  associatedtype SectionModel: Sendable
  associatedtype Output: Sendable

  /// Plans the outputs of a change; on the work queue.
  ///
  /// - Parameters:
  ///   - models: The models of the inserted and updated items and sections.
  ///   - states: The states that are assigned with the change, ascending by place.
  ///   - change: The change of the list.
  ///   - revision: The last committed revision.
  ///   - mayBeSplit: Whether the outputs may be made in parts.
  /// - Throws: If a model or a state cannot be read.
  func generation(
    for models: ChangedModels<Model, SectionModel>, assigning states: [ChangedState],
    in change: ListChange, committed revision: Revision, mayBeSplit: Bool
  ) throws(StorageError) -> any OutputGeneration<Output>

  /// Plans the outputs of a reload; on the work queue.
  ///
  /// - Parameter source: The list as it was last published.
  /// - Throws: If something that the reload names does not exist, or cannot be read.
  func reload(
    _ places: ReloadedPlaces, on source: ListState
  ) throws(DataSourceError) -> any OutputRefresh<Output>

  /// Plans the outputs of a change that may not be applied; on any thread.
  ///
  /// - Parameters:
  ///   - models: The models of the inserted and updated items and sections.
  ///   - states: The states that are assigned with the change, ascending by place.
  /// - Returns: A generation with one wave; `nil` if the outputs can only be made when the change
  ///   is applied.
  func generationAhead(
    for models: ChangedModels<Model, SectionModel>, assigning states: [ChangedState]
  ) -> (any OutputGeneration<Output>)?

  /// Makes the outputs of an earlier change again; of several changes, as the last one left them.
  ///
  /// - Parameters:
  ///   - models: The models of the inserted and updated items and sections.
  ///   - states: The states that the change wrote, ascending by place.
  ///   - base: The revision before the change.
  ///   - revision: The revision after it.
  /// - Throws: If a model or a state cannot be read.
  func outputs(
    for models: ChangedModels<Model, SectionModel>, writing states: [ChangedState],
    since base: Revision, at revision: Revision
  ) throws(StorageError) -> JournalOutputs<Output>

  /// Publishes the outputs of a revision of another writer; on the work queue.
  ///
  /// - Parameter removed: The trees that the revision removed, whose outputs are no longer needed.
  func publish(_ outputs: [GeneratedOutput<Output>], removing removed: [TreeID])

  /// Returns outputs as they were last published, in order; on any thread.
  ///
  /// - Parameter find: Finds the trees in the published list. Called after the generator has begun
  ///   to record what is published meanwhile.
  /// - Throws: If an item, a model or a state cannot be read.
  func currentOutputs(
    of find: () throws(StorageError) -> PlacedTrees
  ) throws(StorageError) -> [GeneratedOutput<Output>]

  /// The kinds of headers and footers that sections may have, in order.
  var supplementKinds: [SupplementKind] { get }

  /// Returns whether the outputs of a modification may be made in parts.
  func mayBeSplit(outputCount: Int) -> Bool

  /// Keeps the lengths of everything in the list; `nil` if nothing has a length.
  var extents: ExtentTracker? { get }

  /// Keeps track of which items have outputs; `nil` if all may have one.
  var range: (any OutputRange)? { get }

  /// Ends the generator: nothing more will be published.
  func finish()
}

/// The outputs of one change, from the plan until the change is published or has failed.
package protocol OutputGeneration<Output>: AnyObject, Sendable {
  associatedtype Output: Sendable

  /// The number of outputs in each wave. The outputs of a wave depend only on earlier waves, also
  /// on those of earlier changes.
  var waveCounts: [Int] { get }

  /// The number of outputs that were already made before the waves.
  var madeCount: Int { get }

  /// Whether making the outputs writes or removes states, which are committed with the change.
  var writesStates: Bool { get }

  /// Makes some outputs of a wave. Called on several threads at once, for ranges that do not
  /// overlap.
  func make(_ range: Range<Int>, ofWave wave: Int)

  /// All outputs, ascending by place, when all waves are made.
  var outputs: [GeneratedOutput<Output>] { get }

  /// The states that the change writes, ascending by place, when all waves are made: those that are
  /// assigned with it, and those that generating wrote or removed.
  var states: [ChangedState] { get }

  /// The sizes of what is new or resized, ascending by place, when all waves are made.
  var sizes: [ChangedSize] { get }

  /// The outputs that are made after the change is published; `nil` if there are none.
  var remainder: (any OutputRemainder<Output>)? { get }

  /// The number of items without an output, because they are outside of the working range.
  var omittedCount: Int { get }

  /// Publishes the outputs of a change that is durable; on the work queue.
  ///
  /// - Parameter removed: The trees that the change removed, whose outputs are no longer needed.
  func publish(removing removed: [TreeID])

  /// Discards the outputs of a change that failed; on the work queue.
  func discard()
}

/// The outputs that a batch leaves for later.
package protocol OutputRemainder<Output>: Sendable {
  associatedtype Output: Sendable

  /// The number of outputs.
  var count: Int { get }

  /// Returns the work that makes and publishes them, in parts, in the order of need.
  ///
  /// - Parameters:
  ///   - annotation: The annotation of the batch that leaves them.
  ///   - qos: How urgent its modification was.
  ///   - list: The list, which the work keeps while outputs are missing.
  func parts<Model, SectionModel>(
    behind annotation: ChangeAnnotation, _ qos: DataSourceQoS,
    of list: ListDataSource<Model, SectionModel, Output>
  ) -> [any BackgroundWork]
}

/// Which items have outputs, if not all may have one.
package protocol OutputRange: AnyObject, Sendable {
  /// Notes the items whose outputs a batch has published, and those that were removed.
  func published(
    _ batch: ListBatch<some Sendable, some Sendable, some Sendable>, without removed: [ItemID])

  /// Notes that there may be work.
  ///
  /// - Returns: Whether a turn must be scheduled.
  func becomeDue() -> Bool

  /// Ends the range: all items leave it.
  func finish()
}

/// What outputs are made with, as the room that makes them says.
package protocol OutputConfiguration: Sendable {
  /// Traps if a limit is out of range.
  func requireSound()
}

/// The outputs that a reload or a new configuration makes.
package protocol OutputRefresh<Output>: AnyObject, Sendable {
  associatedtype Output: Sendable

  /// The number of outputs to make.
  var count: Int { get }

  /// Makes some of them. Called on several threads at once, for ranges that do not overlap.
  func make(_ range: Range<Int>)

  /// The changed outputs, ascending by place, when all are made.
  var outputs: [GeneratedOutput<Output>] { get }

  /// Whether `outputs` contains every changed output.
  var namesAllOutputs: Bool { get }

  /// The states that generating wrote or removed, ascending by place.
  var states: [ChangedState] { get }

  /// The changed sizes, ascending by place.
  var sizes: [ChangedSize] { get }

  /// The outputs that are made after these are published; `nil` if there are none.
  var remainder: (any OutputRemainder<Output>)? { get }

  /// Whether the sizes that are not named are no longer known.
  var forgetsSizes: Bool { get }

  /// The new estimates for lengths that were never measured; `nil` if they did not change.
  var estimates: ExtentEstimates? { get }

  /// Publishes the outputs when their states are durable; on the work queue.
  func publish()
}

/// The outputs of an earlier change, generated again.
package struct JournalOutputs<Output: Sendable>: Sendable {
  /// Ascending by place.
  package var outputs: [GeneratedOutput<Output>] = []
  /// The sizes of what was new or resized, ascending by place.
  package var sizes: [ChangedSize] = []
  /// The number of items without an output, because they are outside of the working range.
  package var omittedCount = 0

  package init(
    outputs: [GeneratedOutput<Output>] = [], sizes: [ChangedSize] = [], omittedCount: Int = 0
  ) {
    self.outputs = outputs
    self.sizes = sizes
    self.omittedCount = omittedCount
  }
}
