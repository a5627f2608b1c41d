/// A length in a style, before its reference is known.
public enum Dimension: Hashable, Sendable {
  /// The length that follows from the other properties.
  case auto
  /// A length in points.
  case points(Double)
  /// A percentage of a length of the container: 50 is half of it.
  case percent(Double)
  /// The smallest width that the content can have.
  case minContent
  /// The width that the content has with unlimited room.
  case maxContent
  /// The width of the content, limited by the available room.
  case fitContent
  /// The available room.
  case stretch
}

extension Dimension: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A length in points.
  public init(integerLiteral value: Int) { self = .points(Double(value)) }

  /// A length in points.
  public init(floatLiteral value: Double) { self = .points(value) }
}
