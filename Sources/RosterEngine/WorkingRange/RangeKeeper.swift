internal import RosterComponents
internal import RosterCore

/// What is known of a working range: which items are in it, and whether something is to be done.
final class RangeKeeper: Sendable {
  /// Used on the work queue alone.
  struct Members {
    /// Those that have entered and not left, in the order of the list as it was then.
    var entered: [ItemID] = []
    /// Those whose outputs everybody has been given.
    var shown: Set<ItemID> = []
    /// The headers and footers whose outputs everybody has been given, as far as they are near.
    var shownSupplements: Set<TreeID> = []
    /// Those that could not be read since something has changed.
    var unreadable: Set<ItemID> = []
    /// Whether scrolling goes to the end of the list.
    var isForward = true
    /// The first visible item, and the viewport by which it was found.
    var first: ItemID?
    var viewportNumber = 0
  }

  private struct Schedule {
    var isDue = false
    var isScheduled = false
    var isFinished = false
    /// How many viewports there have been.
    var viewportNumber = 0
  }

  let range: WorkingRange
  let countMax: Int
  let listener: (any PrefetchListener)?
  let members = Guarded(Members())
  private let schedule = Guarded(Schedule())

  init?(_ configuration: ComponentConfiguration) {
    guard let range = configuration.workingRange else { return nil }
    self.range = range
    countMax = configuration.cachedOutputCountMax
    listener = configuration.prefetchListener
  }

  /// How many viewports there have been.
  var viewportNumber: Int { schedule.withLock { $0.viewportNumber } }

  // MARK: Scheduling

  /// Notes that there is another viewport.
  ///
  /// - Returns: Whether a turn has to be scheduled.
  func viewportChanged() -> Bool {
    schedule.withLock { $0.viewportNumber += 1 }
    members.withLock { $0.unreadable = [] }
    return becomeDue()
  }

  /// Notes that there may be something to do.
  ///
  /// - Returns: Whether a turn has to be scheduled.
  func becomeDue() -> Bool {
    schedule.withLock { schedule in
      schedule.isDue = !schedule.isFinished
      if !schedule.isDue || schedule.isScheduled { return false }
      schedule.isScheduled = true
      return true
    }
  }

  /// Whether there may be something to do, which is done now.
  func takeTurn() -> Bool {
    schedule.withLock { schedule in
      schedule.isScheduled = false
      defer { schedule.isDue = false }
      return schedule.isDue
    }
  }

  /// Does nothing any more: everything has left.
  func finish() {
    let isFirst = schedule.withLock { schedule in
      defer { schedule.isFinished = true }
      schedule.isDue = false
      return !schedule.isFinished
    }
    guard isFirst else { return }
    let left = members.withLock { members in
      defer { members.entered = [] }
      return members.entered
    }
    if !left.isEmpty { listener?.didLeave(left) }
  }

  // MARK: Publishing

  /// Notes of which items everybody was given the outputs, and which are not there any more.
  func published(
    _ batch: ListBatch<some Sendable, some Sendable, some Sendable>, without removed: [ItemID]
  ) {
    members.withLock { members in
      members.shown.subtract(removed)
      members.shown.subtract(batch.hiddenItems)
      members.shown.formUnion(batch.outputs.lazy.compactMap(\.tree.item))
      let supplements = Set(batch.outputs.lazy.map(\.tree).filter { $0.item == nil })
      if batch.namesAllOutputs || batch.causes.isDisjoint(with: [.reload, .configuration]) {
        members.shownSupplements.formUnion(supplements)
      } else {
        // Those that have left memory may be others now.
        members.shownSupplements = supplements
      }
      if batch.causes != .workingRange { members.unreadable = [] }
    }
  }
}
