/// The sorts of modifications of a list.
public enum ModificationKind: String, Hashable, Sendable, CaseIterable {
  /// A changeset, with or without states.
  case changeset
  /// States that are written, and nothing else.
  case states
  /// A snapshot that the list becomes.
  case snapshot
  /// A change that was computed ahead.
  case precomputed
  /// An update of the states of an item.
  case update
  /// An action that is performed in an item.
  case action
  /// A reload.
  case reload
  /// A new configuration.
  case configuration
  /// A step back through the history.
  case undo
  /// A step forward through the history.
  case redo
}
