/// What waits in the pipeline beside changesets.
enum QueuedModification: Sendable {
  case update(any QueuedUpdate)
  case environment(any QueuedEnvironment)
  case constraints(any QueuedConstraints)
  case history(any QueuedHistoryStep)

  /// The modification has failed: gives its caller the outcome.
  func fail(_ error: DataSourceError) {
    switch self {
    case .update(let update): update.fail(error)
    case .environment(let environment): environment.fail(error)
    case .constraints(let constraints): constraints.fail(error)
    case .history(let step): step.fail(error)
    }
  }
}
