import RosterCore
import RosterTestSupport

/// A storage with a defect that an attack must find.
struct DefectiveStorage: JournalForwarding, KeyForwarding {
  enum Defect: CaseIterable {
    /// Leaves out the second of the entries that were asked for, and numbers the others anew.
    case losesJournalEntry
    /// Gives some models as they were a revision earlier.
    case givesFormerModels
    /// Does not write the last state of a change.
    case losesState
    /// Acknowledges some commits without writing them.
    case losesCommitInSilence
  }

  let storage: any ListStorage
  let defect: Defect

  func commit(_ group: CommitGroup) throws(StorageError) {
    var group = group
    switch defect {
    case .losesState:
      for index in group.changes.indices where !group.changes[index].states.isEmpty {
        group.changes[index] = group.changes[index].withoutLastState
      }
    case .losesCommitInSilence where group.target.revision.isMultiple(of: 5): return
    default: break
    }
    try storage.commit(group)
  }

  func models(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    let models = try storage.models(of: items, at: revision)
    guard defect == .givesFormerModels, revision > 0,
      let former = try? storage.models(of: items, at: revision - 1)
    else { return models }
    return zip(zip(items, models), zip(models, former)).map { item, pair in
      item.0.rawValue.isMultiple(of: 3) ? pair.1 ?? pair.0 : pair.0
    }
  }

  func journal(
    after revision: Revision, limit: Int
  ) throws(StorageError) -> [JournalEntry] {
    var entries = try storage.journal(after: revision, limit: limit)
    guard defect == .losesJournalEntry, entries.count > 1 else { return entries }
    entries.remove(at: 1)
    for index in entries.indices.dropFirst() { entries[index].revision -= 1 }
    return entries
  }
}
