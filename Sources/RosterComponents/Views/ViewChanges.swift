public import RosterJSON

/// The changes with which a renderer makes a view that shows one spec show another of the same
/// class.
///
/// Values that are equal in both are not named, and must not be touched.
public struct ViewChanges: Hashable, Sendable {
  /// The removed attributes, by name, followed by those that are set or changed, by name.
  public var attributes: [ViewChange<String, JSONValue>] = []
  /// The removed events, by name, followed by those with changed actions, by name.
  public var events: [ViewChange<ViewEvent, [ActionReference]>] = []
  /// The change for assistive technology, `nil` if there is none.
  public var accessibility: AccessibilityChange?

  /// Whether there is nothing to do.
  public var isEmpty: Bool { attributes.isEmpty && events.isEmpty && accessibility == nil }
}
