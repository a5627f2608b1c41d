internal import RosterCore

/// The first error in a log itself, which ends its replay although Roster works as it should.
enum LogFlaw: Hashable {
  /// An entry is refused, and no expectation says so.
  case refusal(EntryRefusal.Kind?, ChangesetError.Reason?)
  /// This part of an expectation does not hold.
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

  /// Makes the refusal of the entry before, unless this entry expects it.
  private init?(before entry: ChangesetLogEntry, of list: LoggedList) throws {
    guard let refusal = list.refusal else { return nil }
    if case .expect(let expectation) = entry, expectation.error != nil { return nil }
    self = .refusal(refusal.kind, refusal.reason)
  }
}

extension [ChangesetLogEntry] {
  /// Whether the log undoes or redoes anything.
  var takeBack: Bool { contains(.undo) || contains(.redo) }
}
