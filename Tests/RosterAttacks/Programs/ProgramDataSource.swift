import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterStore
import RosterTestSupport

/// One opened list of a program, with its subscribers.
struct ProgramDataSource {
  let source: ProgramSource
  let list: ProgramList
  let store: SQLiteStore
  let faults: FaultyStorage
  /// Takes every batch as soon as it is published.
  private var follower: ProgramFollower
  /// Those that take nothing before they are told to.
  private var laggards: [ProgramFollower] = []

  /// - Parameter wrapping: What stands before the storage.
  init(
    _ source: ProgramSource, _ store: SQLiteStore, _ model: ListModel,
    _ wrapping: ProgramRun.Wrapping
  ) throws {
    guard let stored = try store.list(named: source.list.rawValue) else {
      throw ProgramDivergence("the list \(source.list) cannot be created")
    }
    self.source = source
    self.store = store
    faults = FaultyStorage(wrapping(stored))
    list = try ProgramList(
      storage: faults, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec(),
      configuration: Self.configuration(source),
      header: { model, _ in Node(ProgramTitle(model: model)) },
      footer: { model, _ in Node(ProgramTitle(model: model)) }
    ) { model, _ in ProgramEntry(model: model) }
    if source == .scrolled { list.setViewport(Viewport(offset: 0, length: 10)) }
    follower = try ProgramFollower(list, from: model.revision, of: model)
    if !source.list.isShared {
      laggards = try [BatchDelivery.every, .merged].map {
        try ProgramFollower(list, from: model.revision, of: model, $0)
      }
    }
  }

  /// Limits so low that everything is read again and again, and subscribers lag.
  private static func configuration(_ source: ProgramSource) -> DataSourceConfiguration {
    var configuration = DataSourceConfiguration(
      groupCountMax: 4, cachedModelCountMax: 8, subscriberBufferCountMax: 3)
    configuration.isShared = source.list.isShared
    configuration.components.cachedOutputCountMax = source == .first ? 0 : 40
    configuration.components.cachedSupplementCountMax = source == .first ? 0 : 3
    if source == .scrolled {
      configuration.components.layout = .program(width: 20)
      configuration.components.workingRange = WorkingRange(ahead: .items(4), behind: .items(2))
      configuration.components.splitting = Viewport.Splitting(outputCountMin: 3, chunkCountMax: 2)
    }
    return configuration
  }

  /// The revision that the slowest subscriber has got to.
  var slowestRevision: Revision { laggards.map(\.revision).reduce(follower.revision, min) }

  mutating func catchUp(with model: ListModel) async throws {
    for index in laggards.indices { try await laggards[index].catchUp(with: model) }
  }

  /// Closes the list. Every subscriber gets the remaining batches, and an end.
  mutating func close(_ model: ListModel) async throws {
    await list.close()
    try await follower.end(with: model)
    for index in laggards.indices { try await laggards[index].end(with: model) }
  }

  // MARK: Comparing

  /// Compares all that the list tells with the model.
  mutating func compare(with model: ListModel) async throws {
    try await follower.catchUp(with: model, isForeign: source.list.isShared)
    let snapshot = list.snapshot
    let now = model.now
    try require(snapshot.revision, model.revision, "the revision")
    try compare(snapshot, with: now)
    for direction in HistoryDirection.allCases {
      let canStep = try direction == .undo ? list.canUndo() : list.canRedo()
      try require(canStep, !model.steps(direction).revisions.isEmpty, "whether it can \(direction)")
    }
    try require(try list.oldestRevision, model.oldest, "the oldest revision")
    try compareTrees(with: now)
  }

  /// Compares contents and counters at a revision.
  private func compare(
    _ snapshot: ProgramList.Snapshot, with moment: ListModel.Moment
  ) throws {
    let contents = moment.contents
    let what = "at revision \(snapshot.revision)"
    try require(snapshot.state.itemCounts, contents.counts, "the counts \(what)")
    try require(
      snapshot.state.sectionIDs.map(\.rawValue), contents.sectionIDs, "the sections \(what)")
    let ids = try contents.sections.indices.map {
      try snapshot.state.itemIDs(inSection: $0).map(\.rawValue)
    }
    try require(ids, contents.itemIDs, "the items \(what)")
    let rows = ListRows(
      try snapshot.sectionModels().enumerated().map { index, model in
        .init(model: model, items: try snapshot.models(inSection: index))
      })
    try require(rows, contents.rows, "the models \(what)")
    for path in Self.sample(contents) {
      let states = try snapshot.states(at: path) ?? [:]
      let id = contents.sections[path.section].items[path.item].id
      try compare(
        states, [.programEntry, .programPart], of: .item(ItemID(rawValue: id)), moment, what)
    }
    for (index, section) in contents.sections.enumerated() {
      for kind in SupplementKind.allCases {
        let states = try snapshot.states(of: kind, ofSection: index) ?? [:]
        try compare(
          states, section.model == nil ? [] : [.programTitle],
          of: .supplement(SupplementID(kind, of: SectionID(rawValue: section.id))), moment, what)
      }
    }
  }

  private func compare(
    _ states: [ScopePath: StoredState], _ scopes: [ScopePath], of tree: TreeID,
    _ moment: ListModel.Moment, _ what: String
  ) throws {
    for scope in scopes {
      // What was never built has no state, which is to say the one that it would begin with.
      let count = states[scope].map { $0.programCount ?? -1 } ?? 0
      let expected = moment.counters[StateAddress(tree: tree, scope: scope), default: 0]
      try require(count, expected, "the counter \(scope) of \(tree) \(what)")
    }
    let others = states.keys.filter { !scopes.contains($0) }
    try require(
      others.count, 0, "the states of \(tree) \(what), \(others) among them, beyond those")
    if source == .plain { try require(states.count, scopes.count, "the states of \(tree) \(what)") }
  }

  /// Compares the counters that are shown.
  private func compareTrees(with moment: ListModel.Moment) throws {
    for path in Self.sample(moment.contents).prefix(6) {
      let id = ItemID(rawValue: moment.contents.sections[path.section].items[path.item].id)
      guard let tree = try list.output(of: id) else {
        throw ProgramDivergence("\(id) has no tree")
      }
      let entry = tree.state(of: ProgramEntry.self, at: .programEntry)?.count
      let part = tree.state(of: ProgramPart.self, at: .programPart)?.count
      for (scope, count) in [(ScopePath.programEntry, entry), (.programPart, part)] {
        try require(
          count, moment.counters[StateAddress(item: id, scope: scope), default: 0],
          "the counter \(scope) in the tree of \(id)")
      }
    }
    for (index, section) in moment.contents.sections.enumerated().prefix(3) {
      let header = try list.supplement(.header(of: .index(index)))
      let id = SupplementID(.header, of: SectionID(rawValue: section.id))
      let expected = section.model.map { _ in
        moment.counters[StateAddress(supplement: id, scope: .programTitle), default: 0]
      }
      try require(
        header?.output?.state(of: ProgramTitle.self, at: .programTitle)?.count, expected,
        "the counter in the tree of the \(id)")
    }
  }

  /// All items of a short list, and some of a long one.
  private static func sample(_ contents: ListModel.Contents) -> [ItemPath] {
    let paths = contents.counts.enumerated().flatMap { section, count in
      (0..<count).map { ItemPath(section: section, item: $0) }
    }
    return stride(from: 0, to: paths.count, by: 1 + paths.count / 40).map { paths[$0] }
  }

  private func require<Value: Equatable>(
    _ found: Value, _ expected: Value, _ what: @autoclosure () -> String
  ) throws {
    guard found != expected else { return }
    throw ProgramDivergence("\(what()): \(found), not \(expected)")
  }

  // MARK: Looking back

  /// Reads the list as it was, and goes the way from there.
  func lookBack(to revision: Revision, _ model: ListModel) async throws {
    let former = try list.snapshot(at: revision)
    try require(former.revision, revision, "the revision that was asked for")
    try compare(former, with: model.past[revision])
    for delivery in [BatchDelivery.every, .merged] {
      var follower = try ProgramFollower(list, from: revision, of: model, delivery)
      try await follower.catchUp(with: model)
    }
    guard revision < model.revision else { return }
    let batch = try list.batch(from: revision, to: model.revision)
    let rows = try model.past[revision].contents.rows.applying(batch.changes.operations)
    try require(rows, model.now.contents.rows, "the batch \(revision)…\(model.revision)")
  }

  /// Asks for a revision that the journal no longer has.
  func lookBeyondJournal(_ model: ListModel) throws {
    guard model.oldest > 0 else { return }
    do throws(StorageError) {
      _ = try list.snapshot(at: model.oldest - 1)
    } catch {
      guard error.code == .compacted, error.oldestRevision == model.oldest else {
        throw ProgramDivergence("a revision that was compacted: \(error)")
      }
      return
    }
    throw ProgramDivergence("revision \(model.oldest - 1) is there, though it was compacted")
  }
}

extension ProgramListName {
  var isShared: Bool { self == .shared }
}

extension LayoutConstraints {
  /// A width, and any height.
  static func program(width: Int) -> LayoutConstraints {
    LayoutConstraints(.flexibleHeight, in: Size(width: Double(width), height: 0))
  }
}
