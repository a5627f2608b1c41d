/// How undo and redo treat a revision.
public enum JournalStep: Hashable, Sendable {
  /// An undo reverts it, and nothing can be redone after it.
  case change
  /// Undo and redo skip it: it changes nothing, or only states.
  case update
  /// It reverts another revision. It is an undo if the other one is a change or a redo, and a redo
  /// if the other one is an undo.
  case takingBack(Revision)
}

/// The revisions that undo and redo would revert next.
public struct JournalSteps: Hashable, Sendable {
  /// The revisions that an undo reverts, in that order: one revision, or those of a group.
  public var undo: [Revision]
  /// The revisions that a redo reverts, in that order.
  public var redo: [Revision]
  /// Whether the journal no longer says what an undo reverts. There may be nothing: a compaction has
  /// removed the row that said so.
  public var isUndoCompacted: Bool

  /// Makes the steps of their parts.
  public init(undo: [Revision] = [], redo: [Revision] = [], isUndoCompacted: Bool = false) {
    self.undo = undo
    self.redo = redo
    self.isUndoCompacted = isUndoCompacted
  }
}
