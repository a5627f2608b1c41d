internal import RosterComponents
internal import RosterCore

/// Some of the trees that are built after their batch was published.
final class RemainderChunk: Sendable {
  private let works: [TreeWork]
  private let trees: ListTrees
  private let conditions: TreeConditions
  /// The number of outputs that come after these.
  let awaitedCount: Int

  private init(
    _ works: [TreeWork], _ trees: ListTrees, _ conditions: TreeConditions,
    awaitedCount: Int
  ) {
    self.works = works
    self.trees = trees
    self.conditions = conditions
    self.awaitedCount = awaitedCount
  }

  /// Splits work into chunks, in order.
  static func chunks(
    of works: [TreeWork], _ trees: ListTrees, _ conditions: TreeConditions
  ) -> [RemainderChunk] {
    let countMax = max(1, trees.splitting.chunkCountMax)
    return stride(from: 0, to: works.count, by: countMax).map { start in
      let end = min(start + countMax, works.count)
      return RemainderChunk(
        Array(works[start..<end]), trees, conditions, awaitedCount: works.count - end)
    }
  }

  var count: Int { works.count }

  func make(_ range: Range<Int>) {
    for work in works[range] where !work.isMade { work.run(trees, conditions) }
  }

  /// Returns the trees, ascending by place, once all are made. Removed ones are left out.
  func trees(in state: ListState) throws(StorageError) -> [UpdatedTree] {
    var found: [UpdatedTree] = []
    for work in works {
      if let place = try state.place(of: work.id) {
        found.append(work.updated.deferred(at: place))
      }
    }
    return found.sortedByPlace()
  }

  /// Keeps the trees while there is room.
  func publish(_ updated: [UpdatedTree]) {
    let built = updated.map { ($0.id, $0.built) }
    trees.cache.withLock { $0.replaceIfThereIsRoom(built) }
  }
}
