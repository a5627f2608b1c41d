internal import Logging
internal import RosterCore
internal import RosterEngine

extension ObservedModification.Event {
  /// The log level of the event.
  var level: Logger.Level {
    switch self {
    case .accepted: .trace
    case .applied, .superseded: .debug
    case .refused(let error), .failed(let error, _): error.level
    }
  }
}

extension PipelineEvent {
  /// The log level of the event.
  var level: Logger.Level {
    switch self {
    case .took, .generationBegan, .generationEnded, .committed, .published: .trace
    case .followed: .debug
    case .rebased: .info
    case .suspended: .error
    case .resumed: .notice
    case .commitFailed(let error, _): error.isStale ? .notice : .error
    case .followFailed: .error
    case .leftBehind, .compactionFailed: .warning
    }
  }
}

extension DeliveryEvent {
  /// The log level of the event.
  var level: Logger.Level {
    switch self {
    case .subscribed, .delivered, .unsubscribed: .trace
    case .fellBehind: .info
    case .readFailed: .error
    }
  }
}

extension DataSourceError {
  /// The log level of the error.
  fileprivate var level: Logger.Level {
    switch self {
    case .storage: .error
    case .invalid, .duplicate, .duplicateKey, .edit, .updateWhileBuilding, .queueFull, .reentrant,
      .notInStore, .repeatedList, .partOfSeveral, .keptUp:
      .warning
    case .suspended: .warning
    case .precedingFailed(let failure): failure.cause.isConflict ? .notice : .warning
    case .conflict, .notCurrent, .thrown, .noSuchItem, .noSuchKey, .noSuchSection,
      .noSuchSupplement,
      .nothingToUndo, .nothingToRedo, .closed:
      .notice
    }
  }

  private var isConflict: Bool { if case .conflict = self { true } else { false } }
}

extension StorageError {
  /// Whether another writer has committed first.
  fileprivate var isStale: Bool { code == .stale }
}
