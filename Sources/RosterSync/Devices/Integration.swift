internal import RosterCore
internal import RosterJSON
internal import RosterLog

/// One computation of what a device's list becomes when the hub has answered.
///
///     D   the device's list: B with the pending changes
///     B   the hub's list as the device knows it     B'  with what the hub had meanwhile
///     C   B' with the pending changes rebased on it
///
/// The list becomes C by one changeset D → C that names only what differs in the end.
struct Integration {
  private struct Pending {
    var change: KeyedChange
    /// The list before the change.
    var base: ListState
    /// The proof that the change fits it.
    var proof: VerifiedOutline
    /// What the states that the change wrote were before it.
    var baseStates: [JSONState?]
  }

  private(set) var note: DeviceNote
  private(set) var news = SyncNews()
  private let head: ListState
  private let syncedStates: SyncedStates
  private var hub: ModelledList
  /// D, as far as the pending changes were added.
  private var device: ModelledList
  private var newHub: (name: String, revision: Revision, mark: String)?
  private var pending: [Pending] = []
  /// The numbers of identities that only this computation has.
  private var next: NextIdentifiers
  private var touched = TouchedIdentities()
  private var hasOwnChanges = false
  /// What is gone from the hub's list, by the hub's numbers.
  private var goneByHub: HubIdentities.ByHub

  /// - Parameters:
  ///   - stored: The models at the revision of the note.
  ///   - noted: The list at the revision of the note.
  ///   - head: The list now.
  ///   - gone: What is gone from the hub's list and comes back, if something does.
  init(
    _ note: DeviceNote, noted stored: StoredModels, _ noted: ListState, _ head: ListState,
    gone: HubIdentities, syncing syncedStates: SyncedStates
  ) throws {
    self.note = note
    goneByHub = gone.byHub
    self.note.gone = HubIdentities()
    self.note.isWhole = false
    self.head = head
    self.syncedStates = syncedStates
    next = head.nextIdentifiers
    hub = ModelledList(noted, stored)
    try hub.apply(
      note.back, items: note.backItems.map(\.known), sections: note.backSections.map(\.known),
      next: &next, touching: &touched)
    try hub.set(note.backStates.filter { syncedStates.contains($0.scope) })
    device = hub
    for change in note.pending {
      let applied = try device.apply(change, next: &next, touching: &touched)
      try append(change, applied)
    }
  }

  /// Notes the hash of all changes that the device has made, also of those that are not sent.
  mutating func note(_ chain: ChangeChain) { note.chain = chain }

  /// Adds a change that the device has made since the note.
  ///
  /// - Parameter applied: The change as the list has applied it.
  mutating func add(_ change: KeyedChange, _ applied: ListChange) throws {
    hasOwnChanges = true
    note.last = change.key.number
    try device.follow(applied, of: change.changeset, touching: &touched)
    try append(change, applied)
  }

  /// Gives up the first pending change with a number, so that the list loses it.
  ///
  /// - Returns: Whether there is one.
  mutating func discard(_ number: Int) -> Bool {
    guard let index = pending.firstIndex(where: { $0.change.key.number == number }) else {
      return false
    }
    pending.remove(at: index)
    hasOwnChanges = true
    news.outcomes.append(SyncOutcome(revision: number, kind: .refused("it was given up")))
    return true
  }

  /// - Parameter applied: The change as ``device`` has it.
  private mutating func append(_ change: KeyedChange, _ applied: ListChange) throws {
    let baseStates = try change.states.map { try device.state(at: $0.place, of: $0.scope) }
    try device.set(change.states)
    pending.append(
      Pending(
        change: change, base: applied.source, proof: applied.proof, baseStates: baseStates))
  }

  /// The states that the device takes.
  private func synced(_ states: [LoggedState]) -> [LoggedState] {
    states.filter { syncedStates.contains($0.scope) }
  }

  /// Returns whether there is something to note although the list stays as it is.
  func hasNews(_ answer: SyncAnswer?) -> Bool {
    if hasOwnChanges { return true }
    guard let answer else { return false }
    return answer.mark != note.mark || answer.revision != note.hubRevision
      || !news.outcomes.isEmpty || note.hub == nil
  }

  // MARK: The hub

  /// The hub's list with its models.
  func hubContents() throws -> [(id: SectionID, model: JSONValue?, items: [JSONValue])] {
    try hub.contents()
  }

  /// The states of the hub's list.
  func hubStates() throws -> [LoggedState] { try hub.allStates() }

  /// - Parameter whole: The list, if the answer has its last page.
  mutating func take(_ answer: SyncAnswer, _ whole: WholeList?) throws {
    switch answer.contents {
    case .page(let revisions, _):
      guard answer.revision == note.hubRevision + revisions.count else {
        throw SyncError.malformed("the answer is for another revision")
      }
      let returning = (
        items: Set(pending.lazy.flatMap(\.change.items)),
        sections: Set(pending.lazy.flatMap(\.change.sections))
      )
      for (offset, revision) in revisions.enumerated() {
        let applied = try take(revision, number: note.hubRevision + 1 + offset)
        try noteRemoval(
          applied.identities, as: revision.removed, returningItems: returning.items,
          returning.sections)
      }
      for index in pending.indices {
        let change = pending[index].change
        pending[index].change.gone.merge(note.gone.limited(to: change.items, change.sections))
      }
    case .whole(let page): if let whole { try take(whole, settled: page.settled) }
    case .refused: return
    }
    newHub = (answer.hub, answer.revision, answer.mark)
  }

  /// Notes which items and sections of the hub's list a revision has removed that the device has
  /// removed too: a change that takes that back is pending, or may come later.
  ///
  /// - Parameters:
  ///   - numbers: The hub's numbers of what the revision has removed.
  ///   - returningItems: The items that pending changes insert.
  ///   - returningSections: The sections likewise.
  private mutating func noteRemoval(
    _ identities: ChangeIdentities, as numbers: IdentityNumbers, returningItems: Set<ItemID>,
    _ returningSections: Set<SectionID>
  ) throws {
    let removal = HubIdentities(
      identities.removedItems.map(\.id), identities.removedSections, hub: numbers)
    for (id, number) in removal.items {
      // It may come back with a later revision of the same answer.
      goneByHub.items[number] = id
      if id.rawValue < head.nextIdentifiers.item,
        try returningItems.contains(id) || !device.state.contains(id)
      {
        note.gone.items[id] = number
      }
    }
    for (id, number) in removal.sections {
      goneByHub.sections[number] = id
      if id.rawValue < head.nextIdentifiers.section,
        returningSections.contains(id) || device.state.index(of: id) == nil
      {
        note.gone.sections[id] = number
      }
    }
  }

  private mutating func take(_ revision: HubRevision, number: Revision) throws -> ListChange {
    let outline = revision.changeset.outline
    var items: [ItemID?]?
    var sections: [SectionID?]?
    // What was gone and comes back has the number that it had.
    if revision.returned.items.count == outline.insertedItems.count {
      items = revision.returned.items.map { goneByHub.items[ItemID(rawValue: $0)] }
    }
    if revision.returned.sections.count == outline.insertedSections.count {
      sections = revision.returned.sections.map { goneByHub.sections[SectionID(rawValue: $0)] }
    }
    if let note = revision.note,
      let index = pending.firstIndex(where: { $0.change.key.matches(note.key) })
    {
      // An own change comes back: what it inserts is known here already.
      news.outcomes.append(SyncOutcome(note.key, lostCount: note.lostCount, refusal: note.refusal))
      pending.remove(at: index)
      if note.items.count == outline.insertedItems.count {
        items = note.items.map { ItemID(rawValue: $0).known }
      }
      if note.sections.count == outline.insertedSections.count {
        sections = note.sections.map { SectionID(rawValue: $0).known }
      }
    } else if revision.annotation != ChangeAnnotation() {
      news.changes.append(SyncedChange(revision: number, annotation: revision.annotation))
    }
    let applied = try hub.apply(
      revision.changeset, items: items, sections: sections, next: &next, touching: &touched)
    try hub.set(synced(revision.states))
    return applied
  }

  /// Takes the list whole. Items are found again by their keys.
  private mutating func take(
    _ whole: WholeList, settled: SettledChanges
  ) throws {
    let before = hub
    for own in pending where settled.contains(own.change.key) {
      // The hub has it: so what it inserted is among the models. It may have none of those before,
      // if it was restored from a backup.
      news.outcomes.append(settled.outcome(of: own.change))
      let change = try own.change.rebased(
        from: own.base, onto: hub.state, returning: own.change.insertions)
      do { try hub.apply(change, next: &next, touching: &touched) } catch is ChangesetError {}
    }
    pending.removeAll { settled.contains($0.change.key) }
    // The hub may have been restored, and give the numbers to something else.
    for index in pending.indices { pending[index].change.gone = HubIdentities() }
    goneByHub = HubIdentities.ByHub()
    (note.gone, note.isWhole) = (HubIdentities(), true)
    let changeset = try whole.changeset(from: hub.contents())
    // What others have kept of what an own change removed is what it was before.
    let removed = try before.items(missingIn: hub.state)
    try hub.apply(
      changeset, items: whole.identities(of: changeset.insertedModels, among: removed),
      next: &next, touching: &touched)
    if !syncedStates.isEmpty { try hub.setAll(synced(whole.states)) }
  }

  // MARK: The result

  /// What the device applies to its list.
  struct Outcome {
    var changeset: SyncChangeset
    /// The states to write with it.
    var states: [LoggedState]
    /// The identities of what the changeset inserts: those that it had in the list before, or new ones.
    var inserted: ListState.ReturningIdentities
    /// The note to write with it.
    var note: DeviceNote
    /// Where the hub's list has what pending changes insert.
    var returning: ReturningPlaces

    /// Whether the list stays as it is.
    var isEmpty: Bool { changeset.isEmpty && states.isEmpty }
  }

  /// Returns what the device applies to its list.
  ///
  /// - Parameter stored: The models and states of the list now.
  mutating func finish(_ stored: StoredModels) throws -> Outcome {
    var current = hub
    var rebased: [KeyedChange] = []
    for pending in pending {
      let own = pending.change
      var change = try own.rebased(
        from: pending.base, onto: current.state, returning: own.insertions, pending.proof
      ) {
        try self.state($0, of: $1, after: pending, in: current)
      }
      do {
        let applied = try current.apply(
          change, next: &next, touching: &touched, keepingKeys: true)
        change.items = applied.identities.insertedItems
        change.sections = applied.identities.insertedSections
        try current.set(change.states)
        rebased.append(change)
      } catch is ChangesetError {
        rebased.append(own.emptied)
      } catch let error as DuplicateModelKey {
        // The hub hears why, and says it with what it notes of the change.
        var change = own.emptied
        change.refusal = SyncBounds.reason(error.reason)
        rebased.append(change)
      }
    }
    let modelled = device.modelledItems.union(current.modelledItems)
    let list = ModelledList(head, stored)
    let forth = try list.changeset(to: current, touching: touched, modelled: modelled)
    let back = try current.changeset(to: hub, touching: touched, modelled: modelled)
    let (states, backStates) = try self.states(from: list, to: current, forth, back)
    let numbers = ListNumbers(head.nextIdentifiers, newItems: forth.items, forth.sections)
    var note = note
    if let newHub {
      note.hub = newHub.name
      note.hubRevision = newHub.revision
      note.mark = newHub.mark
    }
    note.pending = rebased.map { change in
      var change = change
      change.items = change.items.map { numbers[$0] }
      change.sections = change.sections.map { numbers[$0] }
      return change
    }
    note.back = back.changeset
    note.backItems = back.items.map { numbers[$0] }
    note.backSections = back.sections.map { numbers[$0] }
    note.backStates = backStates
    return Outcome(
      changeset: forth.changeset, states: states,
      inserted: ListState.ReturningIdentities(
        items: forth.items.map { numbers[$0] }, sections: forth.sections.map { numbers[$0] }),
      note: note, returning: try returning(of: rebased))
  }

  /// Where the hub's list has what changes insert: a change that is taken back removed it, and the hub
  /// has not settled that yet.
  private func returning(of changes: [KeyedChange]) throws -> ReturningPlaces {
    var places = ReturningPlaces()
    for change in changes {
      for item in change.items where item.rawValue < head.nextIdentifiers.item {
        places.items[item] = try hub.state.path(of: item)
      }
      for section in change.sections where section.rawValue < head.nextIdentifiers.section {
        places.sections[section] = hub.state.index(of: section)
      }
    }
    return places
  }

  /// Returns the states to write with the changesets forth and back.
  private func states(
    from list: ModelledList, to current: ModelledList, _ forth: ModelledList.Difference,
    _ back: ModelledList.Difference
  ) throws -> (forth: [LoggedState], back: [LoggedState]) {
    if syncedStates.isEmpty { return ([], []) }
    // What a pending change removes and another one brings back has lost in `current` what the hub has.
    let returned = try current.insertedTrees.filter { try hub.state.place(of: $0) != nil }
    let trees = device.statedTrees.union(current.statedTrees).union(returned)
    return (
      try list.states(to: current, of: trees, inserting: forth.items, forth.sections),
      try current.states(to: hub, of: trees, inserting: back.items, back.sections)
    )
  }

  /// Returns what a state of a pending change becomes in a list where others may have changed it.
  private func state(
    _ index: Int, of tree: TreeID, after pending: Pending, in list: ModelledList
  ) throws -> JSONState? {
    let written = pending.change.states[index]
    return syncedStates.state(
      of: written.scope, base: pending.baseStates[index],
      theirs: try list.state(of: written.scope, of: tree), mine: written.state)
  }
}

/// The numbers that a list will have given to identities of a computation. New items get the next
/// numbers in the order of their paths. What the list had before, and a change of the device removed,
/// comes back with its number, so that an undo of that change finds it.
private struct ListNumbers {
  private let next: NextIdentifiers
  private var items: [ItemID: ItemID] = [:]
  private var sections: [SectionID: SectionID] = [:]

  init(_ next: NextIdentifiers, newItems: [ItemID], _ newSections: [SectionID]) {
    self.next = next
    for id in newItems where id.rawValue >= next.item {
      items[id] = ItemID(rawValue: next.item + items.count)
    }
    for id in newSections where id.rawValue >= next.section {
      sections[id] = SectionID(rawValue: next.section + sections.count)
    }
  }

  /// The number in the list, 0 if the list never has it.
  subscript(id: ItemID) -> ItemID {
    items[id] ?? (id.rawValue < next.item ? id : ItemID(rawValue: 0))
  }

  subscript(id: SectionID) -> SectionID {
    sections[id] ?? (id.rawValue < next.section ? id : SectionID(rawValue: 0))
  }
}

extension ModelledList {
  @discardableResult
  fileprivate mutating func apply(
    _ change: KeyedChange, next: inout NextIdentifiers, touching touched: inout TouchedIdentities,
    keepingKeys keepsKeys: Bool = false
  ) throws -> ListChange {
    try apply(
      change.changeset, items: change.insertions.items, sections: change.insertions.sections,
      next: &next, touching: &touched, keepingKeys: keepsKeys)
  }
}
