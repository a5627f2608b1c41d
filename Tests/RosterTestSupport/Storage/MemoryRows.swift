internal import RosterCore
internal import RosterJSON
internal import RosterRows

/// What a list in memory holds: what the rows of a database would, by the same rules.
struct MemoryRows: Sendable {
  /// What the journal keeps of a revision.
  struct JournalRow: Sendable {
    var entry: JournalEntry
    var nextIdentifiers: NextIdentifiers
    /// What undo and redo revert after it.
    var tops: RowTops
    /// When it was committed, in milliseconds since 1970.
    var committed: Int
    /// The number of bytes that it has written: models, states and texts.
    var byteCount: Int
  }

  private(set) var pages = MemoryPages()
  private(set) var journal: [JournalRow] = []
  private(set) var items: [ItemID: ValueHistory<StoredValue>] = [:]
  private(set) var sections: [SectionID: ValueHistory<StoredValue>] = [:]
  /// The keys of the models of items.
  var itemKeys: [ItemID: ValueHistory<ModelKey>] = [:]
  /// The revision from which on all items have keys; `nil` if they have none.
  var keysRevision: Revision?
  private(set) var states: [TreeID: [ScopePath: ValueHistory<StoredState>]] = [:]
  /// By name, in the order of the bytes.
  private(set) var subscribers: [JournalSubscriber] = []
  /// What the list knows of its hub, with the pending changes by number.
  private var device: (row: DeviceRows.Device, pending: [Int: DeviceRows.Pending])?
  /// What the list knows of devices.
  private(set) var hubRows: HubRows?
  /// The revision before the first one of the journal.
  private(set) var oldest: Revision = 0

  /// How many transactions have committed revisions.
  private(set) var commitCount = 0

  /// The last revision.
  var revision: Revision { oldest + journal.count }

  func open() throws(StorageError) -> ListState { try pages.open() }

  // MARK: Writing

  /// - Parameter time: When the group is committed, in milliseconds since 1970.
  mutating func commit(_ group: CommitGroup, at time: Int) throws(StorageError) {
    guard group.source.revision == revision else { throw isStale }
    if keysRevision != nil, group.changes.contains(where: \.writesItemsWithoutKeys) {
      throw .keyRequired
    }
    commitCount += 1
    try pages.write(group)
    for change in group.changes {
      try writeJournal(change, at: time)
      writeModels(change)
      writeKeys(change)
      writeStates(change)
      if let write = change.device { self.write(write) }
      if let write = change.hub { self.write(write) }
    }
  }

  private mutating func write(_ write: DeviceWrite) {
    var pending = device?.pending ?? [:]
    for number in write.removed { pending[number] = nil }
    for change in write.pending { pending[change.number] = change }
    device = (write.device, pending)
  }

  private mutating func write(_ write: HubWrite) {
    let settled = (hubRows?.settled ?? []).filter { row in
      !write.removedSettled.contains(row.number)
        && !write.settled.contains { $0.number == row.number }
    }
    let losses = (hubRows?.losses ?? []).filter { row in
      !write.removedLosses.contains(row.number)
        && !write.losses.contains { $0.number == row.number }
    }
    hubRows = HubRows(
      write.hub, settled: (settled + write.settled).sorted { $0.number < $1.number },
      losses: (losses + write.losses).sorted { $0.number < $1.number })
  }

  private mutating func writeJournal(_ change: StoredChange, at time: Int) throws(StorageError) {
    var entry = change.entry
    let text = Array(JournalCoding.encode(entry.record, states: entry.states).utf8)
    guard
      let read = text.withUnsafeBytes({ JournalCoding.decode($0, next: change.nextIdentifiers) })
    else { throw StorageError(.corrupt, "revision \(entry.revision) is no text of a change") }
    (entry.record, entry.states) = read
    do {
      var steps = StepAdvance(standard: nil)
      let tops = try steps.advance(entry) { self.tops(after: $0, inScope: $1) }
      journal.append(
        JournalRow(
          entry: entry, nextIdentifiers: change.nextIdentifiers, tops: tops, committed: time,
          byteCount: text.count + Self.byteCount(of: change)))
    } catch {
      throw error as? StorageError ?? StorageError(.corrupt, "\(error)")
    }
  }

  /// The number of bytes of what a change writes beside its text.
  private static func byteCount(of change: StoredChange) -> Int {
    func size(_ value: StoredValue) -> Int {
      switch value {
      case .null: 0
      case .text(let text): text.utf8.count
      case .blob(let bytes): bytes.count
      }
    }
    let annotation = change.entry.annotation
    var count = [annotation.origin, annotation.at].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    if !annotation.userInfo.isEmpty {
      count += JSONValue.object(annotation.userInfo).canonicalText.utf8.count
    }
    change.forEachWrittenModel { model, _ in count += size(model) }
    change.forEachWrittenState { _, state in count += state.map { size($0.value) } ?? 0 }
    return count
  }

  private mutating func writeModels(_ change: StoredChange) {
    let identities = change.entry.record.identities
    let revision = change.entry.revision
    let removal = TreeRemoval(identities)
    for (item, model) in zip(identities.updatedItems, change.updatedItems)
    where !removal.items.contains(item) { items[item]?.write(model, at: revision) }
    for item in removal.items { items[item]?.write(nil, at: revision) }
    for (item, model) in zip(identities.insertedItems, change.insertedItems) {
      items[item, default: ValueHistory()].write(model, at: revision)
    }
    for (section, model) in zip(identities.updatedSections, change.updatedSections)
    where !removal.sections.contains(section) { sections[section]?.write(model, at: revision) }
    for section in removal.sections { sections[section]?.write(nil, at: revision) }
    for (section, model) in zip(identities.insertedSections, change.insertedSections) {
      sections[section, default: ValueHistory()].write(model, at: revision)
    }
  }

  private mutating func writeStates(_ change: StoredChange) {
    let revision = change.entry.revision
    change.forEachWrittenState { address, state in
      states[address.tree, default: [:]][address.scope, default: ValueHistory()]
        .write(state, at: revision)
    }
    let removal = TreeRemoval(change.entry.record.identities)
    for tree in removal.items.map(TreeID.item) + removal.sections.flatMap(\.trees) {
      for scope in states[tree]?.keys.map(\.self) ?? [] {
        states[tree]?[scope]?.write(nil, at: revision)
      }
    }
  }

  // MARK: Reading

  /// What the list knows of its hub.
  var deviceRows: DeviceRows? {
    device.map { device in
      DeviceRows(
        device.row, pending: device.pending.values.sorted { $0.number < $1.number })
    }
  }

  func models(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    let models = items.map { self.items[$0]?.value(at: revision) }
    if models.contains(nil) { try requireKept(revision) }
    return models
  }

  func models(
    of sections: [SectionID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    let models = sections.map { self.sections[$0]?.value(at: revision) }
    if models.contains(nil) { try requireKept(revision) }
    return models
  }

  func states(
    of trees: [TreeID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    if trees.isEmpty { return [] }
    try requireKept(revision)
    return trees.map { (states[$0] ?? [:]).compactMapValues { $0.value(at: revision) } }
  }

  func entries(after revision: Revision, limit: Int) throws(StorageError) -> [JournalEntry] {
    guard (0...self.revision).contains(revision) else { throw isStale }
    try requireKept(revision)
    return journal.dropFirst(revision - oldest).prefix(max(0, limit)).map(\.entry)
  }

  func nextIdentifiers(after revision: Revision) throws(StorageError) -> NextIdentifiers {
    if let row = row(revision) { return row.nextIdentifiers }
    if revision <= oldest { throw isCompacted(revision) }
    throw isStale
  }

  func steps(
    at revision: Revision, in scope: UndoScope
  ) throws(StorageError) -> JournalSteps {
    if scope == .none { return JournalSteps() }
    do {
      let walk = StepWalk(
        RowKey(list: 1), oldest: oldest, tops: { tops(after: $0, inScope: scope.name) },
        groupName: { row($0)?.entry.annotation.group })
      return try walk.steps(at: revision)
    } catch {
      throw StorageError(.corrupt, "\(error)")
    }
  }

  /// - Parameter scope: `nil` for the standard one.
  private func tops(after revision: Revision, inScope scope: String?) -> StepTops {
    if revision == 0 { return StepTops() }
    guard let scope else { return row(revision)?.tops.standard ?? StepTops(undo: revision) }
    let rows = journal.prefix(max(0, revision - oldest))
    return rows.last { $0.tops.scoped?.name.utf8.elementsEqual(scope.utf8) == true }?.tops.scoped?
      .tops
      ?? StepTops(undo: min(revision, oldest))
  }

  /// What the journal has of a revision.
  private func row(_ revision: Revision) -> JournalRow? {
    revision > oldest && revision <= self.revision ? journal[revision - oldest - 1] : nil
  }

  // MARK: Errors

  func requireKept(_ revision: Revision) throws(StorageError) {
    if revision < oldest { throw isCompacted(revision) }
  }

  private func isCompacted(_ revision: Revision) -> StorageError {
    .compacted(
      "revision \(revision) is no longer kept; the oldest one that is left is \(oldest)",
      oldest: oldest)
  }

  private var isStale: StorageError {
    StorageError(.stale, "the list is at revision \(revision); open it again")
  }
}

// MARK: - Compaction

extension MemoryRows {
  /// - Parameter clock: The time now, in milliseconds since 1970.
  mutating func compact(
    _ retention: JournalRetention, keeping revision: Revision?, _ clock: () -> Int
  ) throws(StorageError) -> JournalCompaction {
    let plan = CompactionPlan(
      oldest: oldest, newest: self.revision, subscribers: subscribers, keeping: revision)
    var wanted = plan.wanted(keeping: retention.revisionCountMax)
    if let age = retention.ageMax {
      let cutoff = CompactionPlan.cutoff(age, at: clock())
      let young = journal.firstIndex { $0.committed >= cutoff } ?? journal.count
      wanted = max(wanted, oldest + young)
    }
    if let byteCountMax = retention.byteCountMax {
      wanted = max(wanted, firstRevision(keepingBytes: byteCountMax))
    }
    let target = plan.target(wanted: wanted)
    defer { forget(before: target) }
    return JournalCompaction(
      removedCount: target - oldest, oldestRevision: target, heldBy: plan.heldBy(wanted: wanted))
  }

  /// Returns the first revision from which on no more bytes have been written than some. What the first one of a
  /// compacted journal has written does not count.
  private func firstRevision(keepingBytes byteCountMax: Int) -> Revision {
    var first = oldest
    func count(after first: Revision) -> Int {
      journal.dropFirst(first - oldest).reduce(0) { $0 + $1.byteCount }
    }
    while first < revision - JournalRetention.leastRevisionCount,
      count(after: first == 0 ? 0 : max(first, oldest + 1)) > max(0, byteCountMax)
    {
      first += 1
    }
    return first
  }

  /// Removes the revisions up to one, and the values that only earlier revisions had.
  private mutating func forget(before oldest: Revision) {
    journal.removeFirst(oldest - self.oldest)
    self.oldest = oldest
    items = items.compactMapValues { $0.forgetting(before: oldest) }
    itemKeys = itemKeys.compactMapValues { $0.forgetting(before: oldest) }
    sections = sections.compactMapValues { $0.forgetting(before: oldest) }
    states = states.mapValues { $0.compactMapValues { $0.forgetting(before: oldest) } }
  }
}

// MARK: - Subscribers

extension MemoryRows {
  mutating func acknowledge(
    _ revision: Revision?, by subscriber: String
  ) throws(StorageError) -> Revision {
    guard !subscriber.utf8.contains(0) else {
      throw StorageError(.unencodable, "the name of a subscriber must not hold a zero byte")
    }
    let known = subscribers.first { $0.isNamed(subscriber) }?.revision
    let seen = max(known ?? 0, revision ?? known ?? oldest)
    guard seen <= self.revision else { throw isStale }
    try requireKept(seen)
    subscribers.removeAll { $0.isNamed(subscriber) }
    subscribers.append(JournalSubscriber(name: subscriber, revision: seen))
    subscribers.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return seen
  }

  mutating func removeSubscriber(_ subscriber: String) {
    subscribers.removeAll { $0.isNamed(subscriber) }
    switch SyncRole(subscriber: subscriber) {
    case .device: device = nil
    case .hub: hubRows = nil
    case nil: break
    }
  }
}

extension JournalSubscriber {
  /// Databases compare the bytes of names. `==` of Swift treats a composed and a decomposed letter as
  /// equal.
  fileprivate func isNamed(_ name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }
}
