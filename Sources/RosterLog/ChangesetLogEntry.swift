/// A line of a changeset log after the header.
public enum ChangesetLogEntry: Sendable, Hashable {
  /// Apply this changeset, or these states, or both as one.
  case changeset(LoggedChangeset)

  /// Check the list now, or that the entry before was refused.
  case expect(Expectation)

  /// Close the database, open it again, go on.
  case reopen

  /// Undo the last change, with a revision for each revision that is reverted.
  case undo

  /// Redo the change that was undone last, likewise.
  case redo
}
