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
