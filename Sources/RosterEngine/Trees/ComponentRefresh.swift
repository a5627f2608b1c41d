internal import RosterComponents
internal import RosterCore

/// The trees that are built for a reload or a new configuration.
final class ComponentRefresh<Message: Sendable>: OutputRefresh {
  typealias Output = ComponentTree<Message>

  let namesAllOutputs: Bool
  let estimates: ExtentEstimates?
  private let trees: ListTrees
  /// Ascending by place.
  private let works: [TreeWork]
  /// What is built later, in the order in which it is needed.
  private let deferred: [TreeWork]
  private let conditions: TreeConditions
  private let publishTrees: @Sendable ([UpdatedTree], _ deferred: [TreeID]) -> Void

  /// If something is visible and there is much to do, what is visible is done at once; on the work
  /// queue.
  ///
  /// - Parameters:
  ///   - works: Ascending by place.
  ///   - conditions: What the trees are built with and laid out for.
  ///   - source: The list.
  ///   - estimates: How long what was never measured is taken to be from now on; `nil` if as before.
  ///   - publishTrees: Shows them.
  init(
    _ works: [TreeWork], _ trees: ListTrees, _ conditions: TreeConditions,
    on source: ListState, namesAllOutputs: Bool, estimates: ExtentEstimates? = nil,
    publishTrees: @escaping @Sendable ([UpdatedTree], _ deferred: [TreeID]) -> Void
  ) throws(StorageError) {
    (self.works, deferred) = try trees.split(works, conditions, on: source)
    self.trees = trees
    self.conditions = conditions
    self.namesAllOutputs = namesAllOutputs
    self.estimates = estimates
    self.publishTrees = publishTrees
  }

  var count: Int { works.count }

  func make(_ range: Range<Int>) {
    for work in works[range] where !work.isMade { work.run(trees, conditions) }
  }

  private var updated: [UpdatedTree] { works.map(\.updated) }

  var outputs: [GeneratedOutput<Output>] { updated.generated() }

  var states: [ChangedState] { updated.states }

  var sizes: [ChangedSize] { updated.sizes }

  var remainder: Remainder<Output>? {
    if deferred.isEmpty { return nil }
    return Remainder(chunks: RemainderChunk.chunks(of: deferred, trees, conditions)) {
      $0.generated()
    }
  }

  /// What is laid out for something else has another size, and the sizes of what is not in memory are
  /// not known any more.
  var forgetsSizes: Bool { conditions.constraints != trees.currentConditions.constraints }

  func publish() { publishTrees(updated, deferred.map(\.id)) }
}

extension ListTrees {
  /// Splits what is to be done into what is visible, which is done, and what is left for later. Headers
  /// and footers are never left for later.
  fileprivate func split(
    _ works: [TreeWork], _ conditions: TreeConditions, on source: ListState
  ) throws(StorageError) -> (now: [TreeWork], later: [TreeWork]) {
    let items = works.filter { $0.id.item != nil }
    guard items.count >= splitting.outputCountMin, splitting.defersUpdates,
      let extents = extents.published, let viewport = resolvedViewport(in: extents)
    else { return (works, []) }
    var pass = ViewportPass(
      items.map { item in
        ViewportPass.Candidate(
          offset: item.place.path.flatMap(source.offset(of:)) ?? 0, isNew: false,
          formerSize: item.knownSize)
      }, viewport, splitting
    ) { indexes in
      let some = indexes.map { items[$0] }
      self.run(some, conditions)
      return some.map(\.updated.built.size)
    }
    let later = pass.run(over: extents.index).later.map { items[$0] }
    let isLater = Set(later.lazy.map(\.id))
    return (works.filter { !isLater.contains($0.id) }, later)
  }
}
