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
    let entries = try entries(upTo: target)
    guard !entries.isEmpty else { return step }
    var seal = try ListSeal(list, database)
    // The journal must begin where the last compaction ended; otherwise a part of it is missing.
    guard seal.oldest == plan.oldest else { throw DamagedRow("list", list.keys.list) }
    var changeCount = 0
    for entry in entries {
      if changeCount >= CompactionPlan.changeCountMax { break }
      try remove(entry, from: &seal.base)
      changeCount += entry.record.changedCount + entry.states.count
      step.removedCount += 1
      step.oldestRevision = entry.revision
    }
    step.isDone = step.removedCount == 0 || step.oldestRevision >= target
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

  private func entries(upTo target: Revision) throws -> [JournalEntry] {
    var entries: [JournalEntry] = []
    try database.cachedPrepared(list.store.format(database).journalSQL)
      .forEachRow(list.keys.first, list.keys.key(target), CompactionPlan.revisionCountMax) {
        let entry = try JournalEntry($0, list.keys)
        guard entry.revision == plan.oldest + entries.count + 1,
          try models.isUnaltered(entry, $0)
        else { throw DamagedRow("journal", $0.integer(0)) }
        entries.append(entry)
      }
    return entries
  }

  /// Removes a revision and the before-images that it made, which only earlier revisions need. The
  /// models and states that it wrote and that still exist then belong to the base.
  private func remove(_ entry: JournalEntry, from base: inout BaseDigest) throws {
    let identities = entry.record.identities
    let removed = identities.removedItems.map(\.id.rawValue)
    let updated = identities.updatedItems.map(\.rawValue)
    let inserted = identities.insertedItems.map(\.rawValue)
    try forget(.items, updated + removed, entry.revision, &base)
    try add(.items, updated + inserted, entry.revision, &base)
    let removedSections = identities.removedSections.map(\.rawValue)
    let updatedSections = identities.updatedSections.map(\.rawValue)
    let insertedSections = identities.insertedSections.map(\.rawValue)
    try forget(.sections, updatedSections + removedSections, entry.revision, &base)
    try add(.sections, updatedSections + insertedSections, entry.revision, &base)
    for address in entry.states { try move(address, entry.revision, &base) }
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

  /// Adds the models that a revision wrote, wherever they are stored now.
  private func add(
    _ table: ValueTable, _ numbers: [Int], _ revision: Revision, _ base: inout BaseDigest
  ) throws {
    if numbers.isEmpty { return }
    let statement = try database.cachedPrepared(
      """
      SELECT \(table.columns()) FROM \(table.name) WHERE \(table.key) = ?1 AND version = ?2
      UNION ALL
      SELECT \(table.historyColumns()) FROM \(table.history)
      WHERE \(table.owner) = ?1 AND until > ?2 AND version = ?2
      """)
    for number in numbers {
      try statement.forEachRow(list.keys.key(number), revision) { base.add($0, of: table) }
    }
  }

  /// Removes the before-image of a state that a revision made, and adds the state that it wrote.
  private func move(
    _ address: StateAddress, _ revision: Revision, _ base: inout BaseDigest
  ) throws {
    let place = StateTable(address.tree)
    let table: ValueTable = place == .items ? .states : .supplementStates
    let owner = list.keys.key(address.tree.number)
    let scope = address.scope.description
    try database.cachedPrepared(
      """
      DELETE FROM \(table.history) WHERE \(place.isOwn) AND scope = ?2 AND until = ?3
      RETURNING \(table.historyColumns())
      """
    ).forEachRow(owner, scope, revision) { base.remove($0, of: table) }
    try database.cachedPrepared(
      """
      SELECT \(table.columns()) FROM \(table.name) WHERE \(place.isOwn) AND scope = ?2 AND version = ?3
      UNION ALL
      SELECT \(table.historyColumns()) FROM \(table.history)
      WHERE \(place.isOwn) AND scope = ?2 AND until > ?3 AND version = ?3
      """
    ).forEachRow(owner, scope, revision) { base.add($0, of: table) }
  }
}
