public import RosterComponents
internal import RosterConcurrency
internal import RosterCore
public import RosterEngine

extension ListDataSource {
  /// Sets the visible part of the list; from any thread, at any time.
  ///
  /// With a viewport, a modification of many items is built in parts. What is visible is built
  /// first and published with the modification: its batch has the whole structure, which is
  /// committed as a whole, and the visible outputs. The other outputs follow in batches of the
  /// cause `remainder` (`ListBatch.awaitedOutputCount`) before anything that waits, also after a
  /// synchronous call. States that begin in them are stored with the next change of their item.
  ///
  /// Headers and footers take up space like items. Those of inserted and updated sections are
  /// always built with the modification.
  ///
  /// Items must be laid out. The lengths of items that were never measured are estimated
  /// (`Viewport.Splitting`).
  ///
  /// With a working range (``ComponentConfiguration/workingRange``), trees exist only around what
  /// is visible. Of a change only the items in the range are built. The range follows every
  /// viewport and every change in batches of the cause `workingRange`, which are not revisions:
  /// first what is visible, then what lies ahead in the direction of scrolling. Headers and footers
  /// that are visible, or stand between items of the range, are built and published in the same
  /// batches. Only the newest viewport counts; builds for an earlier one are skipped. Without a
  /// viewport, the range begins at the start of the list.
  ///
  /// - Parameter viewport: The visible part; `nil` to build everything at once.
  public func setViewport<Message: Sendable>(_ viewport: Viewport?)
  where Output == ComponentTree<Message> {
    let trees = components().trees
    if let viewport { keepExtents(along: viewport.axis) }
    trees.viewport.withLock { $0 = viewport }
    if let range = trees.range, range.viewportChanged() { runner.scheduleRangeWork() }
  }

  /// Returns the viewport that was last set, `nil` if none was.
  public func viewport<Message: Sendable>() -> Viewport?
  where Output == ComponentTree<Message> { components().trees.viewport.withLock { $0 } }
}
