internal import RosterComponents
internal import RosterCore

/// An update of the states of one tree in the pipeline, without its types.
protocol QueuedUpdate: AnyObject, Sendable {
  /// The tree whose states are updated.
  var tree: TreeReference { get }
  /// The annotation of its caller.
  var annotation: ChangeAnnotation { get }
  /// The edits of the tree, in order.
  var edits: [TreeEdit] { get }
  /// Tells listeners the outcome of the update; `nil` without listeners.
  var ticket: ModificationTicket? { get }
  /// Publishes the revision of the update.
  var publisher: any RevisionPublisher { get }

  /// Tells the caller that the update is published.
  ///
  /// - Parameters:
  ///   - batch: The batch in which the states of the tree changed, `nil` if they did not.
  ///   - messageCount: The number of messages that the update sent.
  func succeed(_ batch: (any Sendable)?, messageCount: Int)

  /// Tells the caller that the update has failed.
  func fail(_ error: DataSourceError)
}
