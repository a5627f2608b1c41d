/// What a renderer needs to know to make or change one view: plain data, in which no renderer is
/// meant.
///
/// Equal specs look the same. A renderer that shows one need not touch the view when it gets the
/// other.
public struct ViewSpec: Hashable, Sendable {
  /// What kind of view it is; the names are the renderer's.
  public var className: String
  /// What it looks like. What is not here the renderer leaves as its class has it.
  public var attributes: ViewAttributes
  private var accessibilityBox: AccessibilityBox?

  /// What assistive technology is told, `nil` if nothing beyond what the class says itself.
  public var accessibility: Accessibility? {
    get { accessibilityBox?.accessibility }
    set { accessibilityBox = newValue.map(AccessibilityBox.init) }
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

/// What assistive technology is told of a view, kept aside: most views have none, and all are copied
/// while a tree is built.
private final class AccessibilityBox: Hashable, Sendable {
  let accessibility: Accessibility

  init(_ accessibility: Accessibility) { self.accessibility = accessibility }

  static func == (left: AccessibilityBox, right: AccessibilityBox) -> Bool {
    left === right || left.accessibility == right.accessibility
  }

  func hash(into hasher: inout Hasher) { hasher.combine(accessibility) }
}
