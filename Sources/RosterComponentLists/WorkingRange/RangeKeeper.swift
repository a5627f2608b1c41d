internal import RosterComponents
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

/// The state of a working range: which items are in it, and whether there is work.
final class RangeKeeper: OutputRange {
  /// The items in the range. Only the work queue changes them, except that `finish()` removes them
  /// on any thread.
  struct Members {
    /// The items that have entered and not left, in the order of the list at that time.
    var entered: [ItemID] = []
    /// The items whose outputs were published.
    var shown: Set<ItemID> = []
    /// The headers and footers near the range whose outputs were published.
    var shownSupplements: Set<TreeID> = []
    /// The items that could not be read since the last change and the last viewport.
    var unreadable: Set<ItemID> = []
    /// Whether scrolling goes toward the end of the list.
    var isForward = true
    /// The first visible item, and the viewport by which it was found.
    var first: ItemID?
    var viewportNumber = 0
  }

  private struct Schedule {
    var isDue = false
    var isScheduled = false
    var isFinished = false
    /// The number of viewports so far.
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

  /// The number of viewports so far.
  var viewportNumber: Int { schedule.withLock { $0.viewportNumber } }

  // MARK: Scheduling

  /// Notes a new viewport.
  ///
  /// - Returns: Whether a turn must be scheduled.
  func viewportChanged() -> Bool {
    schedule.withLock { $0.viewportNumber += 1 }
    return becomeDue()
  }

  /// Notes that there may be work.
  ///
  /// - Returns: Whether a turn must be scheduled.
  func becomeDue() -> Bool {
    schedule.withLock { schedule in
      schedule.isDue = !schedule.isFinished
      if !schedule.isDue || schedule.isScheduled { return false }
      schedule.isScheduled = true
      return true
    }
  }

  /// Begins a turn and returns whether there may be work.
  func takeTurn() -> Bool {
    schedule.withLock { schedule in
      schedule.isScheduled = false
      defer { schedule.isDue = false }
      return schedule.isDue
    }
  }

  /// Ends the range: all items leave it.
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

  /// Notes the items whose outputs a batch has published, and those that were removed.
  func published(
    _ batch: ListBatch<some Sendable, some Sendable, some Sendable>, without removed: [ItemID]
  ) {
    members.withLock { members in
      members.shown.subtract(removed)
      members.shown.subtract(batch.hiddenItems)
      members.shown.formUnion(batch.outputs.lazy.compactMap { $0.tree.item })
      let supplements = Set(batch.outputs.lazy.map { $0.tree }.filter { $0.item == nil })
      if batch.namesAllOutputs || batch.causes.isDisjoint(with: [.reload, .configuration]) {
        members.shownSupplements.formUnion(supplements)
      } else {
        // Those that are not in memory may differ now.
        members.shownSupplements = supplements
      }
      if batch.causes != .workingRange { members.unreadable = [] }
    }
  }
}

extension RangeKeeper {
  /// Determines which items are in the range now, and notes them; on the work queue.
  ///
  /// - Parameters:
  ///   - viewport: In points from the start of the list, without an anchor.
  ///   - countMax: The maximum number of items to build at once.
  /// - Throws: If a page of the list cannot be read.
  func turn(
    around viewport: Viewport, in extents: ListExtents, countMax: Int
  ) throws(StorageError) -> RangeTurn {
    var now = members.withLock { $0 }
    try now.notice(viewport, number: viewportNumber, in: extents)
    let window = window(around: viewport, in: extents, isForward: now.isForward)
    let turn = try RangeTurn(window, in: extents, &now, countMax: countMax)
    members.withLock { $0 = now }
    return turn
  }

  /// Returns the window of the range around a viewport.
  func window(
    around viewport: Viewport, in extents: ListExtents, isForward: Bool
  ) -> RangeWindow {
    RangeWindow(
      range, around: viewport, in: extents.index, isForward: isForward, countMax: countMax)
  }
}

extension RangeKeeper.Members {
  /// Determines the direction of scrolling to a new viewport, relative to the current place of the
  /// item that was the first visible one.
  fileprivate mutating func notice(
    _ viewport: Viewport, number: Int, in extents: ListExtents
  ) throws(StorageError) {
    let state = extents.state
    let offset = extents.index.item(at: viewport.offset)
    if number != viewportNumber {
      viewportNumber = number
      unreadable = []
      if let first, let path = try state.path(of: first), let former = state.offset(of: path),
        former != offset
      {
        isForward = offset > former
      }
    }
    first = try state.path(atOffset: offset).flatMap { (path) throws(StorageError) in
      try state.itemID(at: path)
    }
  }
}
