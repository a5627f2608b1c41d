internal import RosterComponents
internal import RosterCore
internal import RosterEngine

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
  ///   - estimates: The new estimated lengths of what was never measured; `nil` to keep them.
  ///   - publishTrees: Shows the trees.
  init(
    _ works: [TreeWork], _ trees: ListTrees, _ conditions: TreeConditions,
    namesAllOutputs: Bool, estimates: ExtentEstimates? = nil,
    publishTrees: @escaping @Sendable ([UpdatedTree], _ deferred: [TreeID]) -> Void
  ) {
    (self.works, deferred) = trees.split(works, conditions)
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

  var remainder: (any OutputRemainder<Output>)? { Remainder<Output>(deferred, trees, conditions) }

  /// Whether the layout constraints change. The sizes of trees that are not in memory are unknown
  /// then.
  var forgetsSizes: Bool { conditions.constraints != trees.currentConditions.constraints }

  func publish() { publishTrees(updated, deferred.map(\.id)) }
}

extension ListTrees {
  /// Splits work into what is visible, which is built here, and what is left for later. Headers and
  /// footers are never left for later.
  fileprivate func split(
    _ works: [TreeWork], _ conditions: TreeConditions
  ) -> (now: [TreeWork], later: [TreeWork]) {
    let items = works.filter { $0.id.item != nil }
    guard items.count >= splitting.outputCountMin, splitting.defersUpdates,
      let extents = extents.published, let viewport = resolvedViewport(in: extents)
    else { return (works, []) }
    let later = buildVisible(items, in: viewport, extents, conditions).later.map { items[$0] }
    let isLater = Set(later.lazy.map(\.id))
    return (works.filter { !isLater.contains($0.id) }, later)
  }
}
