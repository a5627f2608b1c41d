internal import GRDB
package import RosterCore
internal import RosterJSON
internal import RosterRows

/// Where a list is, and who reads it.
package struct JournalHead: Sendable {
  /// The last revision.
  package var present: Revision
  /// The oldest revision that can be read.
  package var oldest: Revision
  /// The registered subscribers, by name.
  package var subscribers: [JournalSubscriber]
}

/// A model or state that was written: the revision that wrote it, and the one that ended it.
package struct ValueSpan: Hashable, Sendable {
  /// The scope of a state, as text; `nil` for a model.
  package var scope: String?
  package var version: Revision
  /// `nil` if the value is the present one.
  package var until: Revision?
}

/// What an inspector reads of the journal. Nothing here stops at damage: a row that is unreadable is
/// what the inspector is for.
extension SQLiteList {
  /// Returns where the list is.
  ///
  /// - Complexity: O(log *n* + *s*) for *s* subscribers.
  package func head() throws(StorageError) -> JournalHead {
    try store.read { database in
      JournalHead(
        present: try storedRevision(database), oldest: try oldestRevision(database),
        subscribers: try store.hasSteps(database) ? subscribers(database) : [])
    }
  }

  /// Returns the rows of revisions, ascending. Revisions that the journal does not have are left
  /// out.
  ///
  /// - Complexity: O(size of the rows).
  package func journalRows(
    _ revisions: ClosedRange<Revision>, limit: Int
  ) throws(StorageError) -> [JournalRow] {
    try store.read { database in
      var rows: [JournalRow] = []
      try database.cachedPrepared(journalSQL(database)).forEachRow(
        keys.key(max(1, revisions.lowerBound) - 1),
        keys.key(min(revisions.upperBound, keys.number(keys.last))), max(0, limit)
      ) { rows.append(JournalRow($0, keys)) }
      return rows
    }
  }

  /// Returns the row of a revision with what the list reads in it; `nil` if there is no such row.
  ///
  /// - Parameters:
  ///   - changeCountMax: The maximum number of changes of which an entry is read.
  ///   - checksDigest: Whether the digest is computed, for which all models that the revision wrote
  ///     are read.
  /// - Returns: The row; its entry unless the row is damaged or has too many changes; and whether it
  ///   has its digest, if that was computed.
  package func journalRow(
    _ revision: Revision, changeCountMax: Int, checksDigest: Bool
  ) throws(StorageError) -> (
    row: JournalRow, entry: JournalEntry?, digest: JournalRow.DigestState?
  )? {
    guard revision > 0, revision <= keys.number(keys.last) else { return nil }
    return try store.read { database in
      var found: (JournalRow, JournalEntry?, JournalRow.DigestState?)?
      let models = try WrittenModels(self, database)
      try database.cachedPrepared(journalSQL(database)).forEachRow(
        keys.key(revision - 1), keys.key(revision), 1
      ) { row in
        let read = JournalRow(row, keys)
        // A damaged count must not fill the memory.
        guard (read.counts?.total ?? 0) <= changeCountMax else {
          found = (read, nil, nil)
          return
        }
        guard let entry = try? entry(row) else {
          found = (read, nil, .unreadable)
          return
        }
        found = (read, entry, nil)
        guard checksDigest else { return }
        let digest = try models.digest(of: entry, models.states(of: entry), row)
        found?.2 = digest.map { $0 == row.integer(4) ? .intact : .altered } ?? .modelGone
      }
      return found
    }
  }

  /// Returns which later revisions take back some revisions.
  ///
  /// - Parameters:
  ///   - revisions: The revisions that may be taken back.
  ///   - last: The last revision that is looked at.
  /// - Returns: The last revision that takes each one back.
  /// - Complexity: O(*k*) for *k* revisions from the first of them to the last one.
  package func takenBack(
    _ revisions: ClosedRange<Revision>, upTo last: Revision
  ) throws(StorageError) -> [Revision: Revision] {
    try store.read { database in
      var found: [Revision: Revision] = [:]
      guard try store.hasSteps(database) else { return found }
      try database.cachedPrepared(
        """
        SELECT id, takes_back FROM journal
        WHERE id BETWEEN ?1 AND ?2 AND takes_back BETWEEN ?3 AND ?4 ORDER BY id
        """
      ).forEachRow(
        keys.key(max(0, revisions.lowerBound)), keys.key(max(0, last)), revisions.lowerBound,
        revisions.upperBound
      ) { found[$0.integer(1)] = keys.number($0.integer(0)) }
      return found
    }
  }

  /// Returns when the model of an item or section was written, newest first.
  ///
  /// - Complexity: O(log *n* + limit).
  package func modelSpans(of tree: TreeID, limit: Int) throws(StorageError) -> [ValueSpan] {
    let table: ValueTable = tree.item == nil ? .sections : .items
    return try store.read { database in
      var spans: [ValueSpan] = []
      try database.cachedPrepared(
        """
        SELECT version, NULL AS until FROM \(table.name) WHERE \(table.key) = ?1
        UNION ALL SELECT version, until FROM \(table.history) WHERE \(table.owner) = ?1
        ORDER BY version DESC LIMIT ?2
        """
      ).forEachRow(keys.key(tree.number), max(0, limit)) {
        spans.append(ValueSpan(version: $0.integer(0), until: $0.isNull(1) ? nil : $0.integer(1)))
      }
      return spans
    }
  }

  /// Returns when the states of an item, header or footer were written, newest first.
  ///
  /// - Complexity: O(log *n* + *h* log *h*) for *h* states that it ever had.
  package func stateSpans(of tree: TreeID, limit: Int) throws(StorageError) -> [ValueSpan] {
    let table = StateTable(tree)
    return try store.read { database in
      guard try table == .items ? store.hasStates(database) : store.hasSupplementStates(database)
      else { return [] }
      var spans: [ValueSpan] = []
      try database.cachedPrepared(
        """
        SELECT scope, version, NULL AS until FROM \(table.name) WHERE \(table.isOwn)
        UNION ALL SELECT scope, version, until FROM \(table.name)_history WHERE \(table.isOwn)
        ORDER BY version DESC, scope LIMIT ?2
        """
      ).forEachRow(keys.key(tree.number), max(0, limit)) {
        spans.append(
          ValueSpan(
            scope: $0.text(0), version: $0.integer(1), until: $0.isNull(2) ? nil : $0.integer(2)))
      }
      return spans
    }
  }

  /// Returns the revisions that moved an item by itself, newest first. Moves are kept nowhere but in
  /// the journal.
  ///
  /// - Complexity: O(size of the rows of the revisions).
  package func moves(
    of item: ItemID, in revisions: ClosedRange<Revision>
  ) throws(StorageError) -> [(revision: Revision, move: ItemMove)] {
    try store.read { database in
      var moves: [(revision: Revision, move: ItemMove)] = []
      try database.cachedPrepared(
        """
        SELECT id, change FROM journal WHERE id BETWEEN ? AND ? AND instr(change, '"movedItems"') > 0
        ORDER BY id DESC
        """
      ).forEachRow(
        keys.key(max(0, revisions.lowerBound)), keys.key(max(0, revisions.upperBound))
      ) { row in
        let parts = try? JSONParser().parse(row.bytes(1))
        for move in parts?[JournalCoding.Part.movedItems.rawValue]?.arrayValue ?? [] {
          let numbers = (move.arrayValue ?? []).compactMap(\.intValue)
          guard numbers.count == 5, numbers[4] == item.rawValue else { continue }
          moves.append(
            (
              keys.number(row.integer(0)),
              ItemMove(
                source: ItemPath(section: numbers[0], item: numbers[1]),
                target: ItemPath(section: numbers[2], item: numbers[3]))
            ))
        }
      }
      return moves
    }
  }
}
