internal import GRDB
package import RosterCore
package import RosterRows

/// A file of an older format may be open for reading: what it has not is empty.
extension SQLiteList: InspectableStorage {
  package var inspectableStore: any InspectableStore { store }

  package func head() throws(StorageError) -> JournalHead {
    try store.read { database in
      JournalHead(
        present: try storedRevision(database), oldest: try oldestRevision(database),
        subscribers: try store.hasSteps(database) ? subscribers(database) : [])
    }
  }

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
        let (entry, state) = read.entry(row, keys, changeCountMax: changeCountMax)
        found = (read, entry, state)
        guard checksDigest, let entry else { return }
        found?.2 = read.state(
          ofDigest: try models.digest(of: entry, models.states(of: entry), row))
      }
      return found
    }
  }

  package func takenBack(
    _ revisions: ClosedRange<Revision>, upTo last: Revision
  ) throws(StorageError) -> [Revision: Revision] {
    try store.read { database in
      var found: [Revision: Revision] = [:]
      guard try store.hasSteps(database) else { return found }
      try database.cachedPrepared(InspectionSQL.takenBack).forEachRow(
        keys.key(max(0, revisions.lowerBound)), keys.key(max(0, last)), revisions.lowerBound,
        revisions.upperBound
      ) { found[$0.integer(1)] = keys.number($0.integer(0)) }
      return found
    }
  }

  package func modelSpans(of tree: TreeID, limit: Int) throws(StorageError) -> [ValueSpan] {
    try store.read { try spans(InspectionSQL.modelSpans(of: tree), of: tree, limit, $0) }
  }

  package func stateSpans(of tree: TreeID, limit: Int) throws(StorageError) -> [ValueSpan] {
    try store.read { database in
      guard
        try StateTable(tree) == .items
          ? store.hasStates(database) : store.hasSupplementStates(database)
      else { return [] }
      return try spans(InspectionSQL.stateSpans(of: tree), of: tree, limit, database)
    }
  }

  private func spans(
    _ sql: String, of tree: TreeID, _ limit: Int, _ database: Database
  ) throws -> [ValueSpan] {
    var spans: [ValueSpan] = []
    try database.cachedPrepared(sql).forEachRow(keys.key(tree.number), max(0, limit)) {
      spans.append(ValueSpan($0))
    }
    return spans
  }

  package func moves(
    of item: ItemID, in revisions: ClosedRange<Revision>
  ) throws(StorageError) -> [(revision: Revision, move: ItemMove)] {
    try store.read { database in
      var moves: [(revision: Revision, move: ItemMove)] = []
      try database.cachedPrepared(InspectionSQL.moves).forEachRow(
        keys.key(max(0, revisions.lowerBound)), keys.key(max(0, revisions.upperBound))
      ) { row in
        guard let move = ItemMove(of: item, change: row.bytes(1)) else { return }
        moves.append((keys.number(row.integer(0)), move))
      }
      return moves
    }
  }
}
