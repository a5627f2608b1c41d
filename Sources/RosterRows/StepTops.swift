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
