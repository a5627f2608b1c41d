package import RosterCore

/// The revisions that the next undo and the next redo would revert; 0 for none.
package struct StepTops: Equatable {
  package var undo: Revision
  package var redo: Revision

  /// Makes tops of their parts.
  package init(undo: Revision = 0, redo: Revision = 0) {
    self.undo = undo
    self.redo = redo
  }
}

extension StepTops {
  /// Returns the tops after the revision of an entry, if these are the ones before it.
  ///
  /// - Parameter tops: Returns the tops after an earlier revision.
  /// - Throws: `stale` if the entry reverts a revision other than the next one to be reverted.
  package func advanced(
    by entry: JournalEntry, _ tops: (Revision) throws -> StepTops
  ) throws -> StepTops {
    switch entry.step {
    case .change: StepTops(undo: entry.revision)
    case .update: self
    case .takingBack(let revision) where revision > 0 && revision == undo:
      StepTops(undo: try tops(revision - 1).undo, redo: entry.revision)
    case .takingBack(let revision) where revision > 0 && revision == redo:
      StepTops(undo: entry.revision, redo: try tops(revision - 1).redo)
    case .takingBack(let revision):
      throw StorageError(
        .stale, "revision \(revision) is not the next one to be undone or redone")
    }
  }
}
