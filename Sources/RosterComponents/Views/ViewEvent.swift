/// The name of an action of the user on a view.
///
/// Any text names an event, so a renderer may have events of its own. An event passes its values to
/// an action behind the bound arguments; each event below states its values.
public struct ViewEvent: RawRepresentable, Hashable, Sendable, Codable, CodingKeyRepresentable {
  /// The name.
  public let rawValue: String

  /// Makes an event of its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The view was tapped, clicked, or chosen by a key. Passes no values.
  public static let tap = ViewEvent(rawValue: "tap")
  /// The view was tapped twice. Passes no values.
  public static let doubleTap = ViewEvent(rawValue: "doubleTap")
  /// The view was pressed for a while. Passes no values.
  public static let longPress = ViewEvent(rawValue: "longPress")
  /// A finger or pointer moves while it presses the view. Passes the horizontal and the vertical
  /// distance from its start, as two numbers.
  public static let pan = ViewEvent(rawValue: "pan")
  /// The pointer has moved quickly along an axis, and left the view. Passes the direction: `left`, `right`,
  /// `up` or `down`, as it is seen, also where text runs from right to left.
  public static let swipe = ViewEvent(rawValue: "swipe")
  /// The value of a control has changed. Passes the new value.
  public static let change = ViewEvent(rawValue: "change")
  /// The user has submitted a value. Passes the value.
  public static let submit = ViewEvent(rawValue: "submit")
  /// The view receives the keyboard. Passes no values.
  public static let focus = ViewEvent(rawValue: "focus")
  /// The view no longer receives the keyboard. Passes no values.
  public static let blur = ViewEvent(rawValue: "blur")
}

extension ViewEvent: ExpressibleByStringLiteral {
  /// Makes an event of its name.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}
