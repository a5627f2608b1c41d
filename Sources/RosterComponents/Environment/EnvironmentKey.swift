/// The key of a value that is passed down the tree: a locale, a theme, a size class.
public protocol EnvironmentKey {
  associatedtype Value: Equatable & Sendable
  /// The value that a component reads if none was set.
  static var defaultValue: Value { get }
}
