/// An update of the states of one item on its way through the pipeline, without its types.
protocol QueuedUpdate: AnyObject, Sendable {
  /// The item whose states are updated.
  var item: ItemReference { get }

  /// Makes one modification of updates of the same list, this one among them.
  func modification(of updates: [any QueuedUpdate]) -> any QueuedModification

  /// The update has failed: gives its caller the outcome.
  func fail(_ error: DataSourceError)
}
