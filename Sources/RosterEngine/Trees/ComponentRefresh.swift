internal import RosterComponents
internal import RosterCore

/// The trees that are built for a reload or a new configuration.
final class ComponentRefresh<Message: Sendable>: OutputRefresh {
  typealias Output = ComponentTree<Message>

  let namesAllOutputs: Bool
  let estimates: ExtentEstimates?
  private let trees: ListTrees
  /// The work before publishing, ascending by place.
  private let works: [TreeWork]
  /// What is built later, in the order of need.
  private let deferred: [TreeWork]
  private let conditions: TreeConditions
  private let publishTrees: @Sendable ([UpdatedTree], _ deferred: [TreeID]) -> Void

  /// Builds what is visible at once, if a viewport is set and there is much to build; on the work
  /// queue.
  ///
  /// - Parameters:
  ///   - works: Ascending by place.
  ///   - conditions: The conditions to build and lay out the trees with.
  ///   - source: The list.
  ///   - estimates: The new estimated lengths of what was never measured; `nil` to keep them.
  ///   - publishTrees: Shows the trees.
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

  /// Whether the layout constraints change. The sizes of trees that are not in memory are unknown
  /// then.
  var forgetsSizes: Bool { conditions.constraints != trees.currentConditions.constraints }

  func publish() { publishTrees(updated, deferred.map(\.id)) }
}

extension ListTrees {
  /// Splits work into what is visible, which is built here, and what is left for later. Headers and
  /// footers are never left for later.
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
