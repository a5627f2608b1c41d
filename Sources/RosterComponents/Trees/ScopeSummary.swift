public import RosterCore

/// What can be said of a scope without knowing its component.
public struct ScopeSummary: Hashable, Sendable {
  /// Where the scope is.
  public let path: ScopePath
  /// The name of its component's type.
  public let typeName: String
  /// The state as it is stored; `nil` if the component has none, or none that can be stored.
  public let state: StoredState?

  /// Makes a summary of its parts.
  public init(path: ScopePath, typeName: String, state: StoredState?) {
    self.path = path
    self.typeName = typeName
    self.state = state
  }
}
