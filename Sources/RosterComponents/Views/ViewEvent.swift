/// Something that happens to a view, by name, so that a renderer may have events of its own.
public struct ViewEvent: RawRepresentable, Hashable, Sendable, Codable, CodingKeyRepresentable {
  /// The name.
  public let rawValue: String

  /// Makes an event of its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The view was tapped or clicked.
  public static let tap = ViewEvent(rawValue: "tap")
  /// The view was pressed for a while.
  public static let longPress = ViewEvent(rawValue: "longPress")
  /// A finger or pointer moves while it presses the view.
  public static let pan = ViewEvent(rawValue: "pan")
  /// The value of a control is another.
  public static let change = ViewEvent(rawValue: "change")
  /// What was entered is to be used.
  public static let submit = ViewEvent(rawValue: "submit")
}
