package import RosterCore
package import RosterJSON
import RosterPages
package import RosterRows

/// What is large in a list, and who lags behind: what the inspector answers part by part, from all parts together.
///
///     var scan = try LargestScan(list, countMax: 5)
///     while try scan.goOn() { progress.update(count: scan.lookedAtCount, fraction: scan.share) }
///
/// Another process may write the list meanwhile: each part says how the list is when it is looked at.
package struct LargestScan {
  /// The most rows, and revisions of each kind, that can be found.
  package static let countMax = min(LargestRows.countMax, LargestRevisions.countMax)

  /// The list when the scan began.
  package let present: Revision
  /// The oldest revision that was left then.
  package let oldest: Revision
  /// How many rows and revisions were looked at.
  package private(set) var lookedAtCount = 0
  /// Who reads the journal, those that lag most first, and at most 100; empty until the scan is at its end.
  package private(set) var subscribers: [JSONValue] = []
  package private(set) var subscriberCount = 0

  private let list: any InspectableStorage
  private let past: PastLists
  private let rowReach: LargestRows.Reach
  private let revisionReach: JournalWalk.Reach
  private var largestRows: Largest<JSONValue>
  private var byBytes: Largest<JSONValue>
  private var byChanges: Largest<JSONValue>
  /// Where the next parts begin; `nil` if there are none.
  private var nextRow: Int? = 1
  private var nextRevision: Revision?
  /// The number of the item that the list makes next; `nil` until rows were looked at.
  private var rowEnd: Int?

  /// Begins a scan. Nothing is looked at yet.
  ///
  /// - Parameter countMax: The most rows, and revisions of each kind, that are found: 1 to `LargestScan.countMax`.
  package init(_ list: any InspectableStorage, countMax: Int) throws(StorageError) {
    try self.init(
      list, countMax: countMax, rows: LargestRows.Reach(), revisions: JournalWalk.Reach())
  }

  /// - Parameters:
  ///   - rowReach: How many rows are looked at at once.
  ///   - revisionReach: How many revisions are looked at at once.
  init(
    _ list: any InspectableStorage, countMax: Int, rows rowReach: LargestRows.Reach,
    revisions revisionReach: JournalWalk.Reach
  ) throws(StorageError) {
    self.list = list
    self.rowReach = rowReach
    self.revisionReach = revisionReach
    past = PastLists(list)
    let head = try list.head()
    (present, oldest) = (head.present, head.oldest)
    nextRevision = head.present + 1
    let countMax = max(1, min(countMax, Self.countMax))
    largestRows = Largest(countMax)
    byBytes = Largest(countMax)
    byChanges = Largest(countMax)
  }

  /// The rows whose models take most room, the largest first, as the inspector says them: `key`, `bytes`, `place`,
  /// `model`.
  package var rows: [JSONValue] { largestRows.elements.map(\.element) }

  /// The revisions that have written most, the largest first: `revision`, `written`, `changes`, and who made them.
  package var revisionsByBytes: [JSONValue] { byBytes.elements.map(\.element) }

  /// The revisions that have changed most, the largest first.
  package var revisionsByChanges: [JSONValue] { byChanges.elements.map(\.element) }

  /// How much of the work is done, from 0 to 1; `nil` until that is known.
  package var share: Double? {
    rowEnd.map { min(1, Double(lookedAtCount) / Double(max(1, $0 - 1 + present - oldest))) }
  }

  /// Looks at the next part, which takes less than a second: rows first, then revisions, the newest first.
  ///
  /// - Returns: Whether there are more parts.
  /// - Throws: `StorageError` if something cannot be read. The scan can go on with the same part.
  /// - Complexity: As an answer of the inspector about what is largest.
  package mutating func goOn() throws -> Bool {
    if let nextRow {
      try lookAtRows(from: nextRow)
    } else if let nextRevision {
      try lookAtRevisions(before: nextRevision)
    }
    if nextRow != nil || nextRevision != nil { return true }
    let answer = try LaggingSubscribers(list, list.head()).answer([:])
    subscribers = answer["subscribers"]?.arrayValue ?? []
    subscriberCount = answer["subscriberCount"]?.intValue ?? 0
    return false
  }

  private mutating func lookAtRows(from first: Int) throws {
    let answer = try LargestRows(list, list.head(), past, reach: rowReach).answer(from: first)
    for row in answer["rows"]?.arrayValue ?? [] {
      largestRows.add(size: row["bytes"]?.intValue ?? 0, row)
    }
    lookedAtCount += max(0, (answer["searchedTo"]?.intValue ?? first) - first)
    rowEnd = answer["end"]?.intValue
    nextRow = answer["next"]?.intValue
  }

  private mutating func lookAtRevisions(before end: Revision) throws {
    let answer = try LargestRevisions(list, list.head(), reach: revisionReach).answer(before: end)
    for revision in answer["byBytes"]?.arrayValue ?? [] {
      byBytes.add(
        size: (revision["written"] ?? revision["bytes"])?.intValue ?? 0, revision)
    }
    for revision in answer["byChanges"]?.arrayValue ?? [] {
      byChanges.add(size: revision["changes"]?.intValue ?? 0, revision)
    }
    lookedAtCount += max(0, end - (answer["searchedTo"]?.intValue ?? end))
    nextRevision = answer["next"]?.intValue
  }
}
