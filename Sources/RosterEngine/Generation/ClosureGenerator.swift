internal import RosterCore

/// Has a closure make outputs, which are remembered nowhere.
struct ClosureGenerator<Model: Sendable, SectionModel: Sendable, Output: Sendable>: OutputGenerator
{
  let models: ModelReader<Model, SectionModel>
  let owner: GenerationOwner
  let generate: @Sendable (Model, GenerationContext) -> Output

  func generation(
    for requests: [GenerationRequest<Model>], assigning states: [ChangedState],
    committed revision: Revision
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
    at revision: Revision
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

  var sizes: [ChangedSize] { [] }

  func publish(removing removed: [ItemID]) {}

  func discard() {}
}
