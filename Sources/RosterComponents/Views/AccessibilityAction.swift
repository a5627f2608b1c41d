/// An action that assistive technology offers for a view: an event of the view with a label.
///
/// The view's events name what it performs, so that a long press and the action that replaces it
/// perform the same.
public struct AccessibilityAction: Hashable, Sendable {
  /// The label in the user's language.
  public var label: String
  /// The event that happens when the user chooses the action.
  public var event: ViewEvent

  /// Makes an action of its parts.
  public init(_ label: String, event: ViewEvent) {
    self.label = label
    self.event = event
  }
}
