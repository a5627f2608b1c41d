internal import RosterComponents
internal import RosterCore

/// The trees that are built for one change.
final class ComponentGeneration<Message: Sendable>: OutputGeneration {
  typealias Output = ComponentTree<Message>

  private let trees: ItemTrees
  /// Ascending by path.
  private let builds: [ItemBuild]
  /// The builds wave by wave.
  private let waves: [[ItemBuild]]
  private let conditions: TreeConditions
  private let omission: RangeOmission

  init(_ builds: [ItemBuild], _ trees: ItemTrees, without omission: RangeOmission) {
    self.trees = trees
    self.omission = omission
    self.builds = builds
    conditions = trees.currentConditions
    var waves: [[ItemBuild]] = []
    for build in builds {
      while waves.count <= build.wave { waves.append([]) }
      waves[build.wave].append(build)
    }
    self.waves = waves
  }

  var waveCounts: [Int] { waves.map { $0.count } }

  func make(_ range: Range<Int>, ofWave wave: Int) {
    for build in waves[wave][range] { build.run(trees, conditions) }
  }

  var outputs: [GeneratedItem<Output>] { builds.generated() }

  var states: [ChangedState] { builds.states.merged(with: omission.states) }

  var omittedCount: Int { omission.count }

  var sizes: [ChangedSize] { builds.sizes }

  func publish(removing removed: [ItemID]) {
    trees.publish(builds, removing: removed)
    trees.endCommit(of: builds, without: omission)
  }

  func discard() {
    trees.endCommit(of: builds, without: omission)
    trees.extents.discardPrepared()
  }
}
