internal import RosterConcurrency
internal import RosterCore
public import RosterEngine
public import RosterJSON
internal import RosterLog
internal import RosterRows

/// Settles the changes of devices in one list, in one order.
///
/// A hub has no state beside its list: tables there say which changes of which devices are settled, and the user info of a
/// revision says which change led to it. Several hubs may serve one list at once, and other writers may change it.
///
///     let hub = SyncHub(list, name: "notes of Ann", coding: .json)
///     let answer = hub.answer(request)
public struct SyncHub<Model: Sendable, SectionModel: Sendable, Output: Sendable>: Sendable {
  typealias List = ListDataSource<Model, SectionModel, Output>

  /// The name under which hubs are registered in the journal of the list. A compaction then keeps the revision of the last
  /// settled change, whose note has the mark and the digest of the tables.
  static var subscriberName: String { SyncRole.hub.subscriber }

  let list: ListDataSource<Model, SectionModel, Output>
  let name: String
  let coding: SyncCoding<Model, SectionModel>
  let limits: SyncLimits
  /// The revisions of which a first page was sent lately, so that their contents were verified.
  let verifiedRevisions = Guarded<[Revision]>([])
  /// The digest of the rows of the tables that were last written here, or found to be what their revision has written.
  let verifiedRows = Guarded<String?>(nil)

  /// Serves a list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - name: Its name, which never changes, of at most 128 bytes. A device that has synchronized with another
  ///     name is refused.
  ///   - coding: Turns models into JSON.
  ///   - limits: The sizes of messages.
  public init(
    _ list: ListDataSource<Model, SectionModel, Output>, name: String,
    coding: SyncCoding<Model, SectionModel>, limits: SyncLimits = SyncLimits()
  ) {
    self.list = list
    self.name = name
    self.coding = coding
    self.limits = limits
  }

  /// Settles the changes of a request, and returns what the device does not have yet.
  ///
  /// A request may come late, twice or out of order. Each change in it is applied once. The call
  /// waits for the storage of the list.
  ///
  /// The revisions that are sent are compared with their digests before, and so is the list if it is sent
  /// whole. What was altered in storage is refused, and stays on the hub.
  ///
  /// - Returns: The answer. If the request is damaged or cannot be served, the answer says why.
  public func answer(_ request: JSONValue) -> JSONValue {
    do {
      return try answer(read(request)).json
    } catch {
      return SyncAnswer(hub: name, revision: 0, mark: "", contents: .refused("\(error)")).json
    }
  }

  /// Reads a request to this hub.
  private func read(_ json: JSONValue) throws -> SyncRequest {
    let request = try SyncRequest(json: json)
    if let hub = request.hub, hub != name { throw SyncError.otherHub(hub) }
    return request
  }

  func answer(_ request: SyncRequest) throws -> SyncAnswer {
    if let start = request.page, let page = try wholePage(from: start) { return page }
    do {
      guard let base = try base(of: request) else { return try whole() }
      if !request.changes.isEmpty,
        list.snapshot.revision - base.revision <= limits.lookBackMax,
        try !settle(request, from: base)
      {
        return try whole()
      }
      return try page(after: base, answering: request) ?? whole()
    } catch let error as StorageError where error.isOfMissingRevision {
      return try whole()
    }
  }

  /// Returns the list that the device has, `nil` if the hub never had it.
  private func base(of request: SyncRequest) throws -> List.Snapshot? {
    guard request.after <= list.snapshot.revision else { return nil }
    let base = try list.snapshot(at: request.after)
    let mark = try mark(of: base)
    guard !mark.isEmpty || base.revision == 0 else { return nil }
    return mark == request.mark ? base : nil
  }

  // MARK: Reading

  /// - Parameter base: The list that the device has.
  /// - Returns: `nil` if the next revision alone is too large for a message: the list comes in pages then.
  private func page(
    after base: List.Snapshot, answering request: SyncRequest
  ) throws -> SyncAnswer? {
    let sent = Set(request.changes.map(\.key))
    var revisions: [HubRevision] = []
    var changes: [ChangeBatch<Model, SectionModel>] = []
    var byteCount = 0
    var counted = MessageNames()
    let states = try list.writtenStates(
      after: base.revision, limit: limits.messageCountMax, where: { _ in true })
    for replayed in try list.replayedChanges(after: base, limit: limits.messageCountMax) {
      let change = replayed.batch
      let next = try HubRevision(
        changeset: coding.json(change.changeset), replayed.applied, replayed.next,
        states: [LoggedState](states[change.targetRevision] ?? [:], in: change.target),
        change.annotation, to: request.names, sent: sent)
      byteCount += next.json(&counted).byteCount
      if !revisions.isEmpty, byteCount > limits.messageByteCountMax { break }
      if byteCount > max(limits.messageByteCountMax, limits.changeByteCountMax) * 8 { return nil }
      revisions.append(next)
      changes.append(change)
    }
    // What is sent gets digests of the device's own, which would call an altered model right.
    try list.verifyRevisions(after: base.revision, count: revisions.count)
    let revision = changes.last?.targetRevision ?? base.revision
    return SyncAnswer(
      hub: name, revision: revision, mark: try mark(of: changes, after: request.mark),
      contents: .page(revisions, isLast: revision >= list.snapshot.revision))
  }

  /// Returns what was settled by a revision.
  ///
  /// The tables have what is settled by now. What was settled after the revision, the journal says:
  ///
  ///     tables     of "one" up to 8          journal   40 of "one" 6   41 of "one" 7   42 of "one" 8
  ///     by 41      of "one" up to 7
  ///
  /// - Throws: `compacted` if the journal no longer has all revisions after it.
  /// - Complexity: O(*k*) for *k* later revisions up to the last one that was settled, and at most 320 rows. Before a hub
  ///   of the eleventh format has settled anything, nothing is in the tables: the journal is read back to a note that has
  ///   everything, or to its begin.
  func settled(by revision: Revision) throws -> SettledChanges {
    try settledAndRows(by: revision).settled
  }

  /// Returns what was settled by a revision, and what the tables have now.
  private func settledAndRows(
    by revision: Revision
  ) throws -> (settled: SettledChanges, rows: HubRows?) {
    do {
      return try readSettled(by: revision)
    } catch let error as StorageError where error.code == .compacted {
      // A compaction came between two steps of the search, and has left what is needed.
      return try readSettled(by: revision)
    }
  }

  private func readSettled(
    by revision: Revision
  ) throws -> (settled: SettledChanges, rows: HubRows?) {
    let (rows, last) = try (list.hubRows(), list.snapshot.revision)
    var settled = try rows.map { try verified($0) } ?? formerlySettled(by: last)
    let end = rows?.hub.revision ?? last
    guard end > revision else { return (settled, rows) }
    try list.forEachAnnotation(upTo: end) { number, annotation in
      guard number > revision else { return false }
      if let note = try HubNote(annotation) { settled.remove(note) }
      return true
    }
    // A compaction may have removed revisions whose changes would then count as settled.
    let oldest = try list.oldestRevision
    guard oldest <= revision else {
      throw StorageError.compacted(
        "the hub \(name.inQuotes): what it had settled by revision \(revision) is no longer known; the oldest revision "
          + "that is left is \(oldest)",
        oldest: oldest)
    }
    return (settled, rows)
  }

  /// Returns what the tables say, if it is what their revision has written.
  private func verified(_ rows: HubRows) throws -> SettledChanges {
    let (digest, revision) = (rows.digest, rows.hub.revision)
    let settled = SettledChanges(rows)
    if let settled, verifiedRows.withLock({ $0 }) == digest { return settled }
    // Another hub may have settled more since this list has read its storage.
    if revision > list.snapshot.revision { try list.catchUp() }
    var isSound = false
    do {
      isSound = try list.hasWritten(digest, of: .hub, at: revision)
    } catch let error as StorageError where error.code == .compacted {
      // The subscriber keeps the revision of the rows, so other rows were written since these were read.
      if try list.hubRows()?.hub.revision != revision { throw error }
    }
    guard isSound, let settled else {
      throw StorageError(
        .corrupt,
        "the hub \(name.inQuotes): what it has settled is not what revision \(revision) wrote")
    }
    verifiedRows.withLock { $0 = digest }
    return settled
  }

  /// Returns what the notes of the journal say up to a revision.
  private func formerlySettled(by revision: Revision) throws -> SettledChanges {
    var notes: [HubNote] = []
    try list.forEachAnnotation(upTo: revision) { _, annotation in
      guard var note = try HubNote(annotation) else { return true }
      // An import may have inserted very many.
      (note.items, note.sections) = ([], [])
      notes.append(note)
      return note.formerlySettled == nil
    }
    return SettledChanges(formerNotes: notes)
  }

  // MARK: Settling

  /// Commits the changes that are not settled yet.
  ///
  /// - Returns: Whether the changes fit the list that the device has.
  private func settle(_ request: SyncRequest, from base: List.Snapshot) throws -> Bool {
    // Only a device that has everything can tell that no two items get one key.
    let movesChanges = !request.keepsKeys || list.hasKeys
    for _ in 0..<SyncBounds.attemptCountMax {
      let head = list.snapshot
      if !movesChanges, head.revision != base.revision { return true }
      let (settled, rows) = try settledAndRows(by: head.revision)
      var settlement = try HubSettlement(
        self, request.changes, from: base, returning: request.returning,
        since: try list.changes(after: base, limit: head.revision - base.revision), remote: head,
        settled: settled, rows)
      switch try settlement.run() {
      case .done: return true
      case .outdated: continue
      case .unknownBase: return false
      }
    }
    throw SyncError.busy
  }
}

/// Commits what was computed for a list; `nil` if the list has changed since.
func unlessOutdated<Result>(
  _ commit: () throws(DataSourceError) -> Result
) throws(DataSourceError) -> Result? {
  do throws(DataSourceError) { return try commit() } catch .notCurrent, .conflict { return nil }
}

extension StorageError {
  /// Whether the journal does not have a revision, no longer or not yet.
  var isOfMissingRevision: Bool { code == .compacted || code == .stale }
}

extension SyncHub {
  /// Answers as ``answer(_:)``, for a server: what cannot be answered is an error, so that the server
  /// can say it in the words of its protocol.
  ///
  /// What other hubs have settled in the same list is in the answer. Otherwise a device that comes to
  /// this hub from another one could have a revision that is not here yet. If storage has failed a
  /// change, the list is resumed: each request is settled from the list as it is.
  ///
  /// - Throws: `SyncError`; `StorageError` if the list cannot be read or written; `DataSourceError` if the
  ///   list failed otherwise.
  package func serve(_ request: JSONValue) throws -> JSONValue {
    let request = try read(request)
    if let suspension = list.suspension { list.resume(after: suspension) }
    try list.catchUp()
    do {
      return try answer(request).json
    } catch let error as DataSourceError {
      throw error.storageError ?? error
    }
  }
}

extension DataSourceError {
  /// How storage failed, if it did.
  fileprivate var storageError: StorageError? {
    switch self {
    case .storage(let error): error
    case .suspended(let suspension): suspension.cause
    default: nil
    }
  }
}

/// The mark of a revision: a hash of the changes that led to it. A hub that was restored from a
/// backup and went another way has other marks.
///
/// A note holds the mark of the revision before it, so the marks of revisions of devices stand for
/// all that came before. A revision of another writer has no note. Its mark is over the changes since
/// the last note, or since the last revision that ``markBlockCount`` divides:
///
///     revision   63   64   65   66 with a note   67
///     mark over       64   64…65   former, 66    66…67
extension SyncHub {
  /// How many revisions without a note are read for a mark at most.
  private var markBlockCount: Int { 64 }

  /// Returns the mark of a revision; an empty one if the journal does not tell how the list came to
  /// it. No revision but 0 is found again by that.
  func mark(of snapshot: List.Snapshot) throws -> String {
    let oldest = try list.oldestRevision
    guard snapshot.revision > oldest else { return "" }
    let last = try list.changes(after: list.snapshot(at: snapshot.revision - 1), limit: 1)
    if last.contains(where: beginsMark) { return try mark(of: last, after: "") }
    let start = max(oldest, (snapshot.revision - 1) / markBlockCount * markBlockCount)
    return try mark(
      of: list.changes(after: list.snapshot(at: start), limit: snapshot.revision - start), after: ""
    )
  }

  /// Returns the mark after changes that follow each other; the given one if there is none.
  ///
  /// - Parameter former: The mark of the revision before the first one.
  func mark(
    of changes: [ChangeBatch<Model, SectionModel>], after former: String
  ) throws -> String {
    let start = changes.lastIndex(where: beginsMark) ?? 0
    var mark = former
    for change in changes[start...] {
      var bytes = Array("\(change.targetRevision) ".utf8)
      // The note has the former mark.
      if !beginsMark(change) { bytes.append(contentsOf: mark.utf8) }
      try coding.json(change.changeset).json.appendCanonical(to: &bytes)
      JSONValue.object(change.annotation.userInfo).appendCanonical(to: &bytes)
      mark = FNV1a(of: bytes).hex
    }
    return mark
  }

  /// Whether the mark of a change does not need the changes before it.
  private func beginsMark(_ change: ChangeBatch<Model, SectionModel>) -> Bool {
    (change.targetRevision - 1).isMultiple(of: markBlockCount)
      || change.annotation.syncNote?["key"] != nil
  }
}
