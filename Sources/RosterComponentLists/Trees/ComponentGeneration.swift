internal import RosterComponents
internal import RosterCore
internal import RosterEngine

/// The trees that are built for one change.
///
/// If the change is split, only what is visible is built before the commit.
final class ComponentGeneration<Message: Sendable>: OutputGeneration {
  typealias Output = ComponentTree<Message>

  private let trees: ListTrees
  /// Everything that the change builds, including what is left for later and what comes with the
  /// working range.
  private let works: [TreeWork]
  /// What is built before the commit, ascending by place.
  private let now: [TreeWork]
  /// What is built later, in the order of need.
  private let deferred: [TreeWork]
  /// What is still to be built before the commit, wave by wave.
  private let waves: [[TreeWork]]
  private let conditions: TreeConditions
  private let omission: RangeOmission
  let omittedCount: Int

  /// - Parameters:
  ///   - items: Ascending by path.
  ///   - supplements: Headers and footers that are built already, ascending by place.
  init(
    _ items: [TreeWork], _ supplements: [TreeWork], _ trees: ListTrees,
    without omission: RangeOmission
  ) {
    self.trees = trees
    self.omission = omission
    conditions = trees.currentConditions
    works = Self.merged(items, supplements)
    now = works
    deferred = []
    omittedCount = omission.count
    var waves: [[TreeWork]] = []
    for item in items {
      while waves.count <= item.wave { waves.append([]) }
      waves[item.wave].append(item)
    }
    self.waves = waves
  }

  /// Builds what is visible; on the work queue.
  ///
  /// With a working range, invisible items that have no tree yet are left to the range.
  ///
  /// - Parameters:
  ///   - items: Ascending by path.
  ///   - supplements: Headers and footers that are built already, ascending by place.
  ///   - viewport: In points from the start of the list, without an anchor.
  ///   - target: The list after the change.
  init(
    _ items: [TreeWork], _ supplements: [TreeWork], _ trees: ListTrees,
    splitBy viewport: Viewport, in target: ListExtents, without omission: RangeOmission
  ) {
    self.trees = trees
    self.omission = omission
    works = Self.merged(items, supplements)
    let hasRange = trees.range != nil
    let conditions = trees.currentConditions
    self.conditions = conditions
    let (visible, later) = trees.buildVisible(
      items, in: viewport, target, conditions, estimatesNew: hasRange)
    let early = hasRange ? later.filter { items[$0].isMade } : []
    let built = (visible + early).sorted().map { items[$0] }
    now = Self.merged(built, supplements)
    deferred = later.map { items[$0] }.filter { !hasRange || !$0.isMade && $0.hasTree }
    waves = []
    omittedCount = omission.count + items.count - built.count - deferred.count
  }

  /// Returns items with headers and footers, ascending by place.
  private static func merged(_ items: [TreeWork], _ supplements: [TreeWork]) -> [TreeWork] {
    supplements.isEmpty ? items : (items + supplements).sorted { $0.place < $1.place }
  }

  var madeCount: Int { now.count - waves.reduce(0) { $0 + $1.count } }

  var waveCounts: [Int] { waves.map(\.count) }

  var writesStates: Bool { true }

  func make(_ range: Range<Int>, ofWave wave: Int) {
    for work in waves[wave][range] { work.run(trees, conditions) }
  }

  private var updated: [UpdatedTree] { now.map(\.updated) }

  var outputs: [GeneratedOutput<Output>] { updated.generated() }

  var states: [ChangedState] { updated.states.merged(with: omission.states) }

  var sizes: [ChangedSize] { updated.sizes }

  var remainder: (any OutputRemainder<Output>)? { Remainder<Output>(deferred, trees, conditions) }

  func publish(removing removed: [TreeID]) {
    trees.publish(now, removing: removed + deferred.map(\.id))
    trees.endCommit(of: works, without: omission)
  }

  func discard() {
    trees.endCommit(of: works, without: omission)
    trees.extents.discardPrepared()
  }
}
