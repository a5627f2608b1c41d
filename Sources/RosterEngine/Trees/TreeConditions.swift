internal import RosterComponents

/// The conditions under which the trees of a list are built and laid out.
struct TreeConditions: Equatable, Sendable {
  /// The environment at the root of every tree.
  var environment: EnvironmentValues
  /// The layout constraints of every tree; `nil` if trees are not laid out.
  var constraints: LayoutConstraints?
}
