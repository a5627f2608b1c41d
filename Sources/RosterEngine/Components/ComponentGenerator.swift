internal import Dispatch
internal import RosterComponents
internal import RosterCore

/// Builds the trees of items out of components, and remembers some of them.
///
/// What is published lives in the cache. The trees of a commit that goes on live in `uncommitted`,
/// which the work queue alone uses, until the commit is done or has failed.
final class ComponentGenerator<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  OutputGenerator
{
  typealias Output = ComponentTree<Message>
  typealias Provider = @Sendable (Model, GenerationContext) -> Node<Message>

  let models: ModelReader<Model, SectionModel>
  let owner: GenerationOwner
  let builder: TreeBuilder
  let faults: StateFaultLog
  let messages = MessageHub<Message>()
  let trees: Guarded<TreeCache<BuiltItem<Message>>>
  private let provider: Provider
  private let environment: Guarded<EnvironmentValues>
  private let uncommitted = Guarded<[ItemID: UncommittedItem]>([:])

  /// The last build of an item in a commit that goes on, and the model that it is for.
  private struct UncommittedItem {
    var build: ItemBuild<Message>
    var model: Model
  }

  init(
    models: ModelReader<Model, SectionModel>, owner: GenerationOwner,
    _ configuration: ComponentConfiguration, provider: @escaping Provider
  ) {
    self.models = models
    self.owner = owner
    self.provider = provider
    builder = TreeBuilder(listener: configuration.buildListener)
    faults = StateFaultLog(configuration.stateFaultReporter)
    trees = Guarded(TreeCache(countMax: configuration.cachedOutputCountMax))
    environment = Guarded(configuration.environment)
  }

  var currentEnvironment: EnvironmentValues { environment.withLock { $0 } }

  func finish() { messages.finish() }

  // MARK: For a change

  func generation(
    for requests: [GenerationRequest<Model>], assigning states: [ChangedState],
    committed revision: Revision
  ) throws(StorageError) -> any OutputGeneration<Output> {
    var assigned: [ItemID: [StateChange]] = [:]
    for state in states {
      assigned[state.id, default: []].append(StateChange(state.address, state.state))
    }
    var requests = requests
    if !assigned.isEmpty {
      requests = try requests.joined(
        with: requestsForUntouched(states, besides: requests, committed: revision))
    }
    let bases = try bases(for: requests, committed: revision)
    let builds = zip(requests, bases).map { request, base in
      ItemBuild(
        id: request.id, targetPath: request.targetPath, base: base,
        assigning: assigned[request.id] ?? []
      ) { [provider] in provider(request.model, request.context) }
    }
    uncommitted.withLock { uncommitted in
      for (request, build) in zip(requests, builds) {
        uncommitted[request.id] = UncommittedItem(build: build, model: request.model)
      }
    }
    return ComponentGeneration(builds, generator: self)
  }

  /// Requests for items of which only the states change.
  private func requestsForUntouched(
    _ states: [ChangedState], besides requests: [GenerationRequest<Model>],
    committed revision: Revision
  ) throws(StorageError) -> [GenerationRequest<Model>] {
    let touched = Set(requests.lazy.map(\.id))
    let states = states.withoutRepetitions(of: \.id).filter { !touched.contains($0.id) }
    var models = uncommitted.withLock { uncommitted in
      states.map { uncommitted[$0.id]?.model }
    }
    let unread = states.indices.filter { models[$0] == nil }
    let read = try self.models.models(of: unread.map { states[$0].id }, at: revision)
    for (index, model) in zip(unread, read) { models[index] = model }
    return zip(states, models).compactMap { state, model in
      model.map {
        GenerationRequest(
          model: $0, context: GenerationContext(id: state.id, targetPath: state.targetPath))
      }
    }
  }

  /// What the builds of items go on from: the last build of the same commit, the published tree, or
  /// the stored states.
  private func bases(
    for requests: [GenerationRequest<Model>], committed revision: Revision
  ) throws(StorageError) -> [ItemBuild<Message>.Base] {
    let uncommitted = uncommitted.withLock { $0 }
    var bases: [ItemBuild<Message>.Base?] = trees.withLock { trees in
      requests.map { request in
        if request.isNew { return .nothing }
        if let earlier = uncommitted[request.id] { return .build(earlier.build) }
        return trees.item(request.id).map { .built($0) }
      }
    }
    let unread = bases.indices.filter { bases[$0] == nil }
    let states = try models.states(of: unread.map { requests[$0].id }, at: revision)
    for (index, states) in zip(unread, states) { bases[index] = .states(states) }
    return bases.map { $0 ?? .nothing }
  }

  /// Forgets the builds of a change, unless a later change of the same commit has gone on from them.
  func endCommit(of builds: [ItemBuild<Message>]) {
    uncommitted.withLock { uncommitted in
      for build in builds where uncommitted[build.id]?.build === build {
        uncommitted[build.id] = nil
      }
    }
  }

  // MARK: From storage

  /// Builds the tree of an item from its model and the states that storage has.
  func build(
    _ request: GenerationRequest<Model>, _ states: [ScopePath: StoredState],
    _ environment: EnvironmentValues
  ) -> BuiltItem<Message> {
    let build = builder.build(
      provider(request.model, request.context), stored: states, environment: environment)
    faults.report(build, of: request.id)
    return BuiltItem(tree: build.tree, unwritten: build.stateChanges(of: request.id))
  }

  /// Builds the trees of items from their models and the states as they were at a revision, on all
  /// cores.
  func build(
    _ requests: [GenerationRequest<Model>], at revision: Revision
  ) throws(StorageError) -> [BuiltItem<Message>] {
    let states = try models.states(of: requests.map(\.id), at: revision)
    let environment = currentEnvironment
    return owner.generateConcurrently(count: requests.count) { index in
      build(requests[index], states[index], environment)
    }
  }

  func outputs(
    for requests: [GenerationRequest<Model>], writing states: [ChangedState],
    at revision: Revision
  ) throws(StorageError) -> [GeneratedItem<Output>] {
    let touched = Set(requests.lazy.map(\.id))
    let others = states.withoutRepetitions(of: \.id).filter { !touched.contains($0.id) }
    let ids = others.map(\.id)
    let models = try models.models(of: ids, at: revision)
    let all = requests.joined(with: ids.requests(at: others.map(\.targetPath), models: models))
    return zip(all, try build(all, at: revision)).map { request, item in
      GeneratedItem(id: request.id, targetPath: request.targetPath, output: item.tree)
    }
  }
}

extension Array {
  /// These requests and others, which are for other items, ascending by path.
  fileprivate func joined<Model>(with others: Self) -> Self
  where Element == GenerationRequest<Model> {
    others.isEmpty ? self : (self + others).sorted { $0.targetPath < $1.targetPath }
  }
}
