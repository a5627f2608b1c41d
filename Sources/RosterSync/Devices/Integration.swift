internal import RosterCore
internal import RosterJSON
internal import RosterLog

/// What a device has when it integrates: its list, and what it knew of the hub before.
struct LocalChanges {
  /// What the device knew when it last wrote, with the changes that were pending then.
  var record: DeviceRecord
  /// The list at the revision of the record.
  var noted: ModelledList
  /// The changes that the device's user has made since, in order, each also as the list has applied it.
  var changes: [(keyed: KeyedChange, applied: ListChange)] = []
  /// The hash of all changes, also of those that are not sent.
  var chain: ChangeChain
  /// The list now.
  var list: ModelledList
  /// The items and sections that both lists have lost, with the hub's numbers; empty if the answer brings none of them back.
  var gone = HubIdentities()
  /// The number of a pending change that is given up.
  var discarded: Int?
}

/// What the changes of a device have become: what it applies to its list, and writes with that.
struct RebasedChanges {
  /// What leads from the list to the rebased one.
  var changeset: SyncChangeset
  /// The states to write with it.
  var states: [LoggedState]
  /// The identities of what the changeset inserts: those that it had in the list before, or new ones.
  var inserted: ListState.ReturningIdentities
  /// What to write to the tables with it.
  var record: DeviceRecord
  /// What became of changes, and what others said.
  var news: SyncNews
  /// Whether there is something to write, also if the list stays as it is.
  var isToBeWritten: Bool
  /// Where the hub's list has what pending changes insert.
  var returning: ReturningPlaces

  /// Whether the list stays as it is.
  var isEmpty: Bool { changeset.isEmpty && states.isEmpty }
}

extension LocalChanges {
  /// Returns what becomes of the device's list when the hub has answered.
  ///
  ///     base      the hub's list as the device knows it
  ///     local     the base with the pending changes on it: the device's list
  ///     remote    the base with what the hub had meanwhile
  ///     rebased   the remote list with the pending changes on it
  ///
  ///     base   A B C   ── X behind A ──→   local     A X B C
  ///       │                                  │
  ///     without A                          without A
  ///       ↓                                  ↓
  ///     remote   B C   ── X in front ──→   rebased   X B C
  ///
  /// The list becomes the rebased one by a single changeset, which names only what differs in the end. The rebased
  /// changes are pending from then on, and the remote list is the base.
  ///
  /// The result depends on the arguments alone: nothing is written, and what is read are snapshots, which never change.
  ///
  /// - Parameters:
  ///   - answer: What the hub has answered; `nil` if the device only writes down what its user did.
  ///   - whole: The list, if the answer has its last page.
  ///   - syncedStates: The states that the device takes.
  /// - Throws: `ChangesetError` or `SyncError` if the answer does not fit the base.
  /// - Complexity: O(*k* log *n*) for *k* changes on both sides; if the list came whole, O(*n*).
  func rebased(
    onto answer: SyncAnswer?, _ whole: WholeList? = nil, syncing syncedStates: SyncedStates
  ) throws -> RebasedChanges {
    var integration = try Integration(self, syncing: syncedStates)
    for change in changes { try integration.add(change.keyed, change.applied) }
    if let discarded { integration.discard(discarded) }
    if let answer { try integration.take(answer, whole) }
    return try integration.rebase()
  }
}

extension DeviceRecord {
  /// Returns the base: the hub's list as the device knew it when it wrote the record.
  ///
  /// - Parameters:
  ///   - noted: The list at the revision of the record.
  ///   - next: The numbers of identities that no list has.
  ///   - touched: Receives what differs.
  func base(
    of noted: ModelledList, syncing syncedStates: SyncedStates, next: inout NextIdentifiers,
    touching touched: inout TouchedIdentities
  ) throws -> ModelledList {
    var base = noted
    let insertions = KnownInsertions(
      items: backItems.map(\.known), sections: backSections.map(\.known))
    try base.apply(back, returning: insertions, next: &next, touching: &touched)
    try base.set(backStates.filter { syncedStates.contains($0.scope) })
    return base
  }
}

/// The steps of one integration.
private struct Integration {
  private struct Pending {
    var change: KeyedChange
    /// The list before the change.
    var source: ListState
    /// The proof that the change fits it.
    var proof: VerifiedOutline
    /// What the states that the change wrote were before it.
    var sourceStates: [JSONState?]
  }

  private var record: DeviceRecord
  private var news = SyncNews()
  /// The device's list as it is, which becomes the rebased one.
  private let list: ModelledList
  private let syncedStates: SyncedStates
  /// The base with the pending changes that were added.
  private var local: ModelledList
  /// The base with what was taken of the answer.
  private var remote: ModelledList
  private var pending: [Pending] = []
  private var isToBeWritten = false
  /// The numbers of identities that only this computation has.
  private var next: NextIdentifiers
  private var touched = TouchedIdentities()
  /// What others have moved. An undo leaves it there, and finds it in the record of the revision.
  private var movedByOthers = TouchedIdentities()
  /// What is gone from the hub's list, by the hub's numbers.
  private var goneByHub: HubIdentities

  /// Begins with the base, and the changes that were pending when it was noted.
  init(_ changes: LocalChanges, syncing syncedStates: SyncedStates) throws {
    record = changes.record
    record.chain = changes.chain
    goneByHub = changes.gone.byHub
    record.gone = HubIdentities()
    record.edits = HiddenEdits()
    record.isWhole = false
    list = changes.list
    self.syncedStates = syncedStates
    next = changes.list.state.nextIdentifiers
    remote = try record.base(
      of: changes.noted, syncing: syncedStates, next: &next, touching: &touched)
    local = remote
    for change in record.pending {
      let applied = try local.apply(
        change.changeset, returning: change.insertions, next: &next, touching: &touched)
      try append(change, applied)
    }
  }

  // MARK: Local changes

  /// Adds a change that the device has made since the record.
  mutating func add(_ change: KeyedChange, _ applied: ListChange) throws {
    isToBeWritten = true
    record.last = change.key.number
    try local.replay(applied, of: change.changeset, touching: &touched)
    try append(change, applied)
  }

  /// - Parameter applied: The change as ``local`` has it.
  private mutating func append(_ change: KeyedChange, _ applied: ListChange) throws {
    let sourceStates = try change.states.map { try local.state(at: $0.place, of: $0.scope) }
    try local.set(change.states)
    pending.append(
      Pending(
        change: change, source: applied.source, proof: applied.proof, sourceStates: sourceStates))
  }

  /// Gives up the first pending change with a number, so that the list loses it.
  mutating func discard(_ number: Int) {
    guard let index = pending.firstIndex(where: { $0.change.key.number == number }) else { return }
    pending.remove(at: index)
    isToBeWritten = true
    news.outcomes.append(SyncOutcome(revision: number, kind: .refused("it was given up")))
  }

  // MARK: Remote changes

  mutating func take(_ answer: SyncAnswer, _ whole: WholeList?) throws {
    switch answer.contents {
    case .page(let revisions, _):
      guard answer.revision == record.hubRevision + revisions.count else {
        throw SyncError.malformed("the answer is for another revision")
      }
      try take(revisions)
    case .whole(let page): if let whole { try take(whole, settled: page.settled) }
    case .refused: return
    }
    if answer.mark != record.mark || answer.revision != record.hubRevision || !news.outcomes.isEmpty
      || record.hub == nil
    {
      isToBeWritten = true
    }
    (record.hub, record.hubRevision, record.mark) = (answer.hub, answer.revision, answer.mark)
  }

  private mutating func take(_ revisions: [HubRevision]) throws {
    let returning = returning
    for (offset, revision) in revisions.enumerated() {
      let own = index(ofOwn: revision)
      if own == nil { try noteEdits(by: revision.changeset, returning) }
      let applied = try take(revision, number: record.hubRevision + 1 + offset, own: own)
      if own == nil {
        movedByOthers.formUnion(movesOf: applied.record, appliedTo: applied.source)
      }
      try noteRemoval(applied.identities, as: revision.removed, returning)
    }
    for index in pending.indices {
      let change = pending[index].change
      pending[index].change.gone.merge(record.gone.limited(to: change.items, change.sections))
      record.edits.apply(to: &pending[index].change)
    }
  }

  private typealias Returning = (items: Set<ItemID>, sections: Set<SectionID>)

  /// The items and sections that pending changes insert.
  private var returning: Returning {
    (
      Set(pending.lazy.flatMap(\.change.items)), Set(pending.lazy.flatMap(\.change.sections))
    )
  }

  /// Returns the index of the pending change that a revision of the hub is; `nil` if others have made it.
  private func index(ofOwn revision: HubRevision) -> Int? {
    revision.note.flatMap { note in
      pending.firstIndex { $0.change.key.matches(note.key) }
    }
  }

  /// Whether the device has removed an item, also if a pending change brings it back.
  private func hasRemoved(_ item: ItemID, _ returning: Returning) throws -> Bool {
    try returning.items.contains(item) || !local.state.contains(item)
  }

  /// Whether the device has removed a section likewise.
  private func hasRemoved(_ section: SectionID, _ returning: Returning) -> Bool {
    returning.sections.contains(section) || local.state.index(of: section) == nil
  }

  /// Notes what others do to items and sections that the device has removed.
  ///
  /// - Parameters:
  ///   - changeset: Their change of the remote list, before that takes it.
  ///   - returning: What pending changes insert.
  private mutating func noteEdits(by changeset: SyncChangeset, _ returning: Returning) throws {
    for (path, model) in changeset.updatedItems {
      guard let id = try remote.state.itemID(at: path), try hasRemoved(id, returning)
      else { continue }
      record.edits.append(
        HiddenEdits.Edit(former: try remote.model(of: id), model: model), of: id)
    }
    for (index, model) in changeset.updatedSections {
      guard let id = remote.state.sectionID(at: index), hasRemoved(id, returning)
      else { continue }
      record.edits.append(
        HiddenEdits.Edit(former: try remote.model(of: id), model: model), of: id)
    }
  }

  /// Takes a revision into the remote list.
  ///
  /// - Parameter own: The index of the pending change that it is.
  private mutating func take(
    _ revision: HubRevision, number: Revision, own: Int?
  ) throws -> ListChange {
    let outline = revision.changeset.outline
    var insertions = KnownInsertions.new(in: outline)
    // What was gone and comes back has the number that it had.
    if revision.returned.items.count == outline.insertedItems.count {
      insertions.items = revision.returned.items.map { goneByHub.items[ItemID(rawValue: $0)] }
    }
    if revision.returned.sections.count == outline.insertedSections.count {
      insertions.sections = revision.returned.sections.map {
        goneByHub.sections[SectionID(rawValue: $0)]
      }
    }
    if let note = revision.note, let own {
      // An own change comes back: what it inserts is known here already.
      news.outcomes.append(SyncOutcome(note.key, lostCount: note.lostCount, refusal: note.refusal))
      pending.remove(at: own)
      if note.items.count == outline.insertedItems.count {
        insertions.items = note.items.map { ItemID(rawValue: $0).known }
      }
      if note.sections.count == outline.insertedSections.count {
        insertions.sections = note.sections.map { SectionID(rawValue: $0).known }
      }
    } else if revision.annotation != ChangeAnnotation() {
      news.changes.append(SyncedChange(revision: number, annotation: revision.annotation))
    }
    let applied = try remote.apply(
      revision.changeset, returning: insertions, next: &next, touching: &touched)
    try remote.set(synced(revision.states))
    return applied
  }

  /// Notes the hub's numbers of items and sections that both a revision and the device have removed. A pending or later
  /// change of the device may take its removal back, and names these numbers then.
  ///
  /// - Parameters:
  ///   - numbers: The hub's numbers of what the revision has removed.
  ///   - returning: What pending changes insert.
  private mutating func noteRemoval(
    _ identities: ChangeIdentities, as numbers: IdentityNumbers, _ returning: Returning
  ) throws {
    let removal = HubIdentities(
      identities.removedItems.map(\.id), identities.removedSections, hub: numbers)
    let known = list.state.nextIdentifiers
    for (id, number) in removal.items {
      // It may come back with a later revision of the same answer.
      goneByHub.items[number] = id
      if id.rawValue < known.item, try hasRemoved(id, returning) {
        record.gone.items[id] = number
      }
    }
    for (id, number) in removal.sections {
      goneByHub.sections[number] = id
      if id.rawValue < known.section, hasRemoved(id, returning) {
        record.gone.sections[id] = number
      }
    }
  }

  /// Takes the list whole. Items are found again by their keys.
  private mutating func take(_ whole: WholeList, settled: SettledChanges) throws {
    let base = remote
    let settledKeys = settled.settled(among: pending.map(\.change.key))
    for own in pending where settledKeys.contains(own.change.key) {
      // The hub's list has what the change inserted. It may lack what earlier changes did, if the hub was restored from
      // a backup.
      news.outcomes.append(settled.outcome(of: own.change))
      let change = try own.change.rebased(
        from: own.source, onto: remote.state, returning: own.change.insertions)
      do {
        try remote.apply(
          change.changeset, returning: change.insertions, next: &next, touching: &touched)
      } catch is ChangesetError {}
    }
    pending.removeAll { settledKeys.contains($0.change.key) }
    // The hub may have been restored, and give the numbers to something else.
    for index in pending.indices { pending[index].change.gone = HubIdentities() }
    goneByHub = HubIdentities()
    (record.gone, record.isWhole) = (HubIdentities(), true)
    let changeset = try whole.changeset(from: remote.contents())
    try noteEdits(by: changeset, returning)
    for index in pending.indices { record.edits.apply(to: &pending[index].change) }
    // A pending change has removed an item, and the hub's list still has it: the item keeps the identity that it had.
    let removed = try base.items(missingIn: remote.state)
    var insertions = KnownInsertions.new(in: changeset.outline)
    insertions.items = whole.identities(of: changeset.insertedModels, among: removed)
    let applied = try remote.apply(
      changeset, returning: insertions, next: &next, touching: &touched)
    movedByOthers.formUnion(movesOf: applied.record, appliedTo: applied.source)
    if !syncedStates.isEmpty { try remote.setAll(synced(whole.pages.states)) }
  }

  /// The states that the device takes.
  private func synced(_ states: [LoggedState]) -> [LoggedState] {
    states.filter { syncedStates.contains($0.scope) }
  }

  // MARK: Rebased changes

  /// Rebases the pending changes on the remote list, one after the other.
  mutating func rebase() throws -> RebasedChanges {
    var rebased = remote
    var changes: [KeyedChange] = []
    for pending in pending {
      let own = pending.change
      var change = try own.rebased(
        from: pending.source, onto: rebased.state, returning: own.insertions, pending.proof
      ) {
        try self.state($0, of: $1, after: pending, in: rebased)
      }
      do {
        let applied = try rebased.apply(
          change.changeset, returning: change.insertions, next: &next, touching: &touched,
          keepingKeys: true)
        change.items = applied.identities.insertedItems
        change.sections = applied.identities.insertedSections
        try rebased.set(change.states)
        changes.append(change)
      } catch is ChangesetError {
        changes.append(own.emptied)
      } catch let error as DuplicateModelKey {
        // The hub hears why, and says it with what it notes of the change.
        var change = own.emptied
        change.refusal = SyncBounds.reason(error.reason)
        changes.append(change)
      }
    }
    return try result(rebased, changes)
  }

  /// Returns what leads from the list to the rebased one, and from that back to the remote one.
  private func result(
    _ rebased: ModelledList, _ changes: [KeyedChange]
  ) throws -> RebasedChanges {
    let modelled = local.modelledItems.union(rebased.modelledItems)
    let forth = try list.changeset(
      to: rebased, touching: touched, modelled: modelled, moving: movedByOthers)
    let back = try rebased.changeset(to: remote, touching: touched, modelled: modelled)
    let (states, backStates) = try states(to: rebased, forth, back)
    let known = list.state.nextIdentifiers
    let items = ListNumbers(known.item, new: forth.items)
    let sections = ListNumbers(known.section, new: forth.sections)
    var record = record
    record.pending = changes.map { change in
      var change = change
      change.items = change.items.map { items[$0] }
      change.sections = change.sections.map { sections[$0] }
      return change
    }
    record.back = back.changeset
    record.backItems = back.items.map { items[$0] }
    record.backSections = back.sections.map { sections[$0] }
    record.backStates = backStates
    return RebasedChanges(
      changeset: forth.changeset, states: states,
      inserted: ListState.ReturningIdentities(
        items: forth.items.map { items[$0] }, sections: forth.sections.map { sections[$0] }),
      record: record, news: news, isToBeWritten: isToBeWritten,
      returning: try returning(of: changes))
  }

  /// Where the hub's list has what changes insert: a change that is taken back removed it, and the hub
  /// has not settled that yet.
  private func returning(of changes: [KeyedChange]) throws -> ReturningPlaces {
    let known = list.state.nextIdentifiers
    var places = ReturningPlaces()
    for change in changes {
      for item in change.items where item.rawValue < known.item {
        places.items[item] = try remote.state.path(of: item)
      }
      for section in change.sections where section.rawValue < known.section {
        places.sections[section] = remote.state.index(of: section)
      }
    }
    return places
  }

  /// Returns the states to write with the changesets forth and back.
  private func states(
    to rebased: ModelledList, _ forth: ModelledList.Difference, _ back: ModelledList.Difference
  ) throws -> (forth: [LoggedState], back: [LoggedState]) {
    if syncedStates.isEmpty { return ([], []) }
    // What a pending change removes and another one brings back has lost in `rebased` what the hub has.
    let returned = try rebased.insertedTrees.filter { try remote.state.place(of: $0) != nil }
    let trees = local.statedTrees.union(rebased.statedTrees).union(returned)
    return (
      try list.states(to: rebased, of: trees, inserting: forth.items, forth.sections),
      try rebased.states(to: remote, of: trees, inserting: back.items, back.sections)
    )
  }

  /// Returns what a state of a pending change becomes in a list where others may have changed it.
  private func state(
    _ index: Int, of tree: TreeID, after pending: Pending, in remote: ModelledList
  ) throws -> JSONState? {
    let written = pending.change.states[index]
    return syncedStates.state(
      of: written.scope, base: pending.sourceStates[index],
      remote: try remote.state(of: written.scope, of: tree), local: written.state)
  }
}

/// The numbers that a list will have given to identities of a computation. New items get the next
/// numbers in the order of their paths. What the list had before, and a change of the device removed,
/// comes back with its number, so that an undo of that change finds it.
private struct ListNumbers<ID: ListIdentity> {
  private let next: Int
  private var given: [ID: ID] = [:]

  init(_ next: Int, new: [ID]) {
    self.next = next
    for id in new where id.rawValue >= next { given[id] = ID(rawValue: next + given.count) }
  }

  /// The number in the list, 0 if the list never has it.
  subscript(id: ID) -> ID { given[id] ?? (id.rawValue < next ? id : ID(rawValue: 0)) }
}
