internal import RosterCore

/// Makes outputs of models: by a closure that knows nothing else, or out of components with their
/// states.
protocol OutputGenerator<Model, SectionModel, Output>: Sendable {
  associatedtype Model: Sendable
  associatedtype SectionModel: Sendable
  associatedtype Output: Sendable

  /// Finds out what is to be generated for a change; on the work queue.
  ///
  /// - Parameters:
  ///   - models: Of the inserted and updated items and sections.
  ///   - states: The states that are assigned with the change, ascending by place.
  ///   - change: What becomes of the list.
  ///   - revision: The last one that was committed.
  ///   - mayBeSplit: Whether the outputs may be made in parts.
  /// - Throws: If a model or a state cannot be read.
  func generation(
    for models: ChangedModels<Model, SectionModel>, assigning states: [ChangedState],
    in change: ListChange, committed revision: Revision, mayBeSplit: Bool
  ) throws(StorageError) -> any OutputGeneration<Output>

  /// Finds out what a reload is to generate; on the work queue.
  ///
  /// - Parameter source: The list as it was last published.
  /// - Throws: If something that is named is not there, or cannot be read.
  func reload(
    _ places: ReloadedPlaces, on source: ListState
  ) throws(DataSourceError) -> any OutputRefresh<Output>

  /// Plans the outputs of a change that may or may not come to be; on any thread.
  ///
  /// - Parameters:
  ///   - models: Of the inserted and updated items and sections.
  ///   - states: The states that are assigned with the change, ascending by place.
  /// - Returns: One wave, `nil` if the outputs can only be made when the change comes to be.
  func generationAhead(
    for models: ChangedModels<Model, SectionModel>, assigning states: [ChangedState]
  ) -> (any OutputGeneration<Output>)?

  /// Makes the outputs of an earlier change again, as they were, or of several as the last one left
  /// them.
  ///
  /// - Parameters:
  ///   - models: Of the inserted and updated items and sections.
  ///   - states: The states that the change wrote, ascending by place.
  ///   - base: The revision before.
  ///   - revision: The one that the change led to.
  /// - Throws: If a model or a state cannot be read.
  func outputs(
    for models: ChangedModels<Model, SectionModel>, writing states: [ChangedState],
    since base: Revision, at revision: Revision
  ) throws(StorageError) -> JournalOutputs<Output>

  /// Shows everybody the outputs of a revision of another writer; on the work queue.
  ///
  /// - Parameter removed: What the revision removed, whose outputs nobody needs any more.
  func publish(_ outputs: [GeneratedOutput<Output>], removing removed: [TreeID])

  /// Outputs as they were last published, in order; on any thread.
  ///
  /// - Parameter find: Looks in the published list. It is asked when the generator has begun to take
  ///   note of what is published meanwhile.
  /// - Throws: If an item, a model or a state cannot be read.
  func currentOutputs(
    of find: () throws(StorageError) -> PlacedTrees
  ) throws(StorageError) -> [GeneratedOutput<Output>]

  /// What sections may have, in order.
  var supplementKinds: [SupplementKind] { get }

  /// Whether the outputs of a modification may be made in parts.
  func mayBeSplit(outputCount: Int) -> Bool

  /// Keeps how long everything in the list is; `nil` if nothing has a length.
  var extents: ExtentTracker? { get }

  /// Keeps which items have outputs; `nil` if all may have.
  var range: RangeKeeper? { get }

  /// Nothing more will be published.
  func finish()
}

extension OutputGenerator {
  var supplementKinds: [SupplementKind] { [] }
  func mayBeSplit(outputCount: Int) -> Bool { false }
  var extents: ExtentTracker? { nil }
  var range: RangeKeeper? { nil }
}
