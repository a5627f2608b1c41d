internal import RosterComponents
internal import RosterCore

/// The trees that are built for a change of which only what is visible is built before it is committed.
final class SplitGeneration<Message: Sendable>: OutputGeneration {
  typealias Output = ComponentTree<Message>

  private let trees: ItemTrees
  private let builds: [ItemBuild]
  /// What is built, ascending by path.
  private let visible: [ItemBuild]
  /// What is built later, in the order in which it is needed.
  private let deferred: [ItemBuild]
  private let conditions: TreeConditions
  private let omission: RangeOmission
  let omittedCount: Int

  /// Builds what is visible; on the work queue.
  ///
  /// With a working range, what has no tree yet and is not visible is built with the range.
  ///
  /// - Parameters:
  ///   - builds: Ascending by path.
  ///   - viewport: By points from the first item on.
  ///   - target: The list after the change.
  init(
    _ builds: [ItemBuild], _ trees: ItemTrees, _ viewport: Viewport, in target: ListExtents,
    without omission: RangeOmission
  ) {
    self.trees = trees
    self.builds = builds
    let hasRange = trees.range != nil
    let conditions = trees.currentConditions
    self.conditions = conditions
    var pass = ViewportPass(
      builds.map {
        ViewportPass.Candidate(
          offset: target.state.offset(of: $0.targetPath) ?? 0, isNew: $0.isNew,
          isUrgent: $0.hasAssignedStates, formerSize: $0.knownSize)
      }, viewport, trees.splitting, estimatesNew: hasRange
    ) { indexes in
      trees.owner.generateConcurrently(count: indexes.count) { index in
        let build = builds[indexes[index]]
        build.run(trees, conditions)
        return build.item.size
      }
    }
    let (now, later) = pass.run(over: target.index)
    let early = hasRange ? later.filter { builds[$0].isMade } : []
    visible = (now + early).sorted().map { builds[$0] }
    deferred = later.map { builds[$0] }.filter { !hasRange || !$0.isMade && $0.hasTree }
    self.omission = omission
    omittedCount = omission.count + builds.count - visible.count - deferred.count
  }

  var waveCounts: [Int] { [] }

  func make(_ range: Range<Int>, ofWave wave: Int) {}

  var outputs: [GeneratedItem<Output>] { visible.generated() }

  var states: [ChangedState] { visible.states.merged(with: omission.states) }

  var sizes: [ChangedSize] { visible.sizes }

  var remainder: Remainder<Output>? {
    if deferred.isEmpty { return nil }
    return Remainder(chunks: RemainderChunk.chunks(of: deferred, trees, conditions)) {
      ComponentTree($0)
    }
  }

  func publish(removing removed: [ItemID]) {
    trees.publish(visible, removing: removed + deferred.map { $0.id })
    trees.endCommit(of: builds, without: omission)
  }

  func discard() {
    trees.endCommit(of: builds, without: omission)
    trees.extents.discardPrepared()
  }
}
