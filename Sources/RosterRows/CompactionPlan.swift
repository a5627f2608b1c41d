package import RosterCore

/// Which revisions one transaction of a compaction removes.
package struct CompactionPlan {
  /// The number of revisions, or of changes in them, after which a transaction ends and the next
  /// one begins.
  package static let revisionCountMax = 256
  package static let changeCountMax = 16_384

  /// The oldest revision that can be read before the compaction.
  package let oldest: Revision
  private let newest: Revision
  /// The first revision that must not be removed.
  private let bound: Revision
  private let slowest: String?

  /// Makes the plan of a list.
  ///
  /// - Parameters:
  ///   - newest: Its last revision.
  ///   - revision: Another revision that must stay readable.
  package init(
    oldest: Revision, newest: Revision, subscribers: [JournalSubscriber],
    keeping revision: Revision?
  ) {
    self.oldest = oldest
    self.newest = newest
    // The last row describes the list, so it stays.
    let own = min(newest - 1, revision ?? newest)
    let slowest = subscribers.min { $0.revision < $1.revision }
    bound = min(own, slowest?.revision ?? own)
    self.slowest = slowest.flatMap { $0.revision < own ? $0.name : nil }
  }

  /// The oldest revision to keep, if the limits ask for one.
  package func target(wanted: Revision) -> Revision { max(oldest, min(bound, wanted)) }

  /// The subscriber that keeps the compaction from removing what the limits ask for.
  package func heldBy(wanted: Revision) -> String? { wanted > bound ? slowest : nil }

  /// The oldest revision to keep by a number of revisions.
  package func wanted(keeping countMax: Int?) -> Revision {
    countMax.map { max(oldest, newest - max(0, $0)) } ?? oldest
  }

  /// The oldest revision to keep by a number of bytes.
  ///
  /// - Parameter written: Returns the number of bytes that have been written with a revision and before it, 0 if it
  ///   is unknown. It is asked of revisions from the one after the oldest to the newest.
  /// - Complexity: O(log *n*) calls for *n* revisions.
  package func wanted(
    keepingBytes byteCountMax: Int?, _ written: (Revision) throws -> Int
  ) rethrows -> Revision {
    guard let byteCountMax else { return oldest }
    var (low, high) = (oldest, max(oldest, newest - JournalRetention.leastRevisionCount))
    if low == high { return oldest }
    // A damaged row may say anything.
    let least = try max(0, written(newest)) - max(0, byteCountMax)
    // The first one from which on no more bytes have been written than the limit allows.
    while low < high {
      let middle = (low + high) / 2
      // What has been written with the oldest one stands nowhere if its row is gone; it is no more than with the
      // next.
      if try (middle == 0 ? 0 : written(max(middle, oldest + 1))) >= least {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  /// Returns the time before which revisions are too old, in milliseconds since 1970.
  ///
  /// A caller that means "for ever" passes an age that no clock can count, so the value is clamped.
  ///
  /// - Parameter time: The time now.
  package static func cutoff(_ age: Duration, at time: Int) -> Int {
    Int(max(-1e15, min(Double(time) - age / .milliseconds(1), 1e15)))
  }
}

/// What one transaction of a compaction did.
package struct CompactionStep {
  package var removedCount = 0
  package var oldestRevision: Revision
  private let heldBy: String?
  /// Whether no other transaction follows.
  package var isDone = true

  /// Makes the step that removes nothing.
  ///
  /// - Parameter wanted: The oldest revision to keep, if the limits alone decided.
  package init(_ plan: CompactionPlan, wanted: Revision) {
    oldestRevision = plan.oldest
    heldBy = plan.heldBy(wanted: wanted)
  }

  /// Adds what the transaction did to a result.
  fileprivate func add(to result: inout JournalCompaction) {
    result.removedCount += removedCount
    result.oldestRevision = oldestRevision
    result.heldBy = heldBy
  }
}

extension JournalCompaction {
  /// Runs one transaction after the other, up to the last one.
  ///
  /// - Parameter removeSome: Runs a transaction. It returns `nil` if another writer came first, so
  ///   that nothing was removed.
  package init(
    _ removeSome: () throws(StorageError) -> CompactionStep?
  ) throws(StorageError) {
    self.init(removedCount: 0, oldestRevision: 0)
    var isDone = false
    while !isDone {
      guard let step = try removeSome() else { continue }
      step.add(to: &self)
      isDone = step.isDone
    }
  }
}

extension ChangeRecord {
  /// The maximum number of rows that the change has replaced.
  package var replacedCount: Int {
    identities.updatedItems.count + identities.removedItems.count
      + identities.updatedSections.count + identities.removedSections.count
  }

  /// The maximum number of rows that the change has replaced or inserted. A compaction looks at each of them.
  package var changedCount: Int {
    replacedCount + identities.insertedItems.count + identities.insertedSections.count
  }
}
