package import RosterCore

extension ListDataSource {
  /// Returns the changes that follow a revision, each with its annotation, at most `limit`.
  ///
  /// - Throws: `compacted` if the journal does not reach back to the revision; `stale` for a
  ///   revision that the list has not reached.
  /// - Complexity: As ``snapshot(at:)``, and O(*k* log *n*) for *k* changes that are returned.
  package func changes(
    after source: Snapshot, limit: Int
  ) throws(StorageError) -> [ChangeBatch<Model, SectionModel>] {
    try replayedChanges(after: source, limit: limit).map(\.batch)
  }

  /// Returns the changes of the revisions after a snapshot, at most `limit`, each with what it touched.
  ///
  /// - Throws: As ``changes(after:limit:)``.
  /// - Complexity: As ``changes(after:limit:)``.
  package func replayedChanges(
    after source: Snapshot, limit: Int
  ) throws(StorageError) -> [(batch: ChangeBatch<Model, SectionModel>, applied: ListChange)] {
    guard source.revision < snapshot.revision, limit > 0 else { return [] }
    var changes: [(batch: ChangeBatch<Model, SectionModel>, applied: ListChange)] = []
    var state = source.state
    for entry in try reader.storage.journal(after: source.revision, limit: limit) {
      let change = try state.replaying(entry.record)
      changes.append(
        (try reader.changes(of: entry.record, change, entry.annotation), change))
      state = change.target
    }
    return changes
  }

  /// Returns the states that the revisions after one have written or removed, at most those of `limit`
  /// revisions. Revisions without any are left out.
  ///
  /// - Parameter isWanted: Whether states of a scope are read.
  /// - Throws: As ``changes(after:limit:)``.
  /// - Complexity: One search for each revision with such states, and one for each of its trees.
  package func writtenStates(
    after revision: Revision, limit: Int, where isWanted: (ScopePath) -> Bool
  ) throws(StorageError) -> [Revision: [StateAddress: StoredState?]] {
    guard revision < snapshot.revision, limit > 0 else { return [:] }
    var written: [Revision: [StateAddress: StoredState?]] = [:]
    for entry in try reader.storage.journal(after: revision, limit: limit) {
      let addresses = entry.states.filter { isWanted($0.scope) }
      if addresses.isEmpty { continue }
      let states = try reader.storage.statesByTree(
        of: addresses.lazy.map(\.tree), at: entry.revision)
      written[entry.revision] = Dictionary(
        uniqueKeysWithValues: addresses.map { ($0, states[$0.tree]?[$0.scope]) })
    }
    return written
  }

  /// Returns what callers said about a revision and those before it, newest first, until the visitor
  /// returns `false` or the journal ends.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(*k*) for *k* visited revisions.
  package func forEachAnnotation(
    upTo revision: Revision, _ visit: (Revision, ChangeAnnotation) throws -> Bool
  ) throws {
    let oldest = try oldestRevision
    var end = revision
    var count = 8
    while end > oldest {
      let start = max(oldest, end - count)
      for entry in try reader.storage.journal(after: start, limit: end - start).reversed()
      where try !visit(entry.revision, entry.annotation) {
        return
      }
      end = start
      count = 256
    }
  }
}
