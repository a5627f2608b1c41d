internal import RosterComponents
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

/// The outputs of a list of components that a batch leaves for later, with their type.
struct Remainder<Output: Sendable>: OutputRemainder {
  /// What is to be built, in the order of need.
  var works: [TreeWork]
  let trees: ListTrees
  let conditions: TreeConditions
  /// Gives trees their type.
  let outputs: @Sendable ([UpdatedTree]) -> [GeneratedOutput<Output>]

  /// The number of outputs.
  var count: Int { works.count }

  /// - Parameter works: What is left for later, in the order of need; there is no remainder without.
  init?<Message>(_ works: [TreeWork], _ trees: ListTrees, _ conditions: TreeConditions)
  where Output == ComponentTree<Message> {
    if works.isEmpty { return nil }
    self.works = works
    self.trees = trees
    self.conditions = conditions
    outputs = { $0.generated() }
  }

  func parts<Model, SectionModel>(
    behind annotation: ChangeAnnotation, _ qos: DataSourceQoS,
    of list: ListDataSource<Model, SectionModel, Output>
  ) -> [any BackgroundWork] {
    let countMax = max(1, trees.splitting.chunkCountMax)
    return stride(from: 0, to: works.count, by: countMax).map { start in
      var part = self
      let end = min(start + countMax, works.count)
      part.works = Array(works[start..<end])
      return RemainderPart(part, awaitedCount: works.count - end, annotation, qos, list)
    }
  }
}

/// A part of a remainder that waits for its turn.
final class RemainderPart<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  BackgroundWork
{
  typealias DataSource = ListDataSource<Model, SectionModel, Output>

  let qos: DataSourceQoS
  private let part: Remainder<Output>
  /// The number of outputs that come after these.
  private let awaitedCount: Int
  private let annotation: ChangeAnnotation
  /// Kept while outputs are missing.
  private let dataSource: DataSource

  /// - Parameters:
  ///   - annotation: The annotation of the batch that left the outputs for later.
  ///   - qos: How urgent its modification was.
  init(
    _ part: Remainder<Output>, awaitedCount: Int, _ annotation: ChangeAnnotation,
    _ qos: DataSourceQoS, _ dataSource: DataSource
  ) {
    self.part = part
    self.awaitedCount = awaitedCount
    self.annotation = annotation
    self.qos = qos
    self.dataSource = dataSource
  }

  var count: Int { part.count }

  func make(_ range: Range<Int>) {
    for work in part.works[range] where !work.isMade { work.run(part.trees, part.conditions) }
  }

  func publish(in state: ListState) {
    var notes = BatchNotes(causes: .remainder, awaitedOutputCount: awaitedCount)
    let trees: [UpdatedTree]
    do throws(StorageError) {
      trees = try updatedTrees(in: state)
    } catch {
      // The places cannot be read. A reader that shows the trees asks for them, and gets the error.
      trees = []
      notes.namesAllOutputs = false
    }
    let batch = dataSource.reader.unchanged(
      state, outputs: part.outputs(trees), sizes: trees.sizes, notes: notes,
      annotation: annotation)
    dataSource.publish(batch, nil) {
      // While there is room.
      let built = trees.map { ($0.id, $0.built) }
      part.trees.cache.withLock { $0.replaceIfThereIsRoom(built) }
    }
  }

  /// Returns the trees, ascending by place. Removed ones are left out.
  private func updatedTrees(in state: ListState) throws(StorageError) -> [UpdatedTree] {
    var found: [UpdatedTree] = []
    for work in part.works {
      if let place = try state.place(of: work.id) {
        found.append(work.updated.deferred(at: place))
      }
    }
    return found.sortedByPlace()
  }
}
