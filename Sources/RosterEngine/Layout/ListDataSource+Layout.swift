public import RosterComponents

extension ListDataSource {
  /// What came of laying out the list for something else.
  public typealias Relayout = LayoutReplacement<Output>

  /// Queues new constraints: what every item is laid out for, such as another width.
  ///
  /// The trees in memory are laid out again, and nothing is built; others are laid out when they are
  /// asked for. It is no revision, and no batch tells of it: whoever replaces the constraints is told
  /// the new outputs and sizes.
  ///
  /// - Parameter constraints: `nil` if items are not to be laid out.
  /// - Returns: The replacement, which will have an outcome exactly once. If it fails, everything is
  ///   laid out as it was.
  /// - Throws: `updateWhileBuilding`; `queueFull`; `closed`. Nothing is queued then.
  /// - Complexity: That of the layouts of all trees in memory, on all cores.
  @discardableResult
  public func replaceConstraints<Message: Sendable>(
    _ constraints: LayoutConstraints?
  ) throws(DataSourceError) -> PendingChange<Relayout>
  where Output == ComponentTree<Message> {
    let replacement = AcceptedConstraints(constraints, dataSource: self)
    try runner.enqueue(.constraints(replacement), of: nil)
    return replacement.pending
  }
}
