public import RosterComponents
internal import RosterConcurrency
internal import RosterCore
public import RosterEngine
internal import RosterLayout

extension ListDataSource {
  /// Returns the positions and lengths of all items, headers and footers as last published; on any
  /// thread.
  ///
  /// - Complexity: O(1). The first call in a list without a working range takes O(*t* log *n*) for
  ///   *t* trees in memory.
  public func extents<Message: Sendable>() -> ListExtents where Output == ComponentTree<Message> {
    keepExtents(along: nil)
    guard let extents = components().trees.extents.published else {
      preconditionFailure("extents are kept once they were begun")
    }
    return extents
  }

  /// Waits until outputs that were left for later, and the working range around the last viewport,
  /// are built and published. If the list has no range, or is closed, waits only for the former.
  ///
  /// What cannot be read is left out.
  public func waitForWorkingRange() async {
    await withCheckedContinuation { continuation in
      runner.finishRange { continuation.resume() }
    }
  }

  /// Begins to keep extents, unless they are kept already.
  ///
  /// - Parameter axis: The axis of the extents; `nil` for any.
  func keepExtents<Message: Sendable>(along axis: Viewport.Axis?)
  where Output == ComponentTree<Message> {
    let trees = components().trees
    let list: ListState? = withPublished { snapshot in
      trees.extents.begin(snapshot.state, axis) ? snapshot.state : nil
    }
    guard let list else { return }
    let epoch = trees.extents.epoch
    // What cannot be read is estimated.
    let measured = trees.cache.withLock { $0.all }.compactMap { id, built in
      ((try? list.place(of: id)) ?? nil).map(built.measured(at:))
    }
    trees.extents.note(
      measured.sorted { $0.place < $1.place }, at: list.revision, epoch: epoch)
  }

  /// Begins to maintain the working range, if the list has one.
  func keepWorkingRange<Message: Sendable>() where Output == ComponentTree<Message> {
    let trees = components().trees
    guard let keeper = trees.range else { return }
    keepExtents(along: nil)
    let work = RangeWork(self, trees, keeper)
    runner.rangeMaintenance.withLock {
      $0 = RangeMaintenance(range: keeper) { work.next(on: $0) }
    }
  }
}
