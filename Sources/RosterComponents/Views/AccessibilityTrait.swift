/// The kind of an element, or its condition, in the words of assistive technology.
///
/// Any text names a trait. A renderer ignores the traits that it does not know.
public struct AccessibilityTrait: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes a trait of its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// It can be pressed.
  public static let button = AccessibilityTrait(rawValue: "button")
  /// It leads elsewhere.
  public static let link = AccessibilityTrait(rawValue: "link")
  /// It is a picture.
  public static let image = AccessibilityTrait(rawValue: "image")
  /// It is a heading.
  public static let header = AccessibilityTrait(rawValue: "header")
  /// It is a text that does not change.
  public static let staticText = AccessibilityTrait(rawValue: "staticText")
  /// Its value goes up and down.
  public static let adjustable = AccessibilityTrait(rawValue: "adjustable")
  /// It is chosen.
  public static let selected = AccessibilityTrait(rawValue: "selected")
  /// It cannot be used now.
  public static let disabled = AccessibilityTrait(rawValue: "disabled")
  /// Its value changes often and by itself.
  public static let updatesFrequently = AccessibilityTrait(rawValue: "updatesFrequently")
}

extension AccessibilityTrait: ExpressibleByStringLiteral {
  /// Makes a trait of its name.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}
