internal import RosterComponents
internal import RosterCore

/// An update of the states of one item on its way through the pipeline, without its types.
protocol QueuedUpdate: AnyObject, Sendable {
  /// The item whose states are updated.
  var item: ItemReference { get }
  /// What is done to the item's tree, in order.
  var edits: [TreeEdit] { get }
  /// The trees of the list.
  var trees: ItemTrees { get }

  /// Shows everybody a revision of this list, which some updates have led to.
  ///
  /// - Returns: The batch.
  func publish(_ revision: UpdatedRevision) -> any Sendable

  /// Sends messages of this list, in order.
  func send(_ messages: [SentMessage])

  /// The update is published: gives its caller the outcome.
  ///
  /// - Parameter batch: In which the states of the item are others, `nil` if they are not.
  func succeed(_ batch: (any Sendable)?)

  /// The update has failed: gives its caller the outcome.
  func fail(_ error: DataSourceError)
}

/// A message and the item that sent it.
struct SentMessage: Sendable {
  var id: ItemID
  var message: any Sendable
}

/// A revision in which nothing but states is another.
struct UpdatedRevision: Sendable {
  var applied: ListChange
  /// Ascending by path.
  var items: [ItemUpdate]
}
