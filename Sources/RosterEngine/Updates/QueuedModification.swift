/// What waits in the pipeline beside changesets.
enum QueuedModification: Sendable {
  case update(any QueuedUpdate)
  case refresh(any QueuedRefresh)

  /// The modification has failed: gives its caller the outcome.
  func fail(_ error: DataSourceError) {
    switch self {
    case .update(let update): update.fail(error)
    case .refresh(let refresh): refresh.fail(error)
    }
  }
}
