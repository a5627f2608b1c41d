public import RosterCore

/// Why an action was not performed.
public enum ActionError: Error, Hashable, Sendable {
  /// No scope on the way has an action of that name.
  case noSuchAction(scope: ScopePath, name: String)
  /// The item has no such scope.
  case noSuchScope(ScopePath)
  /// An argument is missing or of another type.
  case wrongArgument(action: String, index: Int, expected: String)
}
