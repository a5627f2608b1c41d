import RosterCore
import RosterEngine

/// What becomes of an action.
enum ProgramVerdict: Hashable, Sendable {
  case applied(revisionCount: Int)
  case refused(ProgramRefusal)
}

/// Why an action is refused, as far as a model can say it.
enum ProgramRefusal: Hashable, Sendable {
  case invalid(ChangesetError)
  case duplicate
  case noSuchItem
  case noSuchSupplement
  case nothingToTakeBack(HistoryDirection)
  case compacted
  /// The list is not the one that the change was made for.
  case outdated
  /// The storage has failed.
  case storage(String)
  /// The storage has failed something before.
  case suspended
  /// Anything else.
  case other(String)

  init(_ error: any Error) {
    guard let error = error as? DataSourceError else {
      self = .other("\(error)")
      return
    }
    switch error {
    case .invalid(var invalid):
      invalid.count = nil
      self = .invalid(invalid)
    case .duplicate: self = .duplicate
    case .noSuchItem: self = .noSuchItem
    case .noSuchSupplement: self = .noSuchSupplement
    case .nothingToUndo: self = .nothingToTakeBack(.undo)
    case .nothingToRedo: self = .nothingToTakeBack(.redo)
    case .notCurrent, .conflict: self = .outdated
    case .storage(let error) where error.code == .compacted: self = .compacted
    case .storage(let error): self = .storage("\(error)")
    case .suspended: self = .suspended
    case .precedingFailed: self = .storage("\(error)")
    default: self = .other("\(error)")
    }
  }

  /// Whether the storage has failed this or something before it.
  var isStorageFailure: Bool {
    switch self {
    case .storage, .suspended: true
    default: false
    }
  }
}

extension ProgramVerdict: CustomStringConvertible {
  var description: String {
    switch self {
    case .applied(let count): "applied as \(count) revisions"
    case .refused(let refusal): "refused: \(refusal)"
    }
  }
}
