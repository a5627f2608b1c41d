internal import RosterCore

/// A step through the history on its way through the pipeline, without its types.
protocol QueuedHistoryStep: AnyObject, Sendable {
  /// What its caller says about it.
  var annotation: ChangeAnnotation { get }

  /// Tells listeners what becomes of the step, if there are any.
  var ticket: ModificationTicket? { get }

  /// Finds out what is to be taken back, and prepares it as changes.
  ///
  /// - Parameter source: The list as it was last committed.
  /// - Returns: At least one change. None of them has to be given an outcome.
  /// - Throws: If there is nothing, or something cannot be read.
  func prepare(on source: ListState) throws(DataSourceError) -> [PreparedChange]

  /// The step is published: gives its caller the outcome.
  func succeed()

  /// The step has failed: gives its caller the outcome.
  func fail(_ error: DataSourceError)
}
