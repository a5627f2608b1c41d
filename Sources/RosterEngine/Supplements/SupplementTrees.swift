internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// The trees of the headers and footers of a list, without the types of models and messages, and the
/// states of their components.
///
/// A tree that is not in memory is built again when it is asked for. States are not in the file; they
/// are kept here, as long as the list is open and has the section. That is what the directory of the
/// sections costs as well, so it need not be bounded.
final class SupplementTrees: Sendable {
  /// One tree to build.
  struct Request: Sendable {
    var id: SupplementID
    /// Where the section stands.
    var section: Int
    /// Whether the section is new, so that nobody needs to be told that it has none.
    var isNew = false
    var root: SupplementRoot
    var former: Former
  }

  /// What was there before.
  enum Former: Sendable {
    case built(BuiltSupplement)
    /// The tree is not in memory, but may be built; it was made of this.
    case root(SupplementRoot)
    /// The tree is not in memory, and nobody needs to know.
    case unread
  }

  struct Memory {
    fileprivate(set) var cache: TreeCache<SupplementID, BuiltSupplement>
    fileprivate(set) var states: [SupplementID: [ScopePath: StoredState]] = [:]

    /// Takes the states of a tree that is shown from now on.
    fileprivate mutating func keepStates(of supplement: UpdatedSupplement) {
      let kept = supplement.built.states
      states[supplement.id] = kept.isEmpty ? nil : kept
    }
  }

  /// What they are built with and laid out for is that of items.
  let items: ItemTrees
  private let memory: Guarded<Memory>
  /// The builds of the commit that goes on; the last one of each.
  private let uncommitted = Guarded<[SupplementID: (SupplementBuilds, BuiltSupplement)]>([:])

  init(_ items: ItemTrees, countMax: Int) {
    self.items = items
    memory = Guarded(Memory(cache: TreeCache(countMax: countMax)))
  }

  /// All that are in memory.
  var kept: [(id: SupplementID, built: BuiltSupplement)] {
    memory.withLock { $0.cache.all.map { ($0.key, $0.value) } }
  }

  /// What a change goes on from, `nil` if it is not in memory; on the work queue.
  func base(of id: SupplementID) -> BuiltSupplement? {
    if let built = uncommitted.withLock({ $0[id]?.1 }) { return built }
    return memory.withLock { $0.cache.item(id) }
  }

  // MARK: Building

  /// Builds some, on all cores. What is not in memory goes on from the states that are kept.
  func build(_ requests: [Request], _ conditions: TreeConditions) -> [UpdatedSupplement] {
    if requests.isEmpty { return [] }
    let states = memory.withLock { memory in requests.map { memory.states[$0.id] ?? [:] } }
    return items.owner.generateConcurrently(count: requests.count) { index in
      self.build(requests[index], states[index], conditions)
    }
  }

  private func build(
    _ request: Request, _ states: [ScopePath: StoredState], _ conditions: TreeConditions
  ) -> UpdatedSupplement {
    var former = BuiltSupplement()
    var states = states
    switch request.former {
    case .built(let built):
      former = built
      states = [:]
    case .root(let root):
      // Only its size is asked for: without a layout there is none.
      if conditions.constraints != nil {
        former = build(request.id, root(), nil, states, conditions)
      }
    case .unread: break
    }
    let built = build(request.id, request.root(), former.tree, states, conditions)
    return UpdatedSupplement(
      id: request.id, section: request.section, built: built, formerSize: former.size,
      isAnother: built.tree != nil || !request.isNew)
  }

  private func build(
    _ id: SupplementID, _ node: ErasedNode?, _ previous: ErasedTree?,
    _ states: [ScopePath: StoredState], _ conditions: TreeConditions
  ) -> BuiltSupplement {
    guard let node else { return BuiltSupplement() }
    let build = items.builder.build(
      node, after: previous, stored: states, environment: conditions.environment)
    items.faults.report(build, of: id.treeID)
    return BuiltSupplement(
      tree: items.laidOut(build.tree, of: id.treeID, after: previous, conditions))
  }

  // MARK: Publishing

  /// Notes what a change builds, so that others of the same commit go on from it.
  func add(_ builds: SupplementBuilds) {
    uncommitted.withLock { uncommitted in
      for supplement in builds.supplements {
        uncommitted[supplement.id] = (builds, supplement.built)
      }
    }
  }

  /// Forgets the builds of a change, unless a later change of the same commit has gone on from them.
  func endCommit(of builds: SupplementBuilds) {
    uncommitted.withLock { uncommitted in
      for supplement in builds.supplements where uncommitted[supplement.id]?.0 === builds {
        uncommitted[supplement.id] = nil
      }
    }
  }

  /// Keeps what a change has built, which is durable; on the work queue.
  func publish(_ builds: SupplementBuilds) {
    publish(builds.supplements, removing: builds.removedSections)
    endCommit(of: builds)
  }

  /// Keeps trees that are published, and forgets those of sections that are gone; on the work queue.
  func publish(_ supplements: [UpdatedSupplement], removing sections: [SectionID]) {
    if supplements.isEmpty, sections.isEmpty { return }
    let gone = sections.flatMap { section in
      SupplementKind.allCases.map { SupplementID($0, of: section) }
    }
    memory.withLock { memory in
      memory.cache.publish(supplements.map { ($0.id, $0.built) }, removing: gone)
      for id in gone { memory.states[id] = nil }
      for supplement in supplements { memory.keepStates(of: supplement) }
    }
  }

  /// Forgets trees that others have made outdated; their states stay.
  func forget(_ supplements: [SupplementID], removing sections: [SectionID]) {
    publish([], removing: sections)
    if supplements.isEmpty { return }
    memory.withLock { $0.cache.publish([], removing: supplements) }
  }

  /// Keeps what a reload has built in place of what was there.
  func replace(_ supplements: [UpdatedSupplement]) {
    memory.withLock { memory in
      memory.cache.replace(supplements.map { ($0.id, $0.built) })
      for supplement in supplements { memory.keepStates(of: supplement) }
    }
  }

  /// Keeps what another configuration has built, and nothing else.
  func replaceAll(with supplements: [UpdatedSupplement]) {
    let built = Dictionary(uniqueKeysWithValues: supplements.map { ($0.id, $0.built) })
    memory.withLock { memory in
      memory.cache.replaceAll(with: built)
      for supplement in supplements { memory.keepStates(of: supplement) }
    }
  }

  // MARK: On demand

  /// Trees that are asked for.
  struct Wanted {
    var places: [(id: SupplementID, section: Int)]
    /// The one that is published.
    var revision: Revision
    /// Reads what those are made of that are not in memory, by their index.
    var readRoots: ([Int]) throws(StorageError) -> [SupplementRoot]
  }

  /// The trees as they were last published, in order; on any thread.
  ///
  /// - Parameter find: Looks in the published list which are asked for.
  func currentTrees(
    of find: () throws(StorageError) -> Wanted
  ) throws(StorageError) -> [UpdatedSupplement] {
    let epoch = items.extents.epoch
    let visit = memory.withLock { $0.cache.beginVisit() }
    defer { memory.withLock { $0.cache.endVisit() } }
    let wanted = try find()
    let places = wanted.places
    var found: [BuiltSupplement?] = memory.withLock { memory in
      places.map { memory.cache.item($0.id) }
    }
    let missing = places.indices.filter { found[$0] == nil }
    if !missing.isEmpty {
      let requests = zip(missing, try wanted.readRoots(missing)).map { index, root in
        Request(
          id: places[index].id, section: places[index].section, root: root, former: .unread)
      }
      let built = build(requests, items.currentConditions)
      let measured = memory.withLock { memory in
        zip(missing, built).map { index, supplement in
          var supplement = supplement
          supplement.built = memory.cache.add(supplement.built, of: supplement.id, visit)
          found[index] = supplement.built
          return supplement.measured
        }
      }
      // With a working range a batch says it.
      if items.range == nil {
        items.extents.note([], measured, at: wanted.revision, epoch: epoch)
      }
    }
    return zip(places, found).compactMap { place, built in
      built.map {
        UpdatedSupplement(
          id: place.id, section: place.section, built: $0, formerSize: $0.size)
      }
    }
  }
}

/// The headers and footers that are built for one change, until it is published or has failed.
final class SupplementBuilds: Sendable {
  /// Ascending by section.
  let supplements: [UpdatedSupplement]
  let removedSections: [SectionID]

  init(_ supplements: [UpdatedSupplement], removing removedSections: [SectionID]) {
    self.supplements = supplements
    self.removedSections = removedSections
  }
}
