public import RosterCore

/// A state that could not be read or stored.
public struct StateFault: Hashable, Sendable {
  /// The kinds of faults.
  public enum Kind: Hashable, Sendable {
    /// The stored state cannot be decoded, so the scope has its initial state. The stored state
    /// stays until the state changes or the scope ends.
    case undecodable(StoredState)
    /// The initial state cannot be encoded, so it stays in memory only.
    case unencodable
  }

  /// The tree of the item, header or footer.
  public let tree: TreeID
  /// The scope within its components.
  public let scope: ScopePath
  /// The kind of fault.
  public let kind: Kind
  /// The reason, as the decoder or encoder gives it.
  public let reason: String

  package init(tree: TreeID, scope: ScopePath, kind: Kind, reason: String) {
    self.tree = tree
    self.scope = scope
    self.kind = kind
    self.reason = reason
  }
}
