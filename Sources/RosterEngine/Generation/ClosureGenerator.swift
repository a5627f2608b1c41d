internal import RosterConcurrency
internal import RosterCore

/// Makes outputs of items with a closure. Keeps none of them.
struct ClosureGenerator<Model: Sendable, SectionModel: Sendable, Output: Sendable>: OutputGenerator
{
  let models: ModelReader<Model, SectionModel>
  let owner: GenerationOwner
  let generate: @Sendable (Model, GenerationContext) -> Output

  func generation(
    for models: ChangedModels<Model, SectionModel>, assigning states: [ChangedState],
    in change: ListChange, committed revision: Revision, mayBeSplit: Bool
  ) throws(StorageError) -> any OutputGeneration<Output> {
    ClosureGeneration(models.items, states, generate)
  }

  func generationAhead(
    for models: ChangedModels<Model, SectionModel>, assigning states: [ChangedState]
  ) -> (any OutputGeneration<Output>)? {
    // The output depends only on the model and its place.
    ClosureGeneration(models.items, states, generate)
  }

  func outputs(
    for models: ChangedModels<Model, SectionModel>, writing states: [ChangedState],
    since base: Revision, at revision: Revision
  ) throws(StorageError) -> JournalOutputs<Output> {
    JournalOutputs(outputs: owner.generate { models.items.map { $0.output(generate) } })
  }

  func currentOutputs(
    of find: () throws(StorageError) -> PlacedTrees
  ) throws(StorageError) -> [GeneratedOutput<Output>] {
    let requests = try requests(for: try find())
    return owner.generate { requests.map { $0.output(generate) } }
  }

  /// Returns requests for the items among some trees; the list has neither headers nor footers.
  private func requests(
    for trees: PlacedTrees
  ) throws(StorageError) -> [GenerationRequest<Model>] {
    let ids = trees.trees.compactMap(\.id.item)
    return ids.requests(
      at: trees.trees.compactMap(\.place.path),
      models: try models.models(of: ids, at: trees.revision))
  }

  func reload(
    _ places: ReloadedPlaces, on source: ListState
  ) throws(DataSourceError) -> any OutputRefresh<Output> {
    if let missing = places.missing(in: source.shape) { throw missing }
    var trees = PlacedTrees(revision: source.revision)
    for tree in try places.namedTrees(in: source, with: supplementKinds)
    where !places.containsWhole(section: tree.place.section) {
      trees.trees.append(tree)
    }
    do throws(StorageError) {
      for section in 0..<source.sectionCount where places.containsWhole(section: section) {
        try source.forEachItem(inSection: section) { path, id in
          trees.append(id, at: path)
          return true
        }
      }
      return ClosureRefresh(ClosureGeneration(try requests(for: trees), [], generate))
    } catch {
      throw .storage(error)
    }
  }

  func publish(_ outputs: [GeneratedOutput<Output>], removing removed: [TreeID]) {}

  var supplementKinds: [SupplementKind] { [] }

  func mayBeSplit(outputCount: Int) -> Bool { false }

  var extents: ExtentTracker? { nil }

  var range: (any OutputRange)? { nil }

  func finish() {}
}

extension GenerationRequest {
  fileprivate func output<Output>(
    _ generate: (Model, GenerationContext) -> Output
  ) -> GeneratedOutput<Output> {
    GeneratedOutput(
      tree: .item(id), targetPlace: .item(targetPath), output: generate(model, context),
      size: nil)
  }
}

/// The outputs that a closure makes for one change, in one wave.
private final class ClosureGeneration<Model: Sendable, Output: Sendable>: OutputGeneration {
  let states: [ChangedState]
  private let requests: [GenerationRequest<Model>]
  private let generate: @Sendable (Model, GenerationContext) -> Output
  private let parts = Guarded<[(start: Int, outputs: [GeneratedOutput<Output>])]>([])

  init(
    _ requests: [GenerationRequest<Model>], _ states: [ChangedState],
    _ generate: @escaping @Sendable (Model, GenerationContext) -> Output
  ) {
    self.requests = requests
    self.states = states
    self.generate = generate
  }

  var waveCounts: [Int] { [requests.count] }

  var writesStates: Bool { false }

  func make(_ range: Range<Int>, ofWave wave: Int) {
    let outputs = requests[range].map { $0.output(generate) }
    parts.withLock { $0.append((range.lowerBound, outputs)) }
  }

  var outputs: [GeneratedOutput<Output>] {
    parts.withLock { $0 }.sorted { $0.start < $1.start }.flatMap { $0.outputs }
  }

  var count: Int { requests.count }

  var sizes: [ChangedSize] { [] }

  var madeCount: Int { 0 }

  var remainder: (any OutputRemainder<Output>)? { nil }

  var omittedCount: Int { 0 }

  func publish(removing removed: [TreeID]) {}

  func discard() {}
}

/// The outputs that a closure makes for a reload.
private final class ClosureRefresh<Model: Sendable, Output: Sendable>: OutputRefresh {
  private let generation: ClosureGeneration<Model, Output>

  init(_ generation: ClosureGeneration<Model, Output>) { self.generation = generation }

  var count: Int { generation.count }

  func make(_ range: Range<Int>) { generation.make(range, ofWave: 0) }

  var outputs: [GeneratedOutput<Output>] {
    generation.outputs.sorted { $0.targetPlace < $1.targetPlace }
  }

  var namesAllOutputs: Bool { true }

  var states: [ChangedState] { [] }

  var sizes: [ChangedSize] { [] }

  var remainder: (any OutputRemainder<Output>)? { nil }

  var forgetsSizes: Bool { false }

  var estimates: ExtentEstimates? { nil }

  func publish() {}
}
