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
    var changes: [ChangeBatch<Model, SectionModel>] = []
    try forEachChange(after: source, limit: limit) { batch, _ in changes.append(batch) }
    return changes
  }

  /// A change of the journal, what it touched, and the numbers that the list gave next before it.
  package typealias ReplayedChange = (
    batch: ChangeBatch<Model, SectionModel>, applied: ListChange, next: NextIdentifiers
  )

  /// Returns the changes of the revisions after a snapshot, at most `limit`, each with what it touched.
  ///
  /// - Throws: As ``changes(after:limit:)``.
  /// - Complexity: As ``changes(after:limit:)``.
  package func replayedChanges(
    after source: Snapshot, limit: Int
  ) throws(StorageError) -> [ReplayedChange] {
    guard source.revision < snapshot.revision, limit > 0 else { return [] }
    var changes: [ReplayedChange] = []
    var next = try nextIdentifiers(at: source)
    try forEachChange(after: source, limit: limit) { batch, applied in
      changes.append((batch, applied, next))
      for item in applied.identities.insertedItems {
        next.item = max(next.item, item.rawValue + 1)
      }
      for section in applied.identities.insertedSections {
        next.section = max(next.section, section.rawValue + 1)
      }
    }
    return changes
  }

  /// Returns the models that a change of the journal has written, as they are stored: those of updated and
  /// inserted items, then those of sections. They are the same in every copy of the list, whatever the codecs
  /// are.
  ///
  /// - Throws: As ``changes(after:limit:)``.
  /// - Complexity: One search for each model.
  package func storedModels(
    of change: ReplayedChange
  ) throws(StorageError) -> [StoredValue] {
    let (identities, revision) = (change.applied.identities, change.batch.targetRevision)
    let items = identities.updatedItems + identities.insertedItems
    let sections = identities.updatedSections + identities.insertedSections
    var models: [StoredValue?] = []
    if !items.isEmpty { models += try reader.storage.models(of: items, at: revision) }
    if !sections.isEmpty { models += try reader.storage.models(of: sections, at: revision) }
    return models.map { $0 ?? .null }
  }

  /// Verifies that some revisions after one, and what they wrote, are as they were written, if storage
  /// can tell.
  ///
  /// - Throws: `corrupt` if not; otherwise as ``changes(after:limit:)``.
  /// - Complexity: O(*k* log *n*) for *k* changes in the revisions.
  package func verifyRevisions(after revision: Revision, count: Int) throws(StorageError) {
    try (reader.storage as? any DigestedStorage)?.verifyRevisions(after: revision, count: count)
  }

  /// Verifies that the list as it is in storage, and the revisions that can still be read, are as they
  /// were written, if storage can tell.
  ///
  /// - Throws: `corrupt` if not.
  /// - Complexity: O(list and journal), and O(*n* log *n*) for *n* items.
  package func verifyContents() throws(StorageError) {
    try (reader.storage as? any DigestedStorage)?.verifyContents()
  }

  private func forEachChange(
    after source: Snapshot, limit: Int,
    _ body: (ChangeBatch<Model, SectionModel>, ListChange) -> Void
  ) throws(StorageError) {
    guard source.revision < snapshot.revision, limit > 0 else { return }
    var state = source.state
    for entry in try reader.storage.journal(after: source.revision, limit: limit) {
      let change = try state.replaying(entry.record)
      body(try reader.changes(of: entry.record, change, entry.annotation), change)
      state = change.target
    }
  }

  /// The numbers that the list gave next after a revision. The state of an earlier revision has those of
  /// now, which is also what is returned if the journal does not have the revision itself.
  private func nextIdentifiers(at snapshot: Snapshot) throws(StorageError) -> NextIdentifiers {
    if snapshot.revision == 0 { return NextIdentifiers() }
    do throws(StorageError) {
      return try journal?.nextIdentifiers(after: snapshot.revision)
        ?? snapshot.state.nextIdentifiers
    } catch {
      guard error.code == .compacted else { throw error }
      return snapshot.state.nextIdentifiers
    }
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

  /// Reads the entries of the journal that follow a revision, in order, until the visitor returns `false` or the list
  /// ends. The first one is read alone: often it is all that a caller asks for.
  ///
  /// - Throws: As ``changes(after:limit:)``.
  /// - Complexity: O(*k*) for *k* visited entries, whose models are not read.
  package func forEachEntry(
    after revision: Revision, _ visit: (JournalEntry) throws -> Bool
  ) throws {
    var (last, count) = (revision, 1)
    while last < snapshot.revision {
      let entries = try reader.storage.journal(after: last, limit: count)
      guard let end = entries.last?.revision else { return }
      for entry in entries where try !visit(entry) { return }
      (last, count) = (end, min(256, 4 * count))
    }
  }

  /// Returns what the list knows of its hub; `nil` if its device has written nothing to the tables.
  package func deviceRows() throws(StorageError) -> DeviceRows? { try journal?.deviceRows() }

  /// Returns what the list knows of devices; `nil` if its hub has written nothing to the tables.
  package func hubRows() throws(StorageError) -> HubRows? { try journal?.hubRows() }

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
      count = min(256, 2 * count)
    }
  }
}
