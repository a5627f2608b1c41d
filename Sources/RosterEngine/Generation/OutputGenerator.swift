internal import RosterCore

/// Makes outputs from models: with a closure that depends on nothing else, or from components with
/// their states.
protocol OutputGenerator<Model, SectionModel, Output>: Sendable {
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
  var range: RangeKeeper? { get }

  /// Ends the generator: nothing more will be published.
  func finish()
}

extension OutputGenerator {
  var supplementKinds: [SupplementKind] { [] }
  func mayBeSplit(outputCount: Int) -> Bool { false }
  var extents: ExtentTracker? { nil }
  var range: RangeKeeper? { nil }
}

/// The outputs of one change, from the plan until the change is published or has failed.
protocol OutputGeneration<Output>: AnyObject, Sendable {
  associatedtype Output: Sendable

  /// The number of outputs in each wave. The outputs of a wave depend only on earlier waves, also
  /// on those of earlier changes.
  var waveCounts: [Int] { get }

  /// The number of outputs that were already made before the waves.
  var madeCount: Int { get }

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
  var remainder: Remainder<Output>? { get }

  /// The number of items without an output, because they are outside of the working range.
  var omittedCount: Int { get }

  /// Publishes the outputs of a change that is durable; on the work queue.
  ///
  /// - Parameter removed: The trees that the change removed, whose outputs are no longer needed.
  func publish(removing removed: [TreeID])

  /// Discards the outputs of a change that failed; on the work queue.
  func discard()
}

extension OutputGeneration {
  var madeCount: Int { 0 }
  var remainder: Remainder<Output>? { nil }
  var omittedCount: Int { 0 }
}

/// The outputs that a reload or a new configuration makes.
protocol OutputRefresh<Output>: AnyObject, Sendable {
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
  var remainder: Remainder<Output>? { get }

  /// Whether the sizes that are not named are no longer known.
  var forgetsSizes: Bool { get }

  /// The new estimates for lengths that were never measured; `nil` if they did not change.
  var estimates: ExtentEstimates? { get }

  /// Publishes the outputs when their states are durable; on the work queue.
  func publish()
}

extension OutputRefresh {
  var remainder: Remainder<Output>? { nil }
  var forgetsSizes: Bool { false }
  var estimates: ExtentEstimates? { nil }
}

/// The outputs of an earlier change, generated again.
struct JournalOutputs<Output: Sendable>: Sendable {
  /// Ascending by place.
  var outputs: [GeneratedOutput<Output>] = []
  /// The sizes of what was new or resized, ascending by place.
  var sizes: [ChangedSize] = []
  /// The number of items without an output, because they are outside of the working range.
  var omittedCount = 0
}
