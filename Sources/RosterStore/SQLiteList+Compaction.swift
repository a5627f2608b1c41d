public import RosterCore
internal import RosterRows

extension SQLiteList {
  /// Removes the oldest revisions from the journal, with the before-images that only they need.
  ///
  /// The compaction runs in transactions of some hundred revisions, so that other connections can
  /// write in between. If the process is killed, the finished transactions have shortened the
  /// journal. Later commits use the freed pages; ``SQLiteStore/vacuum()`` returns them to the file
  /// system.
  ///
  /// What a removed revision wrote becomes part of the base, whose digest is then written anew. So
  /// every revision is compared with its own digest before it is removed. The compaction does not
  /// check what the other revisions wrote; ``SQLiteStore/check(journalTail:)`` does.
  ///
  /// - Throws: `busy`, `readOnly`; `corrupt` if one of the revisions, or what it wrote, was
  ///   altered; the failed transaction then removes nothing.
  /// - Complexity: O(*k* log *n*) for *k* changes in the removed revisions.
  @discardableResult
  public func compact(
    _ retention: JournalRetention, keeping revision: Revision? = nil
  ) throws(StorageError) -> JournalCompaction {
    try JournalCompaction { () throws(StorageError) in
      try store.write { database, _ in
        try JournalCompactor(self, database, retention, keeping: revision).removeSome()
      }
    }
  }
}

/// One transaction of a compaction.
private struct JournalCompactor {
  private let list: SQLiteList
  private let database: ListConnection
  private let retention: JournalRetention
  private let plan: CompactionPlan
  private let newest: Revision
  private let models: WrittenModels

  init(
    _ list: SQLiteList, _ database: ListConnection, _ retention: JournalRetention,
    keeping revision: Revision?
  ) throws {
    self.list = list
    self.database = database
    self.retention = retention
    newest = try list.storedRevision(database)
    plan = CompactionPlan(
      oldest: try list.oldestRevision(database), newest: newest,
      subscribers: try list.rows(database).registeredSubscribers(), keeping: revision)
    models = try WrittenModels(list, database)
  }

  /// Removes as many revisions as one transaction may.
  func removeSome() throws -> CompactionStep {
    let wanted = try wantedOldest()
    let target = plan.target(wanted: wanted)
    var step = CompactionStep(plan, wanted: wanted)
    guard target > plan.oldest else { return step }
    var seal = try ListSeal(list, database)
    // The journal must begin where the last compaction ended; otherwise a part of it is missing.
    guard seal.oldest == plan.oldest else { throw DamagedRow("list", list.keys.list) }
    let entries = try entries(upTo: target, addingValuesTo: &seal.base)
    guard let last = entries.last?.revision else { return step }
    for entry in entries { try remove(entry, from: &seal.base) }
    step.removedCount = entries.count
    step.oldestRevision = last
    step.isDone = last >= target
    seal.oldest = step.oldestRevision
    try seal.write(ofList: list.keys.list, named: list.name, database)
    try database.notifyChanges(of: "journal")
    return step
  }

  /// Returns the oldest revision to keep, if the limits alone decided.
  private func wantedOldest() throws -> Revision {
    var wanted = plan.wanted(keeping: retention.revisionCountMax)
    if let age = retention.ageMax { wanted = max(wanted, try firstRevision(youngerThan: age) - 1) }
    let written = try database.cachedPrepared("SELECT written FROM journal WHERE id = ?")
    return try max(
      wanted,
      plan.wanted(keepingBytes: retention.byteCountMax) { revision in
        var count = 0
        try written.forEachRow(list.keys.key(revision)) { count = $0.integer(0) }
        return count
      })
  }

  private func firstRevision(youngerThan age: Duration) throws -> Revision {
    let cutoff = CompactionPlan.cutoff(age, at: list.store.configuration.clock())
    var first = newest + 1
    try database.cachedPrepared(
      "SELECT id FROM journal WHERE id BETWEEN ? AND ? AND committed >= ? ORDER BY id LIMIT 1"
    ).forEachRow(list.keys.first, list.keys.last, cutoff) {
      first = list.keys.number($0.integer(0))
    }
    return first
  }

  /// Returns the first entries, up to what one transaction removes, once they are compared with their digests.
  ///
  /// - Parameter base: Gains the models and states that the revisions wrote, wherever they are stored now. They are read
  ///   once, for the digest of the revision and for that of the base.
  private func entries(
    upTo target: Revision, addingValuesTo base: inout BaseDigest
  ) throws -> [JournalEntry] {
    var entries: [JournalEntry] = []
    var changeCount = 0
    try database.cachedPrepared(list.store.format(database).journalSQL)
      .forEachRow(list.keys.first, list.keys.key(target), CompactionPlan.revisionCountMax) {
        if changeCount >= CompactionPlan.changeCountMax { return }
        let entry = try JournalEntry($0, list.keys)
        guard entry.revision == plan.oldest + entries.count + 1,
          try models.isUnaltered(entry, $0, visit: { base.add($0, of: $1) })
        else { throw DamagedRow("journal", $0.integer(0)) }
        changeCount += entry.record.changedCount + entry.states.count
        entries.append(entry)
      }
    return entries
  }

  /// Removes a revision and the before-images that it made, which only earlier revisions need.
  private func remove(_ entry: JournalEntry, from base: inout BaseDigest) throws {
    let identities = entry.record.identities
    let removed = identities.removedItems.map(\.id.rawValue)
    let updated = identities.updatedItems.map(\.rawValue)
    try forget(.items, updated + removed, entry.revision, &base)
    let removedSections = identities.removedSections.map(\.rawValue)
    let updatedSections = identities.updatedSections.map(\.rawValue)
    try forget(.sections, updatedSections + removedSections, entry.revision, &base)
    for address in entry.states { try forget(address, entry.revision, &base) }
    try forget(.states, removed, entry.revision, &base)
    try forget(.supplementStates, removedSections, entry.revision, &base)
    try database.cachedPrepared("DELETE FROM journal WHERE id = ?")
      .run(list.keys.key(entry.revision))
  }

  /// Removes the before-images that a revision made.
  private func forget(
    _ table: ValueTable, _ numbers: [Int], _ revision: Revision, _ base: inout BaseDigest
  ) throws {
    if numbers.isEmpty { return }
    let statement = try database.cachedPrepared(
      """
      DELETE FROM \(table.history) WHERE \(table.owner) = ? AND until = ?
      RETURNING \(table.historyColumns())
      """)
    for number in numbers {
      try statement.forEachRow(list.keys.key(number), revision) { base.remove($0, of: table) }
    }
  }

  /// Removes the before-image of a state that a revision made.
  private func forget(
    _ address: StateAddress, _ revision: Revision, _ base: inout BaseDigest
  ) throws {
    let place = StateTable(address.tree)
    let table = ValueTable(place)
    try database.cachedPrepared(
      """
      DELETE FROM \(table.history) WHERE \(place.isOwn) AND scope = ?2 AND until = ?3
      RETURNING \(table.historyColumns())
      """
    ).forEachRow(
      list.keys.key(address.tree.number), address.scope.description, revision
    ) { base.remove($0, of: table) }
  }
}
