/// Shows what modifications of a list have done, with the list's types.
protocol RevisionPublisher: Sendable {
  /// The trees of the list.
  var trees: ListTrees { get }

  /// Shows everybody a revision in which nothing but states is another.
  ///
  /// - Parameter publishTrees: Shows the trees; at the same time.
  /// - Returns: The batch.
  func publish(_ revision: UpdatedRevision, _ publishTrees: () -> Void) -> any Sendable

  /// Sends messages, in order.
  func send(_ messages: [SentMessage])
}
