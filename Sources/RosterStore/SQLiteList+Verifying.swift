package import RosterCore
internal import RosterRows

extension SQLiteList: DigestedStorage {
  package func verifyRevisions(
    after revision: Revision, count: Int
  ) throws(StorageError) {
    guard count > 0 else { return }
    try store.read { database in
      let oldest = try oldestRevision(database)
      guard revision >= oldest else { throw isCompacted(revision, oldest: oldest) }
      let models = try WrittenModels(self, database)
      var last = revision
      try database.cachedPrepared(store.format(database).journalSQL)
        .forEachRow(keys.key(revision), keys.last, count) { row in
          last += 1
          guard let entry = try? JournalEntry(row, keys), entry.revision == last else {
            throw isDamaged("\(CheckRule.journalDamaged.rawValue): \(last)")
          }
          guard try models.isUnaltered(entry, row) else {
            throw isDamaged("\(CheckRule.altered.rawValue): \(last)")
          }
        }
      guard last == revision + count else {
        throw isStale(at: try storedRevision(database))
      }
    }
  }

  package func verifyContents() throws(StorageError) { try store.verify(self) }

  /// The error for a list that must not go elsewhere: there its rows get digests of their own, which
  /// call an altered row right.
  func isDamaged(_ finding: String) -> StorageError {
    StorageError(
      .corrupt,
      "\(store.path), list \(name.inQuotes): \(finding); a damaged list is not passed on, see roster check"
    )
  }
}
