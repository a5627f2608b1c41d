package import RosterCore
package import RosterEngine
package import RosterJSON
internal import RosterLog
internal import RosterRows

/// The list of a device and what it knows of the hub. All of it is in the list: what this value
/// keeps in memory is read again when the device is opened.
package struct SyncDevice<Model: Sendable, SectionModel: Sendable, Output: Sendable> {
  package typealias List = ListDataSource<Model, SectionModel, Output>

  /// The name under which the device is registered in the journal of its list, so that a compaction
  /// keeps what the device needs.
  package static var subscriberName: String { SyncRole.device.subscriber }

  package let list: List
  let coding: SyncCoding<Model, SectionModel>
  private let limits: SyncLimits
  let syncedStates: SyncedStates
  /// The name of this opening in keys.
  let name: String
  /// What the device knows of the hub, the list at that revision, and whether the tables have it.
  var record: DeviceRecord
  var noted: List.Snapshot
  var isStored: Bool
  /// Where the hub's list has what the pending changes insert.
  var returning = ReturningPlaces()
  /// The items and sections that both lists have lost and an undo may bring back, with the hub's numbers. It is read from
  /// the journal when the first of them comes back; `nil` until then.
  var gone: HubIdentities?
  /// What others have made of what the device has removed, by the revisions that note it; read with ``gone``.
  var edits: [(revision: Revision, edits: HiddenEdits)] = []
  /// Whether an answer did not fit the list, so that the device needs the list whole.
  var needsWhole = false
  /// The pages of a list that comes whole, until it is complete. A device that is opened again asks
  /// for the first one.
  var pages: WholePages?
  /// What became of changes, in order, until it is taken.
  package internal(set) var outcomes: [SyncOutcome] = []

  /// Opens a device. It writes its name into the list before anything can be changed under it, so that
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
    let stored = try list.deviceRows()
    isStored = stored != nil
    // An earlier release may have written what still waits.
    if let stored {
      guard try list.hasWritten(stored.digest, of: .device, at: stored.device.revision) else {
        throw SyncError.malformed("what the list knows of its hub is not what was written")
      }
      record = coding.migrated(try DeviceRecord(stored))
      noted = try list.snapshot(at: stored.device.revision)
    } else {
      let former = try Self.formerRecord(in: list)
      try list.acknowledge(by: Self.subscriberName)
      record = coding.migrated(former?.record ?? DeviceRecord(opening: name))
      noted = try list.snapshot(at: former?.revision ?? 0)
    }
    try integrate(nil)
  }

  /// Returns what a list of an earlier format has in the user info of a revision, with the revision.
  private static func formerRecord(
    in list: List
  ) throws -> (record: DeviceRecord, revision: Revision)? {
    var found: (record: DeviceRecord, revision: Revision)?
    try list.forEachAnnotation(upTo: list.snapshot.revision) { revision, annotation in
      guard let note = annotation.deviceNote else { return true }
      guard note["pending"] != nil else {
        throw SyncError.malformed("what the list knows of its hub is gone")
      }
      found = (try DeviceRecord(formerNote: note), revision)
      return false
    }
    return found
  }

  /// Takes what became of changes since the last call.
  package mutating func takeOutcomes() -> [SyncOutcome] {
    defer { outcomes = [] }
    return outcomes
  }

  /// Whether the hub has not settled everything that the device has changed.
  package var hasPendingChanges: Bool {
    get throws { try !record.pending.isEmpty || hasOwnChanges }
  }

  /// Whether there are changes to send; they may turn out to be too large when they are noted.
  package var hasChangesToSend: Bool {
    get throws { record.pending.isEmpty ? try hasOwnChanges : unsent == nil }
  }

  /// The first pending change, if it cannot be sent.
  package var unsent: SyncOutcome? {
    guard let first = record.pending.first, let obstacle = obstacle(of: first) else { return nil }
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
    guard record.pending.contains(where: { $0.key.number == revision }) else { return false }
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
      for change in record.pending.prefix(limits.sentCountMax) {
        if obstacle(of: change) != nil { break }
        byteCount += change.json.byteCount
        if !changes.isEmpty, byteCount > limits.messageByteCountMax { break }
        changes.append(change)
      }
    }
    return SyncRequest(
      hub: record.hub, after: record.hubRevision, mark: needsWhole ? Self.noMark : record.mark,
      changes: changes, names: Set(record.pending.map(\.key.name)).union([name]),
      returning: returning.those(of: changes), page: pages?.next, keepsKeys: list.hasKeys
    ).json
  }

  /// A mark that no revision has.
  private static var noMark: String { "none" }

  /// The base: the hub's list as the device has it, without pending changes.
  func base() throws -> ModelledList {
    var (next, touched) = (noted.state.nextIdentifiers, TouchedIdentities())
    return try record.base(
      of: modelled(noted), syncing: syncedStates, next: &next, touching: &touched)
  }

  /// The hub's revision that the device has.
  package var hubRevision: Revision { record.hubRevision }

  /// How far the device is: an answer that leaves all of it as it was brings nothing, and asking again would not end.
  struct Progress: Equatable {
    fileprivate let hubRevision: Revision
    fileprivate let next: ChangeKey?
    fileprivate let page: WholePage.Start?

    /// Whether the device has a first page of the list, but another one than before.
    func begins(after former: Progress) -> Bool {
      guard let page else { return false }
      return former.page.map {
        $0.revision != page.revision || $0.mark != page.mark || page.path <= $0.path
      } ?? true
    }
  }

  /// How far the device is.
  var progress: Progress {
    Progress(
      hubRevision: record.hubRevision, next: record.pending.first?.key, page: pages?.next)
  }

  /// Returns what is wrong with what the device knows, `nil` if the hub's list and the pending
  /// changes give the list.
  package func damage() throws -> String? {
    let noted = modelled(noted)
    let rebased = try LocalChanges(record: record, noted: noted, chain: record.chain, list: noted)
      .rebased(onto: nil, syncing: syncedStates)
    return rebased.isEmpty
      ? nil
      : "the pending changes do not lead to the list: \(rebased.changeset) \(rebased.states.json)"
  }

  /// Whether the device's user has changed what is to be sent since the record. The journal says so: nothing is
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
}
