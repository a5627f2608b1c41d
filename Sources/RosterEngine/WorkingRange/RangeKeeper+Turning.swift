internal import RosterCore

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
