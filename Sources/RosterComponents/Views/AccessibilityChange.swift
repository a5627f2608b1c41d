/// How what assistive technology is told of a view changes.
public struct AccessibilityChange: Hashable, Sendable {
  /// What it was told, `nil` if nothing.
  public var from: Accessibility?
  /// What it is told from now on, `nil` if nothing.
  public var to: Accessibility?
}
