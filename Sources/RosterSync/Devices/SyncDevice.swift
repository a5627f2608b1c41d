package import RosterCore
package import RosterEngine
package import RosterJSON
package import RosterLog

/// The list of a device and what it knows of the hub. All of it is in the list: what this value
/// keeps in memory is read again when the device is opened.
package struct SyncDevice<Model: Sendable, SectionModel: Sendable, Output: Sendable> {
  package typealias List = ListDataSource<Model, SectionModel, Output>

  /// The name under which the device is registered in the journal of its list, so that a compaction
  /// keeps what the device needs.
  package static var subscriberName: String { "sync" }

  package let list: List
  private let coding: SyncCoding<Model, SectionModel>
  private let limits: SyncLimits
  private let syncedStates: SyncedStates
  /// The name of this opening in keys.
  private let name: String
  /// The newest note, and the list at its revision.
  private(set) var note: DeviceNote
  private(set) var noted: List.Snapshot
  /// Where the hub's list has what the pending changes insert.
  private var returning = ReturningPlaces()
  /// What is gone from the hub's list and may come back; `nil` while nothing has come back since the
  /// device was opened.
  private var gone: HubIdentities?
  /// Whether an answer did not fit the list, so that the device needs the list whole.
  private var needsWhole = false
  /// The pages of a list that comes whole, until it is complete. A device that is opened again asks
  /// for the first one.
  private var pages: WholePages?
  /// What became of changes, in order, until it is taken.
  package private(set) var outcomes: [SyncOutcome] = []

  /// Opens a device. It notes its name in the list before anything can be changed under it, so that
  /// a copy of the file that is opened elsewhere goes on under another name.
  ///
  /// - Parameters:
  ///   - name: A name that no other opening of any device has: random.
  ///   - states: The types of components whose states synchronize.
  package init(
    _ list: List, name: String, coding: SyncCoding<Model, SectionModel>, limits: SyncLimits,
    states: SyncedStates = SyncedStates()
  ) throws {
    _ = try JSONValue.string(name).sync.name()
    self.list = list
    self.name = name
    self.coding = coding
    self.limits = limits
    syncedStates = states
    try list.acknowledge(by: Self.subscriberName)
    var found: (revision: Revision, note: DeviceNote)?
    try list.forEachAnnotation(upTo: list.snapshot.revision) { revision, annotation in
      found = try DeviceNote(annotation).map { (revision, $0) }
      return found == nil
    }
    // An earlier release may have noted what still waits.
    note = coding.migrated(found?.note ?? DeviceNote(opening: name))
    noted = try list.snapshot(at: found?.revision ?? 0)
    try integrate(nil)
  }

  /// Takes what became of changes since the last call.
  package mutating func takeOutcomes() -> [SyncOutcome] {
    defer { outcomes = [] }
    return outcomes
  }

  /// Whether the hub has not settled everything that the device has changed.
  package var hasPendingChanges: Bool {
    get throws { try !note.pending.isEmpty || hasOwnChanges }
  }

  /// Whether there are changes to send; they may turn out to be too large when they are noted.
  package var hasChangesToSend: Bool {
    get throws { note.pending.isEmpty ? try hasOwnChanges : unsent == nil }
  }

  /// The first pending change, if it cannot be sent.
  package var unsent: SyncOutcome? {
    guard let first = note.pending.first, let obstacle = obstacle(of: first) else { return nil }
    return SyncOutcome(revision: first.key.number, kind: .unsent(obstacle))
  }

  private func obstacle(of change: KeyedChange) -> String? {
    if let obstacle = change.obstacle { return obstacle }
    return change.byteCount(above: limits.changeByteCountMax).map {
      SyncError.tooLarge(byteCount: $0, limit: limits.changeByteCountMax).description
    }
  }

  /// Gives up a change that the hub has not settled: the list loses it. If it is on its way to the hub, it may
  /// be settled all the same, and come back as one of the hub's.
  ///
  /// - Parameter revision: The revision of the device's list that the change was made as.
  /// - Returns: Whether such a change is pending.
  package mutating func discard(_ revision: Revision) throws -> Bool {
    if try hasOwnChanges { try integrate(nil) }
    guard note.pending.contains(where: { $0.key.number == revision }) else { return false }
    try integrate(nil, discarding: revision)
    return true
  }

  /// Returns the next request.
  ///
  /// - Parameter sendsChanges: Whether it holds pending changes, up to one that cannot be sent. If so, they
  ///   are first noted in the list with their keys.
  package mutating func request(sendsChanges: Bool) throws -> JSONValue {
    var changes: [KeyedChange] = []
    if sendsChanges, pages == nil, !needsWhole {
      if try hasOwnChanges { try integrate(nil) }
      var byteCount = 0
      for change in note.pending.prefix(limits.sentCountMax) {
        if obstacle(of: change) != nil { break }
        byteCount += change.json.byteCount
        if !changes.isEmpty, byteCount > limits.messageByteCountMax { break }
        changes.append(change)
      }
    }
    return SyncRequest(
      hub: note.hub, after: note.hubRevision, mark: needsWhole ? Self.noMark : note.mark,
      changes: changes, names: Set(note.pending.map(\.key.name)).union([name]),
      returning: returning.those(of: changes), page: pages?.next, keepsKeys: list.hasKeys
    ).json
  }

  /// A mark that no revision has.
  private static var noMark: String { "none" }

  /// Takes what the hub has answered.
  ///
  /// An answer that does not fit the device's list changes nothing, and the next request asks for
  /// the list whole.
  ///
  /// - Returns: Whether the device now has everything that the hub had.
  package mutating func integrate(answer: JSONValue) throws -> Bool {
    var answer = try SyncAnswer(json: answer, knownCount: knownCount)
    if case .refused(let reason) = answer.contents { throw SyncError.refused(reason) }
    if let hub = note.hub, hub != answer.hub { throw SyncError.otherHub(hub) }
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
    if answer.revision == note.hubRevision, answer.mark == note.mark, !answer.mark.isEmpty,
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
    let sections = try base.contents()
    return try sections.count == pages.sections.count
      && zip(sections, pages.sections).allSatisfy { $0.model == $1.model && $0.items == $1.items }
      && base.allStates()
        == pages.states.filter { syncedStates.contains($0.scope) }.ascending()
  }

  /// The base: the hub's list as the device has it, without pending changes.
  private func base() throws -> ModelledList {
    var (next, touched) = (noted.state.nextIdentifiers, TouchedIdentities())
    return try note.base(
      of: modelled(noted), syncing: syncedStates, next: &next, touching: &touched)
  }

  /// A bound of the number of items and sections of the hub's list as the device has it.
  private var knownCount: Int {
    noted.state.itemCount + noted.state.sectionCount + note.backItems.count
      + note.backSections.count
  }

  /// The hub's list as the device has it: at ``hubRevision``, without pending changes.
  ///
  /// - Complexity: O(*n*), and one row for each model.
  package func hubContents() throws -> ListContents<JSONValue, JSONValue> {
    ListContents(try base().contents().map { .init(model: $0.model, items: $0.items) })
  }

  /// The states of the hub's list as the device has it, ascending by place.
  ///
  /// - Complexity: As ``hubContents()``.
  package func hubStates() throws -> [LoggedState] {
    try base().allStates()
  }

  /// The hub's revision that the device has.
  package var hubRevision: Revision { note.hubRevision }

  /// What differs after each answer that brings the device further.
  struct Progress: Equatable {
    private let hubRevision: Revision
    private let next: ChangeKey?
    private let page: WholePage.Start?

    /// Whether the device has a first page of the list, but another one than before.
    func begins(after former: Progress) -> Bool {
      guard let page else { return false }
      return former.page.map {
        $0.revision != page.revision || $0.mark != page.mark || page.path <= $0.path
      } ?? true
    }

    fileprivate init(_ note: DeviceNote, _ pages: WholePages?) {
      hubRevision = note.hubRevision
      next = note.pending.first?.key
      page = pages?.next
    }
  }

  /// How far the device is.
  var progress: Progress { Progress(note, pages) }

  /// Returns what is wrong with the note of the device, `nil` if the hub's list and the pending
  /// changes give the list.
  package func damage() throws -> String? {
    let noted = modelled(noted)
    let rebased = try LocalChanges(note: note, noted: noted, chain: note.chain, list: noted)
      .rebased(onto: nil, syncing: syncedStates)
    return rebased.isEmpty
      ? nil
      : "the pending changes do not lead to the list: \(rebased.changeset) \(rebased.states.json)"
  }

  /// A change that the device's user has made after the note.
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

  /// Whether the device's user has changed what is to be sent since the note. The journal says so: nothing is
  /// replayed, and the first revision after the note is mostly the only one that is read.
  private var hasOwnChanges: Bool {
    get throws {
      var isFound = false
      try list.forEachEntry(after: noted.revision) { entry in
        isFound = try !entry.record.outline.isEmpty || writesSyncedState(entry)
        return !isFound
      }
      return isFound
    }
  }

  /// Whether a revision has written or removed a state that is to be sent.
  private func writesSyncedState(_ entry: JournalEntry) throws -> Bool {
    guard entry.states.contains(where: { syncedStates.contains($0.scope) }) else { return false }
    let written = try list.writtenStates(
      after: entry.revision - 1, limit: 1, where: syncedStates.contains)
    // What is no JSON stays on the device.
    return written[entry.revision]?.values.contains { state in
      state.map { JSONState($0) != nil } ?? true
    } ?? false
  }

  /// - Parameter isWanted: Whether states of a scope are read.
  private func ownChanges(
    upTo head: List.Snapshot, _ isWanted: (ScopePath) -> Bool
  ) throws -> [OwnChange] {
    let count = head.revision - noted.revision
    let written = try list.writtenStates(after: noted.revision, limit: count, where: isWanted)
    return try list.replayedChanges(after: noted, limit: count).map { replayed in
      let written = written[replayed.batch.targetRevision] ?? [:]
      let states = try [LoggedState](
        written.filter { syncedStates.contains($0.key.scope) }, in: replayed.batch.target)
      return OwnChange(replayed: replayed, written: written, states: states)
    }
  }

  /// Rebases the pending changes on what the hub has answered, and applies what comes of that to the list.
  ///
  /// - Parameters:
  ///   - answer: The answer; `nil` if only what the device's user did is noted.
  ///   - whole: The list, if the answer has its last page.
  ///   - discarded: The number of a pending change that is given up.
  private mutating func integrate(
    _ answer: SyncAnswer?, _ whole: WholePages? = nil, discarding discarded: Int? = nil
  ) throws {
    let remote = answer.map { answer in
      RemoteChanges(
        answer: answer,
        whole: whole.map {
          WholeList($0, itemKey: coding.itemKey, sectionKey: coding.sectionKey)
        })
    }
    for _ in 0..<attemptCountMax {
      let head = list.snapshot
      var local = try localChanges(upTo: head, bringingBack: answer?.bringsBack ?? false)
      local.discarded = discarded
      var rebased = try local.rebased(onto: remote, syncing: syncedStates)
      if rebased.isEmpty, !rebased.isToBeNoted, isNoted {
        returning = rebased.returning
        return
      }
      rebased.note.open(name)
      if try commit(rebased, on: head) { return }
    }
    throw SyncError.busy
  }

  /// Reads what the device's user has done since the note.
  ///
  /// - Parameter answerBringsBack: Whether the hub's list gets back what it had before.
  private mutating func localChanges(
    upTo head: List.Snapshot, bringingBack answerBringsBack: Bool
  ) throws -> LocalChanges {
    // The hash of the changes is over all states.
    let changes = try ownChanges(upTo: head) { _ in true }
    if answerBringsBack || changes.contains(where: \.bringsBack) { try readGone() }
    var local = LocalChanges(
      note: note, noted: modelled(noted), chain: note.chain, list: modelled(head))
    if answerBringsBack, let gone { local.gone = gone }
    var last = note.last
    for change in changes {
      try add(change, to: &local.chain)
      if change.isEmpty { continue }
      let keyed = try keyed(change, local.chain, after: last)
      last = keyed.key.number
      local.changes.append(.init(change: keyed, applied: change.replayed.applied))
    }
    return local
  }

  /// Whether the list has a note with the name of this opening.
  private var isNoted: Bool { noted.revision > 0 && note.opening == name }

  /// How often a change is computed again because the user changed the list meanwhile.
  private var attemptCountMax: Int { 64 }

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
      // The journal keeps it; a note beside it has no room.
      annotation.userInfo = [:]
      obstacle = "its user info has more than \(SyncBounds.depthMax) levels of arrays and objects"
    }
    var keyed = KeyedChange(
      key: ChangeKey(name: note.opening, number: number, digest: chain.digest),
      after: last ?? number - 1,
      changeset: try coding.json(change.changeset),
      items: inserted.insertedItems, sections: inserted.insertedSections,
      states: own.states, mergesStates: own.states.contains { syncedStates.merges($0.scope) },
      gone: (gone ?? HubIdentities()).limited(
        to: inserted.insertedItems, inserted.insertedSections),
      annotation)
    keyed.obstacle = obstacle
    return keyed
  }

  private func add(_ own: OwnChange, to chain: inout ChangeChain) throws {
    chain.add(
      own.replayed.batch, own.replayed.applied.identities, onMark: note.mark,
      models: try list.storedModels(of: own.replayed), states: own.written)
  }

  /// Reads what is gone from the hub's list and may come back.
  ///
  /// - Complexity: O(*k*) for *k* revisions of the journal, once.
  private mutating func readGone() throws {
    if gone != nil { return }
    var found = HubIdentities()
    try list.forEachAnnotation(upTo: noted.revision) { _, annotation in
      guard let note = annotation.deviceNote else { return true }
      found.add(earlier: try HubIdentities(json: note["gone"]))
      return note["whole"]?.boolValue != true
    }
    for change in note.pending { found.merge(change.gone) }
    gone = found
  }

  /// - Returns: Whether it is committed; if not, the list has changed since.
  private mutating func commit(_ rebased: RebasedChanges, on head: List.Snapshot) throws -> Bool {
    let annotation = ChangeAnnotation(origin: Self.subscriberName)
      .with(note: rebased.note.json(rebased.news))
    // What is written is read when the device is opened again.
    _ = try DeviceNote(annotation)
    guard
      let target = try apply(
        coding.changeset(rebased.changeset), rebased.inserted, rebased.states.map(\.assignment),
        annotation, on: head)
    else { return false }
    noted = target
    note = rebased.note
    if note.isWhole { gone = HubIdentities() } else { gone?.merge(note.gone) }
    returning = rebased.returning
    outcomes += rebased.news.outcomes
    // Up to here, only the newest note is needed, which leads to the revision after.
    try list.acknowledge(noted.revision - 1, by: Self.subscriberName)
    return true
  }

  /// - Returns: `nil` if the list has changed since.
  private func apply(
    _ changeset: Changeset<Model, SectionModel>, _ inserted: ListState.ReturningIdentities,
    _ states: [StateAssignment], _ annotation: ChangeAnnotation, on head: List.Snapshot
  ) throws(DataSourceError) -> List.Snapshot? {
    do throws(DataSourceError) {
      var annotation = annotation
      annotation.undo = .none
      let change = try list.precompute(
        changeset, on: head, returning: inserted, states: states, annotation)
      return try list.applySynchronously(.precomputed(change)).target
    } catch .notCurrent, .conflict {
      return nil
    }
  }

  /// A snapshot, whose models and states are read as JSON.
  private func modelled(_ snapshot: List.Snapshot) -> ModelledList {
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
