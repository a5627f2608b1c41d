internal import RosterCore
internal import RosterEngine
package import RosterJSON
internal import RosterLog

/// What a device does with an answer: it reads what its user did meanwhile, rebases the pending changes on what the hub
/// has answered, and commits the difference between its list and the rebased one.
extension SyncDevice {
  /// Takes what the hub has answered.
  ///
  /// An answer that does not fit the device's list changes nothing, and the next request asks for
  /// the list whole.
  ///
  /// - Returns: Whether the device now has everything that the hub had.
  package mutating func integrate(answer: JSONValue) throws -> Bool {
    var answer = try SyncAnswer(json: answer, knownCount: knownCount)
    if case .refused(let reason) = answer.contents { throw SyncError.refused(reason) }
    if let hub = record.hub, hub != answer.hub { throw SyncError.otherHub(hub) }
    guard case .whole(let received) = answer.contents else {
      pages = nil
      do {
        if case .page(let revisions, let isLast) = answer.contents {
          answer.contents = .page(try revisions.map(coding.migrated), isLast: isLast)
        }
        try integrate(answer)
      } catch let error as ChangesetError {
        needsWhole = true
        throw SyncError.malformed("the answer does not fit the list: \(error)")
      } catch let error as SyncError {
        if case .malformed = error { needsWhole = true }
        throw error
      }
      if case .page(_, let isLast) = answer.contents { return isLast }
      return true
    }
    let page = try coding.migrated(received)
    answer.contents = .whole(page)
    // The first page of a revision begins the list again.
    let isFirst = page.start == ItemPath(section: 0, item: 0)
    var pages = isFirst ? nil : self.pages
    if isFirst { pages = WholePages(revision: answer.revision, mark: answer.mark) }
    self.pages = nil
    guard let isComplete = try pages?.add(page, revision: answer.revision, mark: answer.mark),
      let pages
    else { throw SyncError.malformed("the page is not the next one of the list") }
    guard isComplete else {
      self.pages = pages
      return false
    }
    // A hub sends the list whole because it does not know the device's revision. It may also be asked for
    // it; but under this mark there is one list only.
    if answer.revision == record.hubRevision, answer.mark == record.mark, !answer.mark.isEmpty,
      try !hasHubList(pages)
    {
      needsWhole = true
      throw SyncError.malformed(
        "under the revision \(answer.revision), which the device has, the hub has another list")
    }
    try integrate(answer, pages)
    needsWhole = false
    return true
  }

  /// Whether the hub's list as the device has it is the one that came whole.
  private func hasHubList(_ pages: WholePages) throws -> Bool {
    let base = try base()
    return try base.contents() == pages.sections
      && base.allStates()
        == pages.states.filter { syncedStates.contains($0.scope) }.ascending()
  }

  /// A bound of the number of items and sections of the hub's list as the device has it.
  private var knownCount: Int {
    noted.state.itemCount + noted.state.sectionCount + record.backItems.count
      + record.backSections.count
  }

  /// Rebases the pending changes on what the hub has answered, and turns the list into the rebased one.
  ///
  /// - Parameters:
  ///   - answer: The answer; `nil` if only what the device's user did is written down.
  ///   - whole: The list, if the answer has its last page.
  ///   - discarded: The number of a pending change that is given up.
  mutating func integrate(
    _ answer: SyncAnswer?, _ whole: WholePages? = nil, discarding discarded: Int? = nil
  ) throws {
    let whole = whole.map {
      WholeList(pages: $0, itemKey: coding.itemKey, sectionKey: coding.sectionKey)
    }
    for _ in 0..<SyncBounds.attemptCountMax {
      let head = list.snapshot
      var local = try localChanges(upTo: head, bringingBack: answer?.bringsBack ?? false)
      local.discarded = discarded
      var rebased = try local.rebased(onto: answer, whole, syncing: syncedStates)
      if rebased.isEmpty, !rebased.isToBeWritten, isNoted {
        returning = rebased.returning
        return
      }
      rebased.record.open(name)
      if try commit(rebased, on: head) { return }
    }
    throw SyncError.busy
  }

  /// Whether the tables have the name of this opening.
  private var isNoted: Bool { isStored && record.opening == name }

  // MARK: Local changes

  /// A change that the device's user has made after the record.
  private struct OwnChange {
    var replayed: List.ReplayedChange
    /// The states that it wrote or removed.
    var written: [StateAddress: StoredState?]
    /// Those that synchronize.
    var states: [LoggedState]

    /// Whether there is nothing to send.
    var isEmpty: Bool { replayed.batch.changeset.isEmpty && states.isEmpty }

    /// Whether it inserts what the list had before.
    var bringsBack: Bool {
      let (identities, next) = (replayed.applied.identities, replayed.next)
      return identities.insertedItems.contains { $0.rawValue < next.item }
        || identities.insertedSections.contains { $0.rawValue < next.section }
    }
  }

  /// Reads what the device's user has done since the record.
  ///
  /// - Parameter answerBringsBack: Whether the hub's list gets back what it had before.
  private mutating func localChanges(
    upTo head: List.Snapshot, bringingBack answerBringsBack: Bool
  ) throws -> LocalChanges {
    let changes = try ownChanges(upTo: head)
    if answerBringsBack || changes.contains(where: { $0.bringsBack }) { try readGone() }
    var local = LocalChanges(
      record: record, noted: modelled(noted), chain: record.chain, list: modelled(head))
    if answerBringsBack, let gone { local.gone = gone }
    var last = record.last
    for change in changes {
      try add(change, to: &local.chain)
      if change.isEmpty { continue }
      let keyed = try keyed(change, local.chain, after: last)
      last = keyed.key.number
      local.changes.append((keyed, change.replayed.applied))
    }
    return local
  }

  /// Reads the changes after the record with all states that they wrote: the hash of the changes is over all of them.
  private func ownChanges(upTo head: List.Snapshot) throws -> [OwnChange] {
    let count = head.revision - noted.revision
    let written = try list.writtenStates(after: noted.revision, limit: count) { _ in true }
    return try list.replayedChanges(after: noted, limit: count).map { replayed in
      let written = written[replayed.batch.targetRevision] ?? [:]
      let states = try [LoggedState](
        written.filter { syncedStates.contains($0.key.scope) }, in: replayed.batch.target)
      return OwnChange(replayed: replayed, written: written, states: states)
    }
  }

  /// Returns a change with its key.
  ///
  /// - Parameters:
  ///   - chain: The hash of the changes up to this one.
  ///   - last: The number of the change before it under the same name; `nil` if it is the first one.
  private func keyed(
    _ own: OwnChange, _ chain: ChangeChain, after last: Int?
  ) throws -> KeyedChange {
    let change = own.replayed.batch
    let number = change.targetRevision
    let inserted = own.replayed.applied.identities
    var annotation = change.annotation
    var obstacle: String?
    if annotation.isTooDeep {
      // The journal keeps it; a row beside it has no room.
      annotation.userInfo = [:]
      obstacle = "its user info has more than \(SyncBounds.depthMax) levels of arrays and objects"
    }
    var keyed = KeyedChange(
      key: ChangeKey(name: record.opening, number: number, digest: chain.digest),
      after: last ?? number - 1,
      changeset: try coding.json(change.changeset),
      items: inserted.insertedItems, sections: inserted.insertedSections,
      states: own.states, mergesStates: own.states.contains { syncedStates.merges($0.scope) },
      gone: (gone ?? HubIdentities()).limited(
        to: inserted.insertedItems, inserted.insertedSections),
      annotation: annotation.withoutNote, obstacle: obstacle)
    if own.bringsBack, !edits.isEmpty, let removal = try removal(takenBackBy: number) {
      for noted in edits where noted.revision > removal { noted.edits.apply(to: &keyed) }
    }
    return keyed
  }

  /// Returns the revision whose removal an undo or redo takes back; `nil` if a revision is neither.
  ///
  /// What came back and was removed again before the device synchronized was never shown with the edits of
  /// others. So the removal before counts:
  ///
  ///     revision   4 removes   5 note   6 takes 4 back   7 takes 6 back   8 note   9 takes 7 back: the removal is 4
  ///
  /// With a note between 6 and 7, the list had the edits before 7 removed it: the removal is 7.
  ///
  /// - Complexity: O(*k*) for *k* revisions since the first removal.
  private func removal(takenBackBy revision: Revision) throws -> Revision? {
    guard var removal = try step(takenBackBy: revision) else { return nil }
    while let shown = try step(takenBackBy: removal), let former = try step(takenBackBy: shown),
      try !hasNote(after: shown, before: removal)
    {
      removal = former
    }
    return removal
  }

  /// Returns the revision that an undo or redo takes back; `nil` if a revision is neither, or is kept no longer.
  private func step(takenBackBy revision: Revision) throws -> Revision? {
    guard try revision > list.oldestRevision,
      case .takingBack(let former)? = try list.entry(of: revision)?.step
    else { return nil }
    return former
  }

  /// Whether the device has noted something between two revisions that are kept.
  private func hasNote(after revision: Revision, before end: Revision) throws -> Bool {
    for between in revision + 1..<max(revision + 1, end) {
      if try list.entry(of: between)?.annotation.deviceNote != nil { return true }
    }
    return false
  }

  private func add(_ own: OwnChange, to chain: inout ChangeChain) throws {
    chain.add(
      own.replayed.batch, own.replayed.applied.identities, onMark: record.mark,
      models: try list.storedModels(of: own.replayed), states: own.written)
  }

  /// Reads what is gone from the hub's list and may come back, and what others have made of it before.
  ///
  /// - Complexity: O(*k*) for *k* revisions of the journal, once.
  private mutating func readGone() throws {
    if gone != nil { return }
    var found = HubIdentities()
    var foundEdits: [(revision: Revision, edits: HiddenEdits)] = []
    try list.forEachAnnotation(upTo: noted.revision) { revision, annotation in
      guard let note = annotation.deviceNote else { return true }
      found.add(earlier: try HubIdentities(json: note["gone"]))
      // An earlier release may have noted them.
      let hidden = coding.migrated(
        try HiddenEdits(json: note[ChangeAnnotation.hiddenEditsMember]))
      if !hidden.isEmpty { foundEdits.append((revision, hidden)) }
      return note["whole"]?.boolValue != true
    }
    for change in record.pending { found.merge(change.gone) }
    gone = found
    edits = foundEdits.reversed()
  }

  // MARK: Committing

  /// - Returns: Whether it is committed; if not, the list has changed since.
  private mutating func commit(_ rebased: RebasedChanges, on head: List.Snapshot) throws -> Bool {
    let rows = try rebased.record.rows(at: head.revision + 1)
    // What is written is read when the device is opened again.
    _ = try DeviceRecord(rows)
    var annotation = ChangeAnnotation(origin: Self.subscriberName)
      .with(note: rebased.record.note(rebased.news, rows))
    annotation.undo = .none
    // Not from what this value wrote last: the subscriber may have been removed since, and the rows with it.
    let write = DeviceWrite(from: try list.deviceRows(), to: rows)
    let changeset = try coding.changeset(rebased.changeset)
    let target = try unlessOutdated { () throws(DataSourceError) in
      let change = try list.precompute(
        changeset, on: head, returning: rebased.inserted, states: rebased.states.map(\.assignment),
        annotation, device: write)
      return try list.applySynchronously(.precomputed(change)).target
    }
    guard let target else { return false }
    (noted, record, isStored) = (target, rebased.record, true)
    if record.isWhole { (gone, edits) = (HubIdentities(), []) } else { gone?.merge(record.gone) }
    if gone != nil, !record.edits.isEmpty { edits.append((noted.revision, record.edits)) }
    returning = rebased.returning
    outcomes += rebased.news.outcomes
    // Up to here, only the revision after is needed, which has the digest of the rows.
    try list.acknowledge(noted.revision - 1, by: Self.subscriberName)
    return true
  }

  /// A snapshot, whose models and states are read as JSON.
  func modelled(_ snapshot: List.Snapshot) -> ModelledList {
    let (coding, syncedStates) = (coding, syncedStates)
    let stored = StoredModels(
      items: { items in
        let known = try items.filter { try snapshot.state.contains($0) }
        let models = try snapshot.models(of: known)
        return Dictionary(uniqueKeysWithValues: zip(known, try models.map(coding.encode)))
      },
      section: { section in
        try snapshot.state.index(of: section).flatMap { try snapshot.sectionModel(at: $0) }
          .flatMap(coding.sectionJSON)
      },
      states: { trees in
        if syncedStates.isEmpty { return [:] }
        let known = try trees.filter { try snapshot.state.place(of: $0) != nil }
        return try snapshot.states(of: known).mapValues { states in
          states.filter { syncedStates.contains($0.key) }.json
        }
      },
      keys: ChangedKeys(snapshot, coding.decode))
    return ModelledList(snapshot.state, stored)
  }
}
