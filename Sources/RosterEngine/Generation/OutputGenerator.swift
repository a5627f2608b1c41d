internal import RosterCore
internal import RosterLayout

/// Makes outputs of models: by a closure that knows nothing else, or out of components with their
/// states.
protocol OutputGenerator<Model, Output>: Sendable {
  associatedtype Model: Sendable
  associatedtype Output: Sendable

  /// Finds out what is to be generated for a change; on the work queue.
  ///
  /// - Parameters:
  ///   - requests: The inserted and updated items, ascending by path.
  ///   - states: The states that are assigned with the change, ascending by path.
  ///   - change: What becomes of the list.
  ///   - revision: The last one that was committed.
  ///   - mayBeSplit: Whether the outputs may be made in parts.
  /// - Throws: If a model or a state cannot be read.
  func generation(
    for requests: [GenerationRequest<Model>], assigning states: [ChangedState],
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
  ///   - requests: The inserted and updated items, ascending by path.
  ///   - states: The states that are assigned with the change, ascending by path.
  /// - Returns: One wave, `nil` if the outputs can only be made when the change comes to be.
  func generationAhead(
    for requests: [GenerationRequest<Model>], assigning states: [ChangedState]
  ) -> (any OutputGeneration<Output>)?

  /// Makes the outputs of an earlier change again, as they were, or of several as the last one left
  /// them.
  ///
  /// - Parameters:
  ///   - requests: The inserted and updated items, ascending by path.
  ///   - states: The states that the change wrote, ascending by path.
  ///   - base: The revision before.
  ///   - revision: The one that the change led to.
  /// - Throws: If a model or a state cannot be read.
  func outputs(
    for requests: [GenerationRequest<Model>], writing states: [ChangedState],
    since base: Revision, at revision: Revision
  ) throws(StorageError) -> JournalOutputs<Output>

  /// Shows everybody the outputs of a revision of another writer; on the work queue.
  ///
  /// - Parameter removed: The items that the revision removed, whose outputs nobody needs any more.
  func publish(_ outputs: [GeneratedItem<Output>], removing removed: [ItemID])

  /// The outputs of items as they were last published, in order; on any thread.
  ///
  /// - Parameter items: Looks in the published list. It is asked when the generator has begun to
  ///   take note of what is published meanwhile.
  /// - Throws: If an item, a model or a state cannot be read.
  func currentOutputs(
    of items: () throws(StorageError) -> PlacedItems
  ) throws(StorageError) -> [GeneratedItem<Output>]

  /// Whether the outputs of a modification may be made in parts.
  func mayBeSplit(outputCount: Int) -> Bool

  /// How large the items of outputs are, in order; none if there is no layout.
  func sizes(of outputs: [GeneratedItem<Output>]) -> [(path: ItemPath, size: Size?)]

  /// Keeps how long the items of the list are; `nil` if they have no lengths.
  var extents: ExtentTracker? { get }

  /// Keeps which items have outputs; `nil` if all may have.
  var range: RangeKeeper? { get }

  /// Nothing more will be published.
  func finish()
}

extension OutputGenerator {
  func mayBeSplit(outputCount: Int) -> Bool { false }
  func sizes(of outputs: [GeneratedItem<Output>]) -> [(path: ItemPath, size: Size?)] { [] }
  var extents: ExtentTracker? { nil }
  var range: RangeKeeper? { nil }
}
