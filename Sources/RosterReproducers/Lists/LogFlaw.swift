internal import RosterCore
internal import RosterLog

/// The first thing in a log that ends its replay because of the log, and not because of Roster.
enum LogFlaw: Hashable {
  /// An entry is refused, and no expectation says so.
  case refusal(EntryRefusal.Kind, ChangesetError.Reason)
  /// An expectation does not hold in this part.
  case unmet(ExpectedPart)
  /// There is nothing to undo or redo.
  case nothingToTakeBack

  /// Finds the first flaw of a log, `nil` if it has none.
  init?(of entries: [ChangesetLogEntry]) throws {
    var list = LoggedList(remembersHistory: entries.takeBack)
    for entry in entries {
      if let flaw = try Self(before: entry, of: list) {
        self = flaw
        return
      }
      switch try list.take(entry) {
      case .done, .refused: continue
      case .unmet(let parts):
        guard let part = parts.first else { continue }
        self = .unmet(part)
      case .nothingToTakeBack: self = .nothingToTakeBack
      }
      return
    }
    guard let refusal = list.refusal else { return nil }
    self = .refusal(refusal.kind, refusal.reason)
  }

  /// The refusal of the entry before, unless this one expects it.
  private init?(before entry: ChangesetLogEntry, of list: LoggedList) throws {
    guard let refusal = list.refusal else { return nil }
    if case .expect(let expectation) = entry, expectation.error != nil { return nil }
    self = .refusal(refusal.kind, refusal.reason)
  }
}

extension [ChangesetLogEntry] {
  /// Whether anything is undone or redone.
  var takeBack: Bool { contains(.undo) || contains(.redo) }
}
