public import RosterCore

/// A state that could not be read or kept.
public struct StateFault: Hashable, Sendable {
  /// What is wrong.
  public enum Kind: Hashable, Sendable {
    /// The stored state does not decode, so that the scope has its initial state. What is stored
    /// stays until the state is changed or the scope goes.
    case undecodable(StoredState)
    /// The initial state does not encode, so that it is kept in memory only.
    case unencodable
  }

  /// The tree of the item, or of the header or footer.
  public let tree: TreeID
  /// The scope within its components.
  public let scope: ScopePath
  /// What is wrong.
  public let kind: Kind
  /// Why, as the decoder or encoder says it.
  public let reason: String
}
