internal import RosterCore

/// A step through the history in the pipeline, without its types.
protocol QueuedHistoryStep: AnyObject, Sendable {
  /// The annotation of its caller.
  var annotation: ChangeAnnotation { get }

  /// Tells listeners the outcome of the step; `nil` without listeners.
  var ticket: ModificationTicket? { get }

  /// Determines what to take back and prepares it as changes.
  ///
  /// - Parameter source: The last committed list.
  /// - Returns: At least one change. The caller gives each of them its outcome before that of the
  ///   step.
  /// - Throws: If there is nothing to take back, or something cannot be read. No change needs an
  ///   outcome then.
  func prepare(on source: ListState) throws(DataSourceError) -> [PreparedChange]

  /// Tells the caller that the step is published.
  func succeed()

  /// Tells the caller that the step has failed.
  func fail(_ error: DataSourceError)
}
