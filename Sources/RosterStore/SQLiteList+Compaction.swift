public import RosterCore
internal import GRDB

extension SQLiteList {
  /// Removes the oldest revisions from the journal, with the before-images that only they need.
  ///
  /// Done in transactions of some hundred revisions, so that others can write in between; a process
  /// that is killed leaves a journal that is shorter by some of them. What is freed is used by later
  /// commits; ``SQLiteStore/vacuum()`` gives it back to the file system.
  ///
  /// What is removed vouches for what is left, so every revision is compared with its digest before
  /// it is removed. What the other revisions wrote is not looked at; ``SQLiteStore/check(journalTail:)``
  /// does that.
  ///
  /// - Throws: `busy`, `readOnly`; `corrupt` if one of the revisions, or what it wrote, was altered,
  ///   and then nothing was removed by this transaction.
  /// - Complexity: O(*k* log *n*) for *k* changes in the removed revisions.
  @discardableResult
  public func compact(
    _ retention: JournalRetention, keeping revision: Revision? = nil
  ) throws(StorageError) -> JournalCompaction {
    var result = JournalCompaction(removedCount: 0, oldestRevision: 0)
    var isDone = false
    while !isDone {
      let step = try store.write { database, _ in
        try JournalCompactor(self, database, retention, keeping: revision).removeSome()
      }
      result.removedCount += step.removedCount
      result.oldestRevision = step.oldestRevision
      result.heldBy = step.heldBy
      isDone = step.isDone
    }
    return result
  }
}

/// One transaction of a compaction.
private struct JournalCompactor {
  /// What one transaction did.
  struct Step {
    var removedCount = 0
    var oldestRevision: Revision
    var heldBy: String?
    var isDone: Bool
  }

  /// After how many revisions, or changes in them, the others are left for the next transaction.
  private static let revisionCountMax = 256
  private static let changeCountMax = 16_384

  private let list: SQLiteList
  private let database: Database
  private let retention: JournalRetention
  private let oldest: Revision
  private let newest: Revision
  /// No revision from here on is removed.
  private let bound: Revision
  private let heldBy: String?
  private let models: WrittenModels

  init(
    _ list: SQLiteList, _ database: Database, _ retention: JournalRetention,
    keeping revision: Revision?
  ) throws {
    self.list = list
    self.database = database
    self.retention = retention
    oldest = try list.oldestRevision(database)
    newest = try list.storedRevision(database)
    models = try WrittenModels(list, database)
    // The last row says where the list is.
    let own = min(newest - 1, revision ?? newest)
    let slowest = try list.subscribers(database).min { $0.revision < $1.revision }
    bound = min(own, slowest?.revision ?? own)
    heldBy = slowest.flatMap { $0.revision < own ? $0.name : nil }
  }

  /// Removes what one transaction takes.
  func removeSome() throws -> Step {
    let wanted = try wantedOldest()
    let target = max(oldest, min(bound, wanted))
    var step = Step(
      oldestRevision: oldest, heldBy: wanted > bound ? heldBy : nil, isDone: true)
    let entries = try entries(upTo: target)
    guard !entries.isEmpty else { return step }
    var seal = try ListSeal(list, database)
    // The journal must begin where the last compaction left it, or something is missing.
    guard seal.oldest == oldest else { throw DamagedRow("list", list.keys.list) }
    var changeCount = 0
    for entry in entries {
      if changeCount >= Self.changeCountMax { break }
      try remove(entry, from: &seal.base)
      changeCount += entry.record.changeCount + entry.states.count
      step.removedCount += 1
      step.oldestRevision = entry.revision
    }
    step.isDone = step.removedCount == 0 || (step.oldestRevision >= target && !isTooLarge)
    seal.oldest = step.oldestRevision
    try seal.write(ofList: list.keys.list, named: list.name, database)
    return step
  }

  /// The oldest revision that is to be left, as far as one transaction goes.
  private func wantedOldest() throws -> Revision {
    var wanted = oldest
    if let count = retention.revisionCountMax { wanted = max(wanted, newest - max(0, count)) }
    if let age = retention.ageMax { wanted = max(wanted, try firstRevision(youngerThan: age) - 1) }
    if try isTooLarge(retention.byteCountMax) {
      wanted = max(wanted, oldest + Self.revisionCountMax)
    }
    return wanted
  }

  /// Whether a limit of bytes may ask for more once this transaction is done.
  private var isTooLarge: Bool { retention.byteCountMax != nil }

  private func isTooLarge(_ byteCountMax: Int?) throws -> Bool {
    guard let byteCountMax else { return false }
    func number(_ name: String) throws -> Int {
      try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0
    }
    let pageCount = try number("page_count") - number("freelist_count")
    return try pageCount * number("page_size") > byteCountMax
  }

  private func firstRevision(youngerThan age: Duration) throws -> Revision {
    let now = Double(list.store.configuration.clock())
    // An age may be longer than any clock counts, to mean forever.
    let cutoff = Int(max(-1e15, min(now - age / .milliseconds(1), 1e15)))
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
    try database.cachedPrepared(list.journalSQL(database))
      .forEachRow(list.keys.first, list.keys.key(target), Self.revisionCountMax) {
        let entry = try list.entry($0)
        guard entry.revision == oldest + entries.count + 1,
          try models.isUnaltered(entry, $0)
        else { throw DamagedRow("journal", $0.integer(0)) }
        entries.append(entry)
      }
    return entries
  }

  /// Removes a revision and what it replaced, which only earlier revisions need. What the revision
  /// wrote then belongs to the base, as far as it is still there.
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

  /// Removes what a revision replaced or removed.
  private func forget(
    _ table: ValueTable, _ numbers: [Int], _ revision: Revision, _ base: inout BaseDigest
  ) throws {
    if numbers.isEmpty { return }
    let statement = try database.cachedPrepared(
      """
      DELETE FROM \(table.history) WHERE \(table.owner) = ? AND until = ?
      RETURNING \(table.historyColumns)
      """)
    for number in numbers {
      try statement.forEachRow(list.keys.key(number), revision) { base.remove($0, of: table) }
    }
  }

  /// Adds the models that a revision wrote, wherever they are now.
  private func add(
    _ table: ValueTable, _ numbers: [Int], _ revision: Revision, _ base: inout BaseDigest
  ) throws {
    if numbers.isEmpty { return }
    let statement = try database.cachedPrepared(
      """
      SELECT \(table.columns) FROM \(table.name) WHERE \(table.key) = ?1 AND version = ?2
      UNION ALL
      SELECT \(table.historyColumns) FROM \(table.history)
      WHERE \(table.owner) = ?1 AND until > ?2 AND version = ?2
      """)
    for number in numbers {
      try statement.forEachRow(list.keys.key(number), revision) { base.add($0, of: table) }
    }
  }

  /// Removes the state that a revision replaced or forgot, and adds the one that it wrote.
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
      RETURNING \(table.historyColumns)
      """
    ).forEachRow(owner, scope, revision) { base.remove($0, of: table) }
    try database.cachedPrepared(
      """
      SELECT \(table.columns) FROM \(table.name) WHERE \(place.isOwn) AND scope = ?2 AND version = ?3
      UNION ALL
      SELECT \(table.historyColumns) FROM \(table.history)
      WHERE \(place.isOwn) AND scope = ?2 AND until > ?3 AND version = ?3
      """
    ).forEachRow(owner, scope, revision) { base.add($0, of: table) }
  }
}

extension ChangeRecord {
  /// The number of rows that the change may have replaced.
  fileprivate var changeCount: Int {
    identities.updatedItems.count + identities.removedItems.count
      + identities.updatedSections.count + identities.removedSections.count
  }
}
