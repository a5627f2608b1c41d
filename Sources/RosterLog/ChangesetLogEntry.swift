/// What a line of a changeset log after the header says.
public enum ChangesetLogEntry: Sendable, Hashable {
  /// Apply this changeset, or these states, or both as one.
  case changeset(LoggedChangeset)

  /// Check the list now, or that the entry before was refused.
  case expect(Expectation)

  /// Close the database, open it again, go on.
  case reopen

  /// Undo what was changed last, as a revision for each that is taken back.
  case undo

  /// Redo what was undone last, likewise.
  case redo
}
