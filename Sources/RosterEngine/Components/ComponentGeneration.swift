internal import RosterComponents
internal import RosterCore

/// The trees that are built for one change.
final class ComponentGeneration<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  OutputGeneration
{
  typealias Output = ComponentTree<Message>

  private let generator: ComponentGenerator<Model, SectionModel, Message>
  /// Ascending by path.
  private let builds: [ItemBuild<Message>]
  /// The builds wave by wave.
  private let waves: [[ItemBuild<Message>]]
  private let environment: EnvironmentValues

  init(
    _ builds: [ItemBuild<Message>], generator: ComponentGenerator<Model, SectionModel, Message>
  ) {
    self.generator = generator
    self.builds = builds
    environment = generator.currentEnvironment
    var waves: [[ItemBuild<Message>]] = []
    for build in builds {
      while waves.count <= build.wave { waves.append([]) }
      waves[build.wave].append(build)
    }
    self.waves = waves
  }

  var waveCounts: [Int] { waves.map(\.count) }

  func make(_ range: Range<Int>, ofWave wave: Int) {
    for build in waves[wave][range] { build.run(generator.builder, environment, generator.faults) }
  }

  var outputs: [GeneratedItem<Output>] {
    builds.map { GeneratedItem(id: $0.id, targetPath: $0.targetPath, output: $0.item.tree) }
  }

  var states: [ChangedState] {
    builds.flatMap { build in
      build.changes.map { change in
        ChangedState(
          id: build.id, targetPath: build.targetPath, scope: change.address.scope,
          state: change.state)
      }
    }
  }

  func publish(removing removed: [ItemID]) {
    let built = builds.map { ($0.id, $0.item) }
    generator.trees.withLock { $0.publish(built, removing: removed) }
    generator.endCommit(of: builds)
  }

  func discard() { generator.endCommit(of: builds) }
}
