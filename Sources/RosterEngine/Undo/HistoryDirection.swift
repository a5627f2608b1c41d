/// The direction of a step through the history.
public enum HistoryDirection: String, Hashable, Sendable, CaseIterable {
  /// Takes back the last change.
  case undo
  /// Takes back the last undo.
  case redo
}
