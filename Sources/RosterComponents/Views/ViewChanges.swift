public import RosterJSON

/// What a renderer does to a view that showed one spec, so that it shows another of the same class.
///
/// Whatever is equal in both is not named, and must not be touched.
public struct ViewChanges: Hashable, Sendable {
  /// The attributes that are removed, by name, and then those that are set or changed, by name.
  public var attributes: [ViewChange<String, JSONValue>] = []
  /// The events that are removed, by name, and then those that perform something else, by name.
  public var events: [ViewChange<ViewEvent, [ActionReference]>] = []
  /// How what assistive technology is told changes, `nil` if it stays.
  public var accessibility: AccessibilityChange?

  /// Whether there is nothing to do.
  public var isEmpty: Bool { attributes.isEmpty && events.isEmpty && accessibility == nil }
}
