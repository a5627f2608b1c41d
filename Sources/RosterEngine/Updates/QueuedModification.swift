/// A modification in the pipeline other than a change.
enum QueuedModification: Sendable {
  case update(any QueuedUpdate)
  case refresh(any QueuedRefresh)
  case history(any QueuedHistoryStep)

  /// Whether it is valid only for the list that it was made for: it names a path, or is a step
  /// through the history.
  var isDependent: Bool {
    switch self {
    case .update(let update): update.tree.goesByPlace
    case .refresh(let refresh): refresh.work.goesByPath
    case .history: true
    }
  }

  /// Tells listeners the outcome; `nil` without listeners.
  var ticket: ModificationTicket? {
    switch self {
    case .update(let update): update.ticket
    case .refresh(let refresh): refresh.ticket
    case .history(let step): step.ticket
    }
  }

  var isUpdate: Bool { if case .update = self { true } else { false } }

  var isStep: Bool { if case .history = self { true } else { false } }

  /// Tells the caller that the modification has failed.
  func fail(_ error: DataSourceError) {
    switch self {
    case .update(let update): update.fail(error)
    case .refresh(let refresh): refresh.fail(error)
    case .history(let step): step.fail(error)
    }
  }
}
