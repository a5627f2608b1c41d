/// The kinds of modifications of a list.
public enum ModificationKind: String, Hashable, Sendable, CaseIterable {
  /// A changeset, with or without states.
  case changeset
  /// States, without a changeset.
  case states
  /// A snapshot that replaces the list.
  case snapshot
  /// A change that was computed in advance.
  case precomputed
  /// An update of the states of an item, header or footer.
  case update
  /// An action that is performed in an item, header or footer.
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
