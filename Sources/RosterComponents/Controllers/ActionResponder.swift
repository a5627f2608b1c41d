public import RosterCore

/// A component or a controller that may perform an action.
public enum ActionResponder: Hashable, Sendable {
  /// The component of a scope.
  case component(ScopePath)
  /// The controller of a scope.
  case controller(ScopePath)
}
