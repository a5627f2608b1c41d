/// The name of something that a user does to a view.
///
/// A renderer may know events of its own: any text names one. An event gives an action its values
/// behind the arguments that are bound already; what the events below give is said with each.
public struct ViewEvent: RawRepresentable, Hashable, Sendable, Codable, CodingKeyRepresentable {
  /// The name.
  public let rawValue: String

  /// Makes an event of its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The view was tapped, clicked, or chosen by a key; gives nothing.
  public static let tap = ViewEvent(rawValue: "tap")
  /// The view was tapped twice; gives nothing.
  public static let doubleTap = ViewEvent(rawValue: "doubleTap")
  /// The view was pressed for a while; gives nothing.
  public static let longPress = ViewEvent(rawValue: "longPress")
  /// A finger or pointer moves while it presses the view; gives how far it is from where it began,
  /// horizontally and vertically, as two numbers.
  public static let pan = ViewEvent(rawValue: "pan")
  /// The value of a control is another; gives the new value.
  public static let change = ViewEvent(rawValue: "change")
  /// What was entered is to be used; gives the value.
  public static let submit = ViewEvent(rawValue: "submit")
  /// The view receives the keyboard; gives nothing.
  public static let focus = ViewEvent(rawValue: "focus")
  /// The view no longer receives the keyboard; gives nothing.
  public static let blur = ViewEvent(rawValue: "blur")
}

extension ViewEvent: ExpressibleByStringLiteral {
  /// Makes an event of its name.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}
