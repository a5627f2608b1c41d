import RosterCore
import RosterRows

/// Goes through the journal from a revision back, as far as one answer may take.
struct JournalWalk {
  /// How far one answer goes.
  struct Reach {
    /// The number of revisions that are read at a time.
    var revisionCount = 256
    /// After how long no more are read.
    var patience = Duration.milliseconds(400)
  }

  private let list: any InspectableStorage
  private let head: JournalHead
  private let reach: Reach
  /// When no more is read.
  let deadline: ContinuousClock.Instant

  init(_ list: any InspectableStorage, _ head: JournalHead, reach: Reach) {
    self.list = list
    self.head = head
    self.reach = reach
    deadline = .now + reach.patience
  }

  /// Visits revisions, the newest first. Revisions that are gone from the journal are left out.
  ///
  /// - Parameters:
  ///   - end: The revision after the first one to visit.
  ///   - visit: Receives the record of a revision, and how many bytes of texts, models and states the revision has
  ///     written, if that is known. Returns whether the walk goes on.
  /// - Returns: The revision from which on all were visited; at least one was, unless all that are read at a time are
  ///   gone.
  func visit(
    before end: Revision, _ visit: (_ row: JournalRow, _ written: Int?) throws -> Bool
  ) throws -> Revision {
    let first = head.oldest + 1
    var visitedTo = max(first, min(end, head.present + 1))
    while visitedTo > first {
      let start = max(first, visitedTo - reach.revisionCount)
      // The record before says how much was written up to there.
      let rows = try list.journalRows(
        max(1, start - 1)...visitedTo - 1, limit: visitedTo - start + 1)
      for (index, row) in rows.enumerated().reversed() where row.revision >= start {
        let goesOn = try visit(row, row.writtenByteCount(after: index > 0 ? rows[index - 1] : nil))
        visitedTo = row.revision
        if !goesOn || ContinuousClock.now >= deadline { return visitedTo }
      }
      visitedTo = start
      // A damaged journal may lack a billion revisions, among which there is none to visit.
      if ContinuousClock.now >= deadline { return visitedTo }
    }
    return visitedTo
  }
}

extension JournalRow {
  /// Returns how many bytes the revision has written by itself.
  ///
  /// - Parameter former: The record before.
  func writtenByteCount(after former: JournalRow?) -> Int? {
    guard let written else { return nil }
    if let former, former.revision == revision - 1 {
      // Records of older formats count nothing, so the count begins behind them. A count below 0 is damage.
      return max(0, max(0, written) - max(0, former.written ?? 0))
    }
    return revision == 1 ? max(0, written) : nil
  }
}
