/// The change of a view's description for assistive technology.
public struct AccessibilityChange: Hashable, Sendable {
  /// The description before, `nil` if there was none.
  public var from: Accessibility?
  /// The new description, `nil` if there is none.
  public var to: Accessibility?
}
