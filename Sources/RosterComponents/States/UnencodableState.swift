public import RosterCore

/// An initial state that does not encode: the scope has it, but it cannot be kept.
public struct UnencodableState: Hashable, Sendable {
  /// The scope.
  public let scope: ScopePath
  /// Why the state does not encode.
  public let reason: String
}
