internal import RosterCore

/// What undo and redo in a scope find in the journal of a list.
struct ListHistory: Sendable {
  private let storage: any ListStorage
  private let scope: UndoScope

  init(_ storage: any ListStorage, in scope: UndoScope) {
    self.storage = storage
    self.scope = scope
  }

  /// Returns what an undo or redo at a revision takes back, in that order.
  ///
  /// - Throws: `nothingToUndo`; `nothingToRedo`; `storage`, with `compacted` if the journal no longer has
  ///   what an undo would take back.
  func entries(
    _ direction: HistoryDirection, at revision: Revision
  ) throws(DataSourceError) -> [JournalEntry] {
    do throws(StorageError) {
      let steps = try steps(at: revision)
      let revisions = direction == .undo ? steps.undo : steps.redo
      if revisions.isEmpty, direction == .undo, steps.isUndoCompacted {
        let oldest = try journal?.oldestRevision() ?? 0
        throw StorageError.compacted(
          "the journal no longer says what an undo takes back; the oldest revision that is left is "
            + "\(oldest)", oldest: oldest)
      }
      if !revisions.isEmpty { return try entries(of: revisions) }
    } catch {
      throw .storage(error)
    }
    throw direction == .undo ? .nothingToUndo : .nothingToRedo
  }

  /// Returns the entries of revisions.
  func entries(of revisions: [Revision]) throws(StorageError) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    for revision in revisions {
      guard let entry = try storage.journal(after: revision - 1, limit: 1).first else {
        throw StorageError(.corrupt, "the journal does not have revision \(revision)")
      }
      entries.append(entry)
    }
    return entries
  }

  /// Returns whether the next undo or the next redo at a revision takes back some revisions first.
  func takesBack(_ revisions: [Revision], at revision: Revision) throws(StorageError) -> Bool {
    let steps = try steps(at: revision)
    return steps.undo.starts(with: revisions) || steps.redo.starts(with: revisions)
  }

  /// Returns what undo and redo take back at a revision; nothing if the storage keeps no steps.
  func steps(at revision: Revision) throws(StorageError) -> JournalSteps {
    try journal?.steps(at: revision, in: scope) ?? JournalSteps()
  }

  private var journal: (any JournalStorage)? { storage as? any JournalStorage }
}

/// What an undo or redo takes back in a list.
struct HistoryStep: Sendable {
  /// A revision that it takes back.
  struct Change: Sendable {
    var entry: JournalEntry
    /// The parts of what takes it back in other lists.
    var otherParts: [JournalPart] = []
  }

  /// The revisions, in the order in which they are taken back.
  var changes: [Change] = []
  /// Whether later changes of the scope stay. What takes the revisions back is then a change among them.
  var hasGoneOn = false
}
