/// Something that assistive technology offers to do with a view: an event of the view with a label.
///
/// What it performs stands with the view's events, so that a long press and the action that stands
/// in for it are one thing.
public struct AccessibilityAction: Hashable, Sendable {
  /// How it is called, in the user's language.
  public var label: String
  /// The event that happens when the user chooses it.
  public var event: ViewEvent

  /// Makes an action of its parts.
  public init(_ label: String, event: ViewEvent) {
    self.label = label
    self.event = event
  }
}
