internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// Builds headers and footers out of the components that closures make of the models of sections.
///
/// They are built where a change is prepared, on the work queue and with all cores, before what is
/// made of its items.
final class SupplementGenerator<SectionModel: Sendable, Output: Sendable>: Sendable {
  typealias Provider = @Sendable (SectionModel, SectionContext) -> ErasedNode?
  typealias ModelsReader =
    @Sendable ([SectionID], Revision) throws(StorageError) -> [SectionModel?]

  let trees: SupplementTrees
  private let currentProviders: Guarded<Providers>
  private let readModels: ModelsReader
  /// Gives a tree its type.
  private let output: @Sendable (ErasedTree) -> Output

  init(
    _ trees: SupplementTrees, _ providers: Providers, readModels: @escaping ModelsReader,
    output: @escaping @Sendable (ErasedTree) -> Output
  ) {
    self.trees = trees
    currentProviders = Guarded(Providers())
    self.readModels = readModels
    self.output = output
    replaceProviders(providers)
  }

  var providers: Providers { currentProviders.withLock { $0 } }

  /// Has headers and footers be made by others from now on, and counted where they are shown.
  func replaceProviders(_ providers: Providers) {
    currentProviders.withLock { $0 = providers }
    trees.items.extents.replaceEstimates(estimates(providers))
  }

  func estimates(_ providers: Providers) -> ExtentEstimates {
    let splitting = trees.items.splitting
    return ExtentEstimates(
      item: splitting.estimatedExtent,
      header: providers.header == nil ? nil : splitting.estimatedHeaderExtent,
      footer: providers.footer == nil ? nil : splitting.estimatedFooterExtent)
  }

  /// The supplements as a batch has them, without those of which there is nothing to tell.
  func generated(_ supplements: [UpdatedSupplement]) -> [GeneratedSupplement<Output>] {
    supplements.lazy.filter(\.isAnother).map { supplement in
      GeneratedSupplement(
        id: supplement.id, targetSection: supplement.section,
        output: supplement.built.tree.map(output), size: supplement.built.size,
        formerSize: supplement.formerSize)
    }
  }

  private static func root(
    _ provider: @escaping Provider, _ model: SectionModel?, of section: SectionID, at index: Int
  ) -> SupplementRoot {
    guard let model else { return { nil } }
    let context = SectionContext(id: section, targetSection: index)
    return { provider(model, context) }
  }

  // MARK: For a change

  /// Builds what a change needs; on the work queue.
  ///
  /// - Parameters:
  ///   - states: The states that are assigned with the change.
  ///   - revision: The last one that was committed.
  /// - Returns: `nil` if no section has any.
  func builds<Model>(
    for changeset: Changeset<Model, SectionModel>, _ applied: ListChange,
    assigning states: [ChangedState], committed revision: Revision
  ) throws(StorageError) -> SupplementBuilds? {
    let providers = providers
    if providers.isEmpty { return nil }
    var wanted = wanted(of: changeset, providers, applied.proof, applied.identities)
    try add(states, to: &wanted, providers, at: revision)
    var requests = try formers(of: wanted, providers, at: revision).map { wanted, former in
      request(for: wanted, former)
    }
    if !states.isEmpty {
      let indexes = Dictionary(
        uniqueKeysWithValues: requests.enumerated().map { ($0.element.id, $0.offset) })
      for state in states {
        guard let index = state.tree.supplement.flatMap({ indexes[$0] }) else { continue }
        requests[index].assigned.append(state.change)
      }
    }
    let builds = SupplementBuilds(
      trees.build(requests, trees.items.currentConditions), of: requests.map(\.root),
      removing: applied.identities.removedSections)
    trees.add(builds)
    trees.items.extents.note(
      builds.supplements.map(\.measured), builtFor: applied.target.revision)
    return builds
  }

  /// Makes what an earlier change made of sections again, of models and states as they were.
  ///
  /// - Parameters:
  ///   - proof: That the changeset is valid.
  ///   - identities: Whom it touched.
  ///   - states: The states that the change wrote.
  ///   - base: The revision before the change.
  ///   - revision: The one that the change led to.
  func supplements<Model>(
    of changeset: Changeset<Model, SectionModel>, _ proof: VerifiedOutline,
    _ identities: ChangeIdentities, writing states: [ChangedState],
    since base: Revision, at revision: Revision
  ) throws(StorageError) -> [GeneratedSupplement<Output>] {
    let providers = providers
    if providers.isEmpty { return [] }
    var wanted = wanted(of: changeset, providers, proof, identities)
    try add(states, to: &wanted, providers, at: revision)
    if wanted.isEmpty { return [] }
    let stored = try trees.items.readStates(wanted.map(\.id.treeID), revision)
    let old = wanted.indices.filter { !wanted[$0].isNew }
    let ids = old.map { wanted[$0].id }
    var before: [Int: SupplementTrees.StoredSupplement] = [:]
    if let roots = try rootsBefore(ids, providers, at: base) {
      let states = try trees.items.readStates(ids.map(\.treeID), base)
      for (place, index) in old.enumerated() {
        before[index] = .init(root: roots[place], states: states[place])
      }
    }
    let requests = wanted.indices.map {
      request(for: wanted[$0], .stored(stored[$0], before: before[$0]))
    }
    return generated(trees.build(requests, trees.items.currentConditions))
  }

  /// A header or footer that a change builds.
  private struct Wanted {
    var id: SupplementID
    /// Where its section stands after the change.
    var section: Int
    var isNew: Bool
    var root: SupplementRoot
  }

  /// The headers and footers of the sections that a changeset inserts and updates, ascending.
  private func wanted<Model>(
    of changeset: Changeset<Model, SectionModel>, _ providers: Providers,
    _ proof: VerifiedOutline, _ identities: ChangeIdentities
  ) -> [Wanted] {
    changeset.placedSections(proof, identities).flatMap { section in
      providers.kinds.compactMap { kind in
        providers[kind].map { provider in
          Wanted(
            id: SupplementID(kind, of: section.id), section: section.index, isNew: section.isNew,
            root: Self.root(provider, section.model, of: section.id, at: section.index))
        }
      }
    }
  }

  /// Adds headers and footers of which only states are others.
  private func add(
    _ states: [ChangedState], to wanted: inout [Wanted], _ providers: Providers,
    at revision: Revision
  ) throws(StorageError) {
    if states.isEmpty { return }
    var seen = Set(wanted.lazy.map(\.id))
    let others = states.compactMap { state -> (id: SupplementID, section: Int)? in
      guard let id = state.tree.supplement, providers[id.kind] != nil, seen.insert(id).inserted
      else { return nil }
      return (id, state.targetPlace.section)
    }
    let known = others.map { trees.uncommittedRoot(of: $0.id) }
    let unread = others.indices.filter { known[$0] == nil }
    let read = try roots(of: unread.map { others[$0] }, providers, at: revision)
    var readRoots = read.makeIterator()
    for (other, root) in zip(others, known) {
      guard let root = root ?? readRoots.next() else { continue }
      wanted.append(Wanted(id: other.id, section: other.section, isNew: false, root: root))
    }
    wanted.sort { ($0.section, $0.id.kind) < ($1.section, $1.id.kind) }
  }

  /// What headers and footers go on from: the last build of the same commit, the published tree, or
  /// the stored states.
  private func formers(
    of wanted: [Wanted], _ providers: Providers, at revision: Revision
  ) throws(StorageError) -> [(Wanted, SupplementTrees.Former)] {
    var formers: [(Wanted, SupplementTrees.Former)] = []
    var unread: [Int] = []
    for one in wanted {
      let built = one.isNew ? nil : trees.base(of: one.id)
      if built == nil, !one.isNew { unread.append(formers.count) }
      formers.append((one, built.map { .built($0) } ?? .stored([:], before: nil)))
    }
    let ids = unread.map { wanted[$0].id }
    let stored = try trees.items.readStates(ids.map(\.treeID), revision)
    let before = try rootsBefore(ids, providers, at: revision)
    for (place, index) in unread.enumerated() {
      formers[index].1 = .stored(
        stored[place], before: before.map { .init(root: $0[place], states: stored[place]) })
    }
    return formers
  }

  /// What headers and footers were made of before, `nil` if nobody needs to know their sizes.
  private func rootsBefore(
    _ ids: [SupplementID], _ providers: Providers, at revision: Revision
  ) throws(StorageError) -> [SupplementRoot]? {
    // With a working range, what everybody was told is known.
    guard trees.items.currentConditions.constraints != nil, trees.items.range == nil else {
      return nil
    }
    return try roots(of: ids.map { ($0, 0) }, providers, at: revision)
  }

  private func request(
    for wanted: Wanted, _ former: SupplementTrees.Former
  ) -> SupplementTrees.Request {
    SupplementTrees.Request(
      id: wanted.id, section: wanted.section, isNew: wanted.isNew, root: wanted.root,
      former: former)
  }

  // MARK: On demand

  /// Supplements of sections as they were last published, ascending; on any thread.
  ///
  /// - Parameters:
  ///   - kinds: Which of them.
  ///   - find: Looks in the published list which sections are asked for, and where they stand.
  func current(
    _ kinds: [SupplementKind] = SupplementKind.allCases,
    of find: () throws(StorageError) -> (
      state: ListState, sections: [(id: SectionID, index: Int)]
    )
  ) throws(StorageError) -> [UpdatedSupplement] {
    let kinds = providers.kinds.filter { kinds.contains($0) }
    return try current { () throws(StorageError) in
      let (state, sections) = try find()
      return (
        state,
        sections.flatMap { section in
          kinds.map { (id: SupplementID($0, of: section.id), section: section.index) }
        }
      )
    }
  }

  /// Supplements as they were last published, in order; on any thread.
  ///
  /// - Parameter find: Looks in the published list where those stand that are asked for.
  func current(
    of find: () throws(StorageError) -> (
      state: ListState, places: [(id: SupplementID, section: Int)]
    )
  ) throws(StorageError) -> [UpdatedSupplement] {
    let providers = providers
    return try trees.currentTrees { () throws(StorageError) in
      let (state, places) = try find()
      return SupplementTrees.Wanted(places: places, revision: state.revision) {
        (missing) throws(StorageError) in
        try self.roots(of: missing.map { places[$0] }, providers, at: state.revision)
      }
    }
  }

  func roots(
    of places: [(id: SupplementID, section: Int)], _ providers: Providers, at revision: Revision
  ) throws(StorageError) -> [SupplementRoot] {
    if places.isEmpty { return [] }
    let sections = Set(places.lazy.map(\.id.section)).sorted()
    var models: [SectionID: SectionModel] = [:]
    for (section, model) in zip(sections, try readModels(sections, revision)) {
      models[section] = model
    }
    return places.map { place in
      guard let provider = providers[place.id.kind] else { return { nil } }
      return Self.root(
        provider, models[place.id.section], of: place.id.section, at: place.section)
    }
  }
}
