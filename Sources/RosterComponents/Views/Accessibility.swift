/// What assistive technology is told about a view.
///
/// A value that is left out is what the renderer's class says by itself.
public struct Accessibility: Hashable, Sendable {
  /// Whether the view is one thing to the user, whatever it is made of.
  public var isElement: Bool?
  /// What the view is.
  public var label: String?
  /// What happens when the user acts on it.
  public var hint: String?
  /// What it holds now.
  public var value: String?
  /// What kind of thing it is, and in which condition.
  public var traits: Set<AccessibilityTrait> = []
  /// What the user may do with it beside the usual, in the order in which it is offered.
  public var actions: [AccessibilityAction] = []
  /// When it is read, before siblings with a lower number; 0 where nothing is said.
  public var sortPriority: Double?

  /// Says nothing yet.
  public init() {}

  /// Makes a description of the usual parts.
  public init(
    label: String?, hint: String? = nil, value: String? = nil,
    traits: Set<AccessibilityTrait> = [], isElement: Bool? = nil
  ) {
    self.isElement = isElement
    self.label = label
    self.hint = hint
    self.value = value
    self.traits = traits
  }
}
