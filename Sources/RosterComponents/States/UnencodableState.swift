public import RosterCore

/// An initial state that does not encode. The scope has it, but it cannot be stored.
public struct UnencodableState: Hashable, Sendable {
  /// The scope.
  public let scope: ScopePath
  /// Why the state does not encode.
  public let reason: String
}
