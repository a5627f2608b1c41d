public import RosterComponents

extension ListDataSource {
  /// What came of a new environment.
  public typealias Replacement = EnvironmentReplacement<Batch, Output>

  /// Queues a new environment: what is handed down from the root of every item.
  ///
  /// The trees in memory are built again where they have read a value that is another; others are
  /// built with the new environment when they are asked for. It is a revision only if states change
  /// with it. Outputs that are others without a revision are told to nobody but the caller; whoever
  /// shows the list asks for what it shows (``outputs(inSection:_:)``).
  ///
  /// - Returns: The replacement, which will have an outcome exactly once. If it fails, the
  ///   environment is what it was.
  /// - Throws: `updateWhileBuilding`; `queueFull`; `closed`. Nothing is queued then.
  @discardableResult
  public func replaceEnvironment<Message: Sendable>(
    _ environment: EnvironmentValues
  ) throws(DataSourceError) -> PendingChange<Replacement>
  where Output == ComponentTree<Message> {
    let replacement = AcceptedEnvironment(environment, dataSource: self)
    try runner.enqueue(.environment(replacement), of: nil)
    return replacement.pending
  }
}
