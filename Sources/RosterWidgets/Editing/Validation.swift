/// A condition that a text must meet before it is submitted, with the message if it does not.
public enum Validation: Hashable, Sendable {
  /// Something other than white space.
  case notBlank(message: String)
  /// So many user-perceived characters.
  case length(ClosedRange<Int>, message: String)
  /// A decimal number within bounds, with a point if it has one.
  case number(ClosedRange<Double>, message: String)

  /// Returns the message if the text does not meet the condition; otherwise `nil`.
  public func error(in text: String) -> String? {
    switch self {
    case .notBlank(let message): text.allSatisfy(\.isWhitespace) ? message : nil
    case .length(let range, let message): range.contains(text.count) ? nil : message
    case .number(let range, let message): Double(text).map(range.contains) == true ? nil : message
    }
  }
}
