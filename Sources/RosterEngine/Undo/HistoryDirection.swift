/// Which way a step through the history goes.
public enum HistoryDirection: String, Hashable, Sendable, CaseIterable {
  /// Takes back what was changed last.
  case undo
  /// Takes back what was undone last.
  case redo
}
