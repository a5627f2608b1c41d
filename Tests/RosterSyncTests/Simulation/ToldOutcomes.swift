import RosterCore
import RosterEngine
import RosterSync

/// What the notes of a device's list tell its application of the changes that the device has made.
///
///     revision    4 change    5 change    6 note: 4 is confirmed
///     afterwards  5 has no outcome yet, 4 has one
///
/// It is of one file: a device that is restored from a backup is told again what it was told since.
struct ToldOutcomes {
  /// The revisions of the changes that have no outcome yet.
  private(set) var waiting: Set<Revision> = []
  private var settled: Set<Revision> = []
  private var readRevision: Revision = 0
  /// The first thing that must not be told, `nil` if all is well.
  private(set) var damage: String?

  /// Reads the revisions since the last call.
  ///
  /// - Returns: The outcomes in them, in order.
  mutating func read(_ list: JSONList) throws -> [SyncOutcome] {
    let count = list.snapshot.revision - readRevision
    if count == 0 { return [] }
    let written = try list.writtenStates(after: readRevision, limit: count) {
      [ScopePath].synced.contains($0)
    }
    var outcomes: [SyncOutcome] = []
    for change in try list.changes(after: list.snapshot(at: readRevision), limit: count) {
      if let news = SyncNews(change.annotation) {
        for outcome in news.outcomes { settle(outcome) }
        outcomes += news.outcomes
      } else if !change.changeset.isEmpty || written[change.targetRevision] != nil {
        waiting.insert(change.targetRevision)
      }
    }
    readRevision += count
    return outcomes
  }

  private mutating func settle(_ outcome: SyncOutcome) {
    let isFirst = waiting.remove(outcome.revision) != nil
    if !isFirst, damage == nil {
      damage =
        settled.contains(outcome.revision)
        ? "revision \(outcome.revision) has a second outcome: \(outcome.kind)"
        : "\(outcome) is of a revision that is no change of the device"
    }
    settled.insert(outcome.revision)
    switch outcome.kind {
    case .confirmed: return
    case .rebased(let lostCount) where lostCount > 0: return
    case .refused(let reason) where !reason.isEmpty: return
    case .rebased, .refused: damage = damage ?? "\(outcome) does not say what is lost, or why"
    case .unsent: damage = damage ?? "\(outcome) is told as settled"
    }
  }
}
