internal import RosterComponents
internal import RosterCore

/// Some of the trees that are made after the batch that they belong to.
final class RemainderChunk: Sendable {
  private let items: [any DeferredItem]
  private let trees: ItemTrees
  private let conditions: TreeConditions
  /// How many outputs come after these.
  let awaitedCount: Int

  private init(
    _ items: [any DeferredItem], _ trees: ItemTrees, _ conditions: TreeConditions,
    awaitedCount: Int
  ) {
    self.items = items
    self.trees = trees
    self.conditions = conditions
    self.awaitedCount = awaitedCount
  }

  /// Cuts items into chunks, in their order.
  static func chunks(
    of items: [any DeferredItem], _ trees: ItemTrees, _ conditions: TreeConditions
  ) -> [RemainderChunk] {
    let countMax = max(1, trees.splitting.chunkCountMax)
    return stride(from: 0, to: items.count, by: countMax).map { start in
      let end = min(start + countMax, items.count)
      return RemainderChunk(
        Array(items[start..<end]), trees, conditions, awaitedCount: items.count - end)
    }
  }

  var count: Int { items.count }

  func make(_ range: Range<Int>) {
    for item in items[range] where !item.isMade { item.run(trees, conditions) }
  }

  /// The items with their trees, ascending by path, once all are made. What is gone is left out.
  func items(in state: ListState) throws(StorageError) -> [UpdatedItem] {
    var found: [UpdatedItem] = []
    for item in items {
      if let path = try state.path(of: item.id) { found.append(item.deferred(at: path)) }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// Keeps the trees, as far as there is room.
  func publish(_ items: [UpdatedItem]) {
    let built = items.map { ($0.id, $0.built) }
    trees.cache.withLock { $0.replaceIfThereIsRoom(built) }
  }
}
