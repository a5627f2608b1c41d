internal import RosterConcurrency
package import RosterCore
package import RosterEngine

/// The items in a working range, for those who look for a fault.
package struct WorkingRangeReport: Sendable {
  /// How far the range reaches.
  package var range: WorkingRange
  /// The maximum number of outputs in memory.
  package var countMax: Int
  /// The items that have entered the range and not left, in the order of the list at that time.
  package var enteredItems: [ItemID]
  /// The number of items whose outputs were published and are kept.
  package var shownCount: Int
  /// The items that could not be read since the last change and the last viewport.
  package var unreadableItems: [ItemID]
  /// Whether scrolling goes toward the end of the list.
  package var isForward: Bool
}

extension ListDataSource {
  /// The items in the working range; `nil` if the list has none.
  package var workingRangeReport: WorkingRangeReport? {
    (reader.generator?.range as? RangeKeeper).map { keeper in
      let members = keeper.members.withLock { $0 }
      return WorkingRangeReport(
        range: keeper.range, countMax: keeper.countMax, enteredItems: members.entered,
        shownCount: members.shown.count, unreadableItems: members.unreadable.sorted(),
        isForward: members.isForward)
    }
  }
}
