public import RosterCore

/// The properties of a scope that do not depend on its component's type.
public struct ScopeSummary: Hashable, Sendable {
  /// The path of the scope.
  public let path: ScopePath
  /// The name of its component's type.
  public let typeName: String
  /// The encoded state; `nil` if the component has none, or if it does not encode.
  public let state: StoredState?

  /// Makes a summary of its parts.
  public init(path: ScopePath, typeName: String, state: StoredState?) {
    self.path = path
    self.typeName = typeName
    self.state = state
  }
}
