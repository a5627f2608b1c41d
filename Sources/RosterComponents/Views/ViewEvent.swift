/// The name of something that a user does to a view.
///
/// A renderer may know events of its own: any text names one. An event adds its arguments behind
/// those that are bound in the action; what the events below add is said with each.
public struct ViewEvent: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes an event of its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The view was tapped, clicked, or chosen by a key; adds nothing.
  public static let tap = ViewEvent(rawValue: "tap")
  /// The view was tapped twice; adds nothing.
  public static let doubleTap = ViewEvent(rawValue: "doubleTap")
  /// The view was held; adds nothing.
  public static let longPress = ViewEvent(rawValue: "longPress")
  /// The view was dragged; adds how far, horizontally and vertically, as two numbers.
  public static let pan = ViewEvent(rawValue: "pan")
  /// The user changed the view's value; adds the new value.
  public static let change = ViewEvent(rawValue: "change")
  /// The user is done with the view's value; adds the value.
  public static let submit = ViewEvent(rawValue: "submit")
  /// The view receives the keyboard; adds nothing.
  public static let focus = ViewEvent(rawValue: "focus")
  /// The view no longer receives the keyboard; adds nothing.
  public static let blur = ViewEvent(rawValue: "blur")
}

extension ViewEvent: ExpressibleByStringLiteral {
  /// Makes an event of its name.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}
