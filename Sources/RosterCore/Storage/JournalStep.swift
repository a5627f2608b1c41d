/// What undo and redo make of a revision.
public enum JournalStep: Hashable, Sendable {
  /// An undo takes it back, and nothing can be redone after it.
  case change
  /// Undo and redo pass it over: it changes nothing, or states by an update or an action.
  case update
  /// It takes back another revision. That is an undo if the other one is a change or a redo, and a
  /// redo if it is an undo.
  case takingBack(Revision)
}

/// What can be taken back at a revision.
public struct JournalSteps: Hashable, Sendable {
  /// The revisions that an undo takes back, in that order: one, or those of a group.
  public var undo: [Revision]
  /// The revisions that a redo takes back, in that order.
  public var redo: [Revision]
  /// Whether the journal no longer says what an undo takes back. There may have been nothing: the row
  /// that said so is one of those that a compaction has removed.
  public var isUndoCompacted: Bool

  /// Makes the steps of their parts.
  public init(undo: [Revision] = [], redo: [Revision] = [], isUndoCompacted: Bool = false) {
    self.undo = undo
    self.redo = redo
    self.isUndoCompacted = isUndoCompacted
  }
}
