/// Publishes the modifications of a list, with the list's types.
protocol RevisionPublisher: Sendable {
  /// The trees of the list.
  var trees: ListTrees { get }

  /// Shows subscribers and readers a revision in which only states changed.
  ///
  /// - Parameter publishTrees: Shows the trees; called together with the batch.
  /// - Returns: The batch.
  func publish(_ revision: UpdatedRevision, _ publishTrees: () -> Void) -> any Sendable

  /// Sends messages, in order.
  func send(_ messages: [SentMessage])
}
