internal import RosterCore

/// Has a closure make outputs, which are remembered nowhere.
struct ClosureGenerator<Model: Sendable, SectionModel: Sendable, Output: Sendable>: OutputGenerator
{
  let models: ModelReader<Model, SectionModel>
  let owner: GenerationOwner
  let generate: @Sendable (Model, GenerationContext) -> Output

  func generation(
    for requests: [GenerationRequest<Model>], assigning states: [ChangedState],
    in change: ListChange, committed revision: Revision, mayBeSplit: Bool
  ) throws(StorageError) -> any OutputGeneration<Output> {
    ClosureGeneration(requests, states, generate)
  }

  func generationAhead(
    for requests: [GenerationRequest<Model>], assigning states: [ChangedState]
  ) -> (any OutputGeneration<Output>)? {
    // What a closure makes depends on the model and its place alone.
    ClosureGeneration(requests, states, generate)
  }

  func outputs(
    for requests: [GenerationRequest<Model>], writing states: [ChangedState],
    since base: Revision, at revision: Revision
  ) throws(StorageError) -> JournalOutputs<Output> {
    JournalOutputs(outputs: owner.generate { requests.map { $0.item(generate) } })
  }

  func currentOutputs(
    of items: () throws(StorageError) -> PlacedItems
  ) throws(StorageError) -> [GeneratedItem<Output>] {
    let items = try items()
    let models = try models.models(of: items.ids, at: items.revision)
    let requests = items.ids.requests(at: items.paths, models: models)
    return owner.generate { requests.map { $0.item(generate) } }
  }

  func reload(
    _ places: ReloadedPlaces, on source: ListState
  ) throws(DataSourceError) -> any OutputRefresh<Output> {
    if let missing = places.missing(in: source.shape) { throw missing }
    let named = try places.namedItems(in: source)
    var items = PlacedItems(revision: source.revision)
    for (id, path) in named.sorted(by: { $0.value < $1.value })
    where !places.containsWhole(section: path.section) { items.append(id, at: path) }
    do throws(StorageError) {
      for section in 0..<source.sectionCount where places.containsWhole(section: section) {
        try source.forEachItem(inSection: section) { path, id in
          items.append(id, at: path)
          return true
        }
      }
      let models = try models.models(of: items.ids, at: items.revision)
      let requests = items.ids.requests(at: items.paths, models: models)
      return ClosureRefresh(ClosureGeneration(requests, [], generate))
    } catch {
      throw .storage(error)
    }
  }

  func publish(_ outputs: [GeneratedItem<Output>], removing removed: [ItemID]) {}

  func finish() {}
}

extension GenerationRequest {
  fileprivate func item<Output>(
    _ generate: (Model, GenerationContext) -> Output
  ) -> GeneratedItem<Output> {
    GeneratedItem(id: id, targetPath: targetPath, output: generate(model, context))
  }
}

/// What a closure makes for one change: one wave.
private final class ClosureGeneration<Model: Sendable, Output: Sendable>: OutputGeneration {
  let states: [ChangedState]
  private let requests: [GenerationRequest<Model>]
  private let generate: @Sendable (Model, GenerationContext) -> Output
  private let parts = Guarded<[(start: Int, outputs: [GeneratedItem<Output>])]>([])

  init(
    _ requests: [GenerationRequest<Model>], _ states: [ChangedState],
    _ generate: @escaping @Sendable (Model, GenerationContext) -> Output
  ) {
    self.requests = requests
    self.states = states
    self.generate = generate
  }

  var waveCounts: [Int] { [requests.count] }

  func make(_ range: Range<Int>, ofWave wave: Int) {
    let outputs = requests[range].map { $0.item(generate) }
    parts.withLock { $0.append((range.lowerBound, outputs)) }
  }

  var outputs: [GeneratedItem<Output>] {
    parts.withLock { $0 }.sorted { $0.start < $1.start }.flatMap { $0.outputs }
  }

  var count: Int { requests.count }

  var sizes: [ChangedSize] { [] }

  func publish(removing removed: [ItemID]) {}

  func discard() {}
}

/// What a closure makes for a reload.
private final class ClosureRefresh<Model: Sendable, Output: Sendable>: OutputRefresh {
  private let generation: ClosureGeneration<Model, Output>

  init(_ generation: ClosureGeneration<Model, Output>) { self.generation = generation }

  var count: Int { generation.count }

  func make(_ range: Range<Int>) { generation.make(range, ofWave: 0) }

  var outputs: [GeneratedItem<Output>] {
    generation.outputs.sorted { $0.targetPath < $1.targetPath }
  }

  var namesAllOutputs: Bool { true }

  var states: [ChangedState] { [] }

  var sizes: [ChangedSize] { [] }

  func publish() {}
}
