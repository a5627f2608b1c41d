/// The description from which a renderer makes or changes one view: plain data, independent of any
/// renderer.
///
/// Equal specs look the same. A renderer need not touch a view whose new spec equals the old one.
public struct ViewSpec: Hashable, Sendable {
  /// The class of the view; the renderer defines the names.
  public var className: String
  /// The attributes. For a missing one, the renderer uses the value of the class.
  public var attributes: ViewAttributes
  private var accessibilityBox: AccessibilityBox?

  /// The description for assistive technology, `nil` to use that of the class.
  public var accessibility: Accessibility? {
    get { accessibilityBox?.accessibility }
    set { accessibilityBox = newValue.map(AccessibilityBox.init) }
  }

  /// Returns what changes for assistive technology, `nil` if nothing does.
  func accessibilityChange(from earlier: ViewSpec) -> AccessibilityChange? {
    if accessibilityBox == earlier.accessibilityBox { return nil }
    return AccessibilityChange(from: earlier.accessibilityBox, to: accessibilityBox)
  }

  /// Makes a description.
  public init(
    _ className: String, attributes: ViewAttributes = [:], accessibility: Accessibility? = nil
  ) {
    self.className = className
    self.attributes = attributes
    accessibilityBox = accessibility.map(AccessibilityBox.init)
  }
}

/// The description for assistive technology. It is kept apart because most views have none, and all
/// are copied while a tree is built.
final class AccessibilityBox: Hashable, Sendable {
  let accessibility: Accessibility

  init(_ accessibility: Accessibility) { self.accessibility = accessibility }

  static func == (left: AccessibilityBox, right: AccessibilityBox) -> Bool {
    left === right || left.accessibility == right.accessibility
  }

  func hash(into hasher: inout Hasher) { hasher.combine(accessibility) }
}
