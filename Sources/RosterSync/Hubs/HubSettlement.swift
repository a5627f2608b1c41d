internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine
internal import RosterJSON
internal import RosterLog
internal import RosterRows

/// One run of a device's changes into the list of a hub.
///
///     base      the hub's list as the device knows it
///     local     the base with the changes up to the next one: what that was made for
///     remote    the hub's list, with what was rebased up to the next one
///     rebased   the next change as the remote list takes it
///
/// Each change is computed on top of the one before. Then all are committed in one transaction, or none.
struct HubSettlement<Model: Sendable, SectionModel: Sendable, Output: Sendable> {
  typealias List = ListDataSource<Model, SectionModel, Output>

  enum Outcome {
    case done
    /// Another writer came first.
    case outdated
    /// The changes were made for a list that the hub does not know.
    case unknownBase
  }

  private let hub: SyncHub<Model, SectionModel, Output>
  private let changes: [KeyedChange]
  /// The list that the next change was made for, with the identities of the hub.
  private var local: ModelledList
  /// The hub's list before the next change; storage has what came before ``computed``.
  private var remote: List.Snapshot
  /// The hub's list as it is in storage.
  private let stored: List.Snapshot
  /// The keys of the items of the remote list; `nil` if the hub's list has none.
  private var keys: ChangedKeys<Model>?
  /// The changes that are to be committed.
  private var computed: [List.Precomputed] = []
  /// The states that they write.
  private var written: [TreeID: [ScopePath: JSONState?]] = [:]
  /// The trees of what they insert. They have no state but those in ``written``, even if storage has one from the time
  /// before the item was removed.
  private var inserted: Set<TreeID> = []
  /// For each change of the journal after the base that was settled by an earlier request: what it has inserted.
  private var settledBefore: [ChangeKey: HubIdentities] = [:]
  /// The hub's identities of what the changes insert, by the device's numbers: of what those up to the next one have
  /// inserted, and of what any of them inserts again.
  private var known = HubIdentities()
  /// What others have made after the base of what the changes bring back, by the device's numbers.
  private var edits = HiddenEdits()
  /// What is settled in the remote list.
  private var settled: SettledChanges
  /// What the tables have of that; `nil` if they have nothing yet.
  private let rows: HubRows?
  /// The mark of the remote list.
  private var mark: String
  private var next: NextIdentifiers

  /// - Parameters:
  ///   - returning: Where the base has what the changes bring back.
  ///   - since: The changes of the hub's list after the base.
  ///   - settled: What is settled in the remote list.
  ///   - rows: What the tables have of that; `nil` if they have nothing yet.
  init(
    _ hub: SyncHub<Model, SectionModel, Output>, _ changes: [KeyedChange], from base: List.Snapshot,
    returning: ReturningPlaces, since: [ChangeBatch<Model, SectionModel>], remote: List.Snapshot,
    settled: SettledChanges, _ rows: HubRows?
  ) throws {
    self.hub = hub
    self.changes = changes
    self.remote = remote
    stored = remote
    keys = ChangedKeys(remote) { $0 }
    self.settled = settled
    self.rows = rows
    mark = try hub.mark(of: remote)
    local = ModelledList(
      base.state,
      StoredModels(
        items: { _ in [:] }, section: { _ in nil },
        states: { trees in
          let known = try trees.filter { try base.state.place(of: $0) != nil }
          return try base.states(of: known).mapValues(\.json)
        }))
    next = remote.state.nextIdentifiers
    // The list gives the numbers below to what is committed here.
    next.item += changes.reduce(0) { $0 + $1.items.count }
    next.section += changes.reduce(0) { $0 + $1.sections.count }
    for change in since {
      guard let note = try HubNote(change.annotation) else { continue }
      settledBefore[note.key] = try Self.inserted(note, change.changeset.outline, change.target)
    }
    for (number, path) in returning.items {
      known.items[number] = try base.state.itemID(at: path)
    }
    for (number, index) in returning.sections {
      known.sections[number] = base.state.sectionID(at: index)
    }
    try noteEdits(by: since, from: base)
    for change in changes { try know(change.gone, notIn: base.state) }
  }

  /// Notes what others have made of items and sections of the base that the changes bring back: the device did not know it
  /// when it made them.
  private mutating func noteEdits(
    by since: [ChangeBatch<Model, SectionModel>], from base: List.Snapshot
  ) throws {
    if known.isEmpty { return }
    let numbers = known.byHub
    let names = Set(changes.map(\.key.name))
    // The models as the changes so far have left them.
    var items: [ItemID: JSONValue] = [:]
    var sections: [SectionID: JSONValue?] = [:]
    for change in since {
      let isOwn = try HubNote(change.annotation).map { names.contains($0.key.name) } ?? false
      let changeset = try hub.coding.json(change.changeset)
      for (path, model) in changeset.updatedItems {
        guard let item = try change.source.itemID(at: path), let number = numbers.items[item]
        else { continue }
        let former = try items[item] ?? base.models(of: [item]).first.map(hub.coding.encode)
        items[item] = model
        if !isOwn { edits.append(HiddenEdits.Edit(former: former, model: model), of: number) }
      }
      for (index, model) in changeset.updatedSections {
        guard let section = change.source.sectionID(at: index),
          let number = numbers.sections[section]
        else { continue }
        let former =
          if let known = sections[section] { known } else {
            try base.state.index(of: section).flatMap { try base.sectionModel(at: $0) }
              .flatMap(hub.coding.sectionJSON)
          }
        sections[section] = .some(model)
        if !isOwn { edits.append(HiddenEdits.Edit(former: former, model: model), of: number) }
      }
    }
  }

  /// Takes over what changes bring back. What the base has is known by its place; to give its number to
  /// something else would lose what others did to it.
  private mutating func know(_ gone: HubIdentities, notIn base: ListState) throws {
    for (number, item) in gone.items where known.items[number] == nil {
      guard try item.rawValue < base.nextIdentifiers.item && !base.contains(item) else { continue }
      known.items[number] = item
    }
    for (number, section) in gone.sections where known.sections[number] == nil {
      guard section.rawValue < base.nextIdentifiers.section, base.index(of: section) == nil
      else { continue }
      known.sections[number] = section
    }
  }

  mutating func run() throws -> Outcome {
    var touched = TouchedIdentities()
    var tooLarge: SyncError?
    for change in changes {
      var inserted = settledBefore[change.key] ?? settledBefore[change.key.withoutDigest]
      if inserted == nil {
        // What was settled before the base, the device has already, and does not send. If it has a digest,
        // what was settled under its name and number is the change of another copy of the file.
        guard change.key.digest != nil || !settled.hasNumber(of: change.key)
        else { return .unknownBase }
        if let byteCount = change.byteCount(above: hub.limits.changeByteCountMax) {
          // It stays on its device, with those that were made after it.
          tooLarge = SyncError.tooLarge(
            byteCount: byteCount, limit: hub.limits.changeByteCountMax)
          break
        }
        inserted = try settle(change)
      }
      guard let inserted else { break }
      known.merge(inserted)
      do {
        try local.apply(
          change.changeset, returning: known.insertions(of: change), next: &next,
          touching: &touched)
        try local.set(change.states)
      } catch  where error is ChangesetError || error is SyncError {
        continue  // It was refused. Those behind it may be invalid too, and are refused then.
      }
    }
    if let tooLarge, computed.isEmpty { throw tooLarge }
    return try commit() ? .done : .outdated
  }

  /// Commits what was computed.
  ///
  /// - Returns: Whether no other writer came first.
  private mutating func commit() throws -> Bool {
    guard let last = computed.popLast() else { return true }
    let written = settled.rows(at: remote.revision, of: hub.name)
    var annotation = last.changes.annotation
    annotation.setSyncDigest(written.digest, of: .hub)
    computed.append(last.writing(HubWrite(from: rows, to: written), annotation))
    let subscriber = SyncHub<Model, SectionModel, Output>.subscriberName
    if rows == nil { try keepJournal(for: subscriber) }
    let batches = try unlessOutdated { () throws(DataSourceError) in
      try hub.list.applySynchronously(computed)
    }
    guard batches != nil else { return false }
    hub.verifiedRows.withLock { $0 = written.digest }
    // The hub needs the last revision alone, which has the digest of the rows and the mark of the one before.
    try hub.list.acknowledge(remote.revision - 1, by: subscriber)
    return true
  }

  /// Registers the hub before there are rows: a compaction could remove the revision that writes the first ones as soon as
  /// it is committed. A hub that an earlier release has registered stays where it is, since its notes are needed until then.
  private func keepJournal(for subscriber: String) throws {
    guard try !hub.list.registeredSubscribers().contains(where: { $0.name == subscriber })
    else { return }
    // The journal may have digests of rows from before the hub was forgotten. These are not expected then.
    try hub.list.acknowledge(stored.revision, by: subscriber)
  }

  /// Computes what is left of a change on the remote list, or only its note.
  ///
  /// - Returns: What it inserts; `nil` if the change is left to its device, which merges the states of
  ///   others into it.
  private mutating func settle(_ sent: KeyedChange) throws -> HubIdentities? {
    var change = sent
    edits.apply(to: &change)
    var note = HubNote(key: change.key, after: change.after)
    note.former = mark
    var rebased = change.emptied
    var decoded = Changeset<Model, SectionModel>()
    func refuse(_ reason: String) {
      (rebased, decoded) = (change.emptied, Changeset())
      note.refusal = SyncBounds.reason(reason)
    }
    do {
      rebased = try change.rebased(
        from: local.state, onto: remote.state, returning: known.insertions(of: change))
      if try change.mergesStates && hasOtherStates(than: change) { return nil }
      _ = try rebased.changeset.verified(against: remote.state)
      if rebased.changeset.isEmpty, rebased.states.isEmpty, rebased.lostCount > 0 {
        note.refusal =
          change.refusal
          ?? (keepsRemovedSections(change)
            ? "others have put items into what it removes" : "everything that it changes is gone")
      }
    } catch let error as ChangesetError {
      refuse("it does not fit the list: \(error)")
    } catch let error as SyncError {
      refuse("\(error)")
    }
    do {
      decoded = try hub.coding.changeset(rebased.changeset)
    } catch let error as StorageError where error.code == .newerModel {
      // The device keeps the change until the hub is updated as well.
      throw error
    } catch {
      refuse("the hub cannot read a model of it")
    }
    if let reason = try reason(toRefuse: decoded, known.insertions(of: rebased)) { refuse(reason) }
    note.items = rebased.items.map(\.rawValue)
    note.sections = rebased.sections.map(\.rawValue)
    note.lostCount = rebased.lostCount
    settled.add(note)
    try compute(decoded, known.insertions(of: rebased), rebased.states, note, change.annotation)
    return try Self.inserted(note, rebased.changeset.outline, remote.state)
  }

  /// Whether a section that a change removes stays in the remote list.
  private func keepsRemovedSections(_ change: KeyedChange) -> Bool {
    change.changeset.outline.removedSections.contains { source in
      local.state.sectionID(at: source).map { remote.state.index(of: $0) != nil } ?? false
    }
  }

  /// Returns why the remote list cannot have a change that fits it: two items would have one key, or one has none.
  private func reason(
    toRefuse changeset: Changeset<Model, SectionModel>, _ insertions: KnownInsertions
  ) throws -> String? {
    guard let keys else { return nil }
    var next = remote.state.nextIdentifiers
    let applied = try remote.state.applying(
      changeset.outline.verified(against: remote.state),
      returning: insertions.identities(in: remote.state, next: &next))
    do {
      return try keys.duplicate(
        changeset.updatedModels, changeset.insertedModels, applied.identities
      ).map { DuplicateModelKey(key: $0).reason }
    } catch let error as StorageError where error.code == .unencodable {
      return error.message
    }
  }

  /// Whether the remote list has another state than the device saw, of those that a change has written.
  private func hasOtherStates(than change: KeyedChange) throws -> Bool {
    var isOther = false
    _ = try change.rebased(
      from: local.state, onto: remote.state, returning: known.insertions(of: change)
    ) { index, tree in
      let scope = change.states[index].scope
      let state = try self.state(of: scope, of: tree)
      if try local.state(of: scope, of: tree) != state { isOther = true }
      return state
    }
    return isOther
  }

  /// The state that the remote list has.
  private func state(of scope: ScopePath, of tree: TreeID) throws -> JSONState? {
    if let state = written[tree]?[scope] { return state }
    if inserted.contains(tree) { return nil }
    guard try stored.state.place(of: tree) != nil else { return nil }
    return try stored.states(of: [tree])[tree]?[scope].flatMap { JSONState($0) }
  }

  /// Computes a change of the remote list, which then is the list after it.
  ///
  /// - Parameters:
  ///   - insertions: What it inserts. What the list had before comes back with its identity, so that
  ///     it is found if another device brings it back, too.
  ///   - annotation: What the author of the change said about it. Of a change that is refused nothing
  ///     is kept but the note.
  private mutating func compute(
    _ changeset: Changeset<Model, SectionModel>, _ insertions: KnownInsertions,
    _ states: [LoggedState], _ note: HubNote, _ annotation: ChangeAnnotation
  ) throws {
    var annotation = note.refusal == nil ? annotation : ChangeAnnotation()
    if annotation.origin == nil { annotation.origin = note.key.name }
    var next = remote.state.nextIdentifiers
    let identities = try insertions.identities(in: remote.state, next: &next)
    let noted = annotation.with(note: note.json)
    // What is written is read at each request from then on.
    _ = try HubNote(noted)
    let change = try hub.list.precompute(
      changeset, on: remote, returning: identities, states: states.map(\.assignment), noted)
    let trees = identities.items.map(TreeID.item) + identities.sections.flatMap(\.trees)
    inserted.formUnion(trees)
    for tree in trees { written[tree] = nil }
    try keys?.append(changeset.updatedModels, changeset.insertedModels, change.identities)
    computed.append(change)
    remote = change.target
    mark = try hub.mark(of: [change.changes], after: mark)
    for state in states {
      guard let tree = try remote.state.tree(at: state.place) else { continue }
      written[tree, default: [:]].updateValue(state.state, forKey: state.scope)
    }
  }

  private static func inserted(
    _ note: HubNote, _ outline: ChangesetOutline, _ target: ListState
  ) throws -> HubIdentities {
    var inserted = HubIdentities()
    for (number, path) in zip(note.items, outline.insertedItems) where number > 0 {
      inserted.items[ItemID(rawValue: number)] = try target.itemID(at: path)
    }
    for (number, index) in zip(note.sections, outline.insertedSections) where number > 0 {
      inserted.sections[SectionID(rawValue: number)] = target.sectionID(at: index)
    }
    return inserted
  }
}

extension HubIdentities {
  /// The hub's identities of what a change inserts; `nil` for what the hub never had.
  fileprivate func insertions(of change: KeyedChange) -> KnownInsertions {
    KnownInsertions(
      items: change.items.map { items[$0] }, sections: change.sections.map { sections[$0] })
  }
}
