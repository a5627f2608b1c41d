internal import RosterComponents
internal import RosterCore

/// An update of the states of one tree on its way through the pipeline, without its types.
protocol QueuedUpdate: AnyObject, Sendable {
  /// The tree whose states are updated.
  var tree: TreeReference { get }
  /// What its caller says about it.
  var annotation: ChangeAnnotation { get }
  /// What is done to the tree, in order.
  var edits: [TreeEdit] { get }
  /// Tells listeners what becomes of the update, if there are any.
  var ticket: ModificationTicket? { get }
  /// The list.
  var publisher: any RevisionPublisher { get }

  /// The update is published: gives its caller the outcome.
  ///
  /// - Parameters:
  ///   - batch: In which the states of the tree are others, `nil` if they are not.
  ///   - messageCount: How many messages the update has sent.
  func succeed(_ batch: (any Sendable)?, messageCount: Int)

  /// The update has failed: gives its caller the outcome.
  func fail(_ error: DataSourceError)
}
