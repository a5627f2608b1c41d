package import RosterCore
package import RosterRows

/// A file of an older format may be open for reading: what it has not is empty.
extension SQLiteList: InspectableStorage {
  package var inspectableStore: any InspectableStore { store }

  package func journalRow(
    _ revision: Revision, changeCountMax: Int, checksDigest: Bool
  ) throws(StorageError) -> (
    row: JournalRow, entry: JournalEntry?, digest: JournalRow.DigestState?
  )? {
    guard revision > 0, revision <= keys.number(keys.last) else { return nil }
    return try store.read { database in
      var found: (JournalRow, JournalEntry?, JournalRow.DigestState?)?
      let models = try WrittenModels(self, database)
      try database.cachedPrepared(store.format(database).journalSQL).forEachRow(
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
}
