/// What waits in the pipeline beside changesets.
enum QueuedModification: Sendable {
  case update(any QueuedUpdate)
  case refresh(any QueuedRefresh)
  case history(any QueuedHistoryStep)

  /// Whether it is right only for the list that it was made for: it goes by a path, or is a step
  /// through the history.
  var isDependent: Bool {
    switch self {
    case .update(let update): update.tree.goesByPlace
    case .refresh(let refresh): refresh.work.goesByPath
    case .history: true
    }
  }

  /// Tells listeners what becomes of it, if there are any.
  var ticket: ModificationTicket? {
    switch self {
    case .update(let update): update.ticket
    case .refresh(let refresh): refresh.ticket
    case .history(let step): step.ticket
    }
  }

  var isUpdate: Bool { if case .update = self { true } else { false } }

  var isStep: Bool { if case .history = self { true } else { false } }

  /// The modification has failed: gives its caller the outcome.
  func fail(_ error: DataSourceError) {
    switch self {
    case .update(let update): update.fail(error)
    case .refresh(let refresh): refresh.fail(error)
    case .history(let step): step.fail(error)
    }
  }
}
