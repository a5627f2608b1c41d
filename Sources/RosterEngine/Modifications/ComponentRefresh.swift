internal import RosterComponents
internal import RosterCore

/// The trees that are built for a reload or a new configuration.
final class ComponentRefresh<Message: Sendable>: OutputRefresh {
  typealias Output = ComponentTree<Message>

  let namesAllOutputs: Bool
  private let trees: ItemTrees
  /// Ascending by path.
  private let items: [ItemRefresh]
  /// What is built later, in the order in which it is needed.
  private let deferred: [ItemRefresh]
  private let conditions: TreeConditions
  private let publishTrees: @Sendable ([UpdatedItem], _ deferred: [ItemID]) -> Void

  /// If something is visible and there is much to do, what is visible is done at once; on the work
  /// queue.
  ///
  /// - Parameters:
  ///   - source: The list.
  ///   - conditions: What the trees are built with and laid out for.
  ///   - publishTrees: Shows them.
  init(
    _ items: [ItemRefresh], _ trees: ItemTrees, _ conditions: TreeConditions,
    on source: ListState, namesAllOutputs: Bool,
    publishTrees: @escaping @Sendable ([UpdatedItem], _ deferred: [ItemID]) -> Void
  ) throws(StorageError) {
    let parts = try trees.split(items, conditions, on: source)
    self.items = parts.now
    deferred = parts.later
    self.trees = trees
    self.conditions = conditions
    self.namesAllOutputs = namesAllOutputs
    self.publishTrees = publishTrees
  }

  var count: Int { items.count }

  func make(_ range: Range<Int>) {
    for item in items[range] where !item.isMade { item.run(trees, conditions) }
  }

  var outputs: [GeneratedItem<Output>] {
    items.lazy.filter { $0.isAnother }.map { $0.updated.generated() }
  }

  var states: [ChangedState] {
    items.flatMap { $0.updated.changes.changedStates(at: .item($0.path)) }
  }

  var sizes: [ChangedSize] { items.compactMap { $0.updated.resized } }

  var remainder: Remainder<Output>? {
    if deferred.isEmpty { return nil }
    return Remainder(chunks: RemainderChunk.chunks(of: deferred, trees, conditions)) {
      ComponentTree($0)
    }
  }

  /// What is laid out for something else has another size, and the sizes of what is not in memory are
  /// not known any more.
  var forgetsSizes: Bool { conditions.constraints != trees.currentConditions.constraints }

  func publish() { publishTrees(items.map { $0.updated }, deferred.map { $0.id }) }
}

extension ItemTrees {
  /// Splits what is to be done into what is visible, which is done, and what is left for later.
  fileprivate func split(
    _ items: [ItemRefresh], _ conditions: TreeConditions, on source: ListState
  ) throws(StorageError) -> (now: [ItemRefresh], later: [ItemRefresh]) {
    guard items.count >= splitting.outputCountMin, splitting.defersUpdates,
      let extents = extents.published, let viewport = resolvedViewport(in: extents)
    else { return (items, []) }
    var pass = ViewportPass(
      items.map {
        ViewportPass.Candidate(
          offset: source.offset(of: $0.path) ?? 0, isNew: false, formerSize: $0.knownSize)
      }, viewport, splitting
    ) { indexes in
      self.owner.generateConcurrently(count: indexes.count) { index in
        let item = items[indexes[index]]
        item.run(self, conditions)
        return item.updated.built.size
      }
    }
    let (now, later) = pass.run(over: extents.index)
    return (now.map { items[$0] }, later.map { items[$0] })
  }
}
