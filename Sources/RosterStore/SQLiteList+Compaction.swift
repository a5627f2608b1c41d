public import RosterCore
internal import Foundation
internal import GRDB

extension SQLiteList {
  /// Removes the oldest revisions from the journal, with the before-images that only they need.
  ///
  /// Done in transactions of some hundred revisions, so that others can write in between; a process
  /// that is killed leaves a journal that is shorter by some of them. What is freed is used by later
  /// commits; ``SQLiteStore/vacuum()`` gives it back to the file system.
  ///
  /// - Throws: `busy`, `readOnly`, `corrupt` if an entry of the journal is unreadable.
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

  init(
    _ list: SQLiteList, _ database: Database, _ retention: JournalRetention,
    keeping revision: Revision?
  ) throws {
    self.list = list
    self.database = database
    self.retention = retention
    oldest = try list.oldestRevision(database)
    newest = try list.storedRevision(database)
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
    var changeCount = 0
    for entry in entries {
      if changeCount >= Self.changeCountMax { break }
      try remove(entry)
      changeCount += entry.record.changeCount + entry.states.count
      step.removedCount += 1
      step.oldestRevision = entry.revision
    }
    step.isDone = step.removedCount == 0 || (step.oldestRevision >= target && !isTooLarge)
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
    let now = Date().timeIntervalSince1970
    // An age may be longer than any clock counts; whoever means forever says so like that.
    let cutoff = Int(max(-1e15, min((now - age / .seconds(1)) * 1_000, 1e15)))
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
        entries.append(try list.entry($0))
      }
    return entries
  }

  /// Removes a revision, and what it replaced: nobody can ask for that any more.
  private func remove(_ entry: JournalEntry) throws {
    let identities = entry.record.identities
    let removed = identities.removedItems.map(\.id)
    try forget(
      "item", of: "item", (identities.updatedItems + removed).map(\.rawValue), entry.revision)
    try forget(
      "section", of: "section",
      (identities.updatedSections + identities.removedSections).map(\.rawValue),
      entry.revision)
    for address in entry.states {
      let table = StateTable(address.tree)
      try database.cachedPrepared(
        """
        DELETE FROM \(table.name)_history WHERE \(table.isOwn) AND scope = ?2 AND until = ?3
        """
      ).run(list.keys.key(address.tree.number), address.scope.description, entry.revision)
    }
    try forget("state", of: "item", removed.map(\.rawValue), entry.revision)
    try forget(
      "supplement_state", of: "section", identities.removedSections.map(\.rawValue),
      entry.revision)
    try database.cachedPrepared("DELETE FROM journal WHERE id = ?")
      .run(list.keys.key(entry.revision))
  }

  private func forget(
    _ table: String, of owner: String, _ numbers: [Int], _ revision: Revision
  ) throws {
    if numbers.isEmpty { return }
    let statement = try database.cachedPrepared(
      "DELETE FROM \(table)_history WHERE \(owner) = ? AND until = ?")
    for number in numbers { try statement.run(list.keys.key(number), revision) }
  }
}

extension ChangeRecord {
  /// The number of rows that the change may have replaced.
  fileprivate var changeCount: Int {
    identities.updatedItems.count + identities.removedItems.count
      + identities.updatedSections.count + identities.removedSections.count
  }
}
