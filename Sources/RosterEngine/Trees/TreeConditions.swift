internal import RosterComponents

/// What the trees of a list are built with and laid out for.
struct TreeConditions: Equatable, Sendable {
  /// What is handed down from the root of every item.
  var environment: EnvironmentValues
  /// What every item is laid out for; `nil` if they are not laid out.
  var constraints: LayoutConstraints?
}
