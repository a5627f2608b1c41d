/// The description of a view for assistive technology.
///
/// If a value is left out, the renderer's class decides.
public struct Accessibility: Hashable, Sendable {
  /// Whether the view is one element for the user, regardless of the views in it.
  public var isElement: Bool?
  /// What the view is, in words.
  public var label: String?
  /// What happens when the user acts on it.
  public var hint: String?
  /// The current value.
  public var value: String?
  /// The kind of the view, and its condition.
  public var traits: Set<AccessibilityTrait> = []
  /// The actions that the user may perform besides the usual ones, in the order in which they are
  /// offered.
  public var actions: [AccessibilityAction] = []
  /// The reading priority: the view is read before siblings with a lower number. The default is 0.
  public var sortPriority: Double?

  /// Makes an empty description.
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
