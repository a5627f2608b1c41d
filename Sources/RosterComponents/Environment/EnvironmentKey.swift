/// Names a value that is handed down the tree: a locale, a theme, a size class.
public protocol EnvironmentKey {
  associatedtype Value: Equatable & Sendable
  /// What a component sees where nobody has set a value.
  static var defaultValue: Value { get }
}
