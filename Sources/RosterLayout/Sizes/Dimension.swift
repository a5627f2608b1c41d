/// A length as a style has it, before it is known what it refers to.
public enum Dimension: Hashable, Sendable {
  /// Whatever follows from the rest.
  case auto
  /// A length in points.
  case points(Double)
  /// A part of a length of the container: 50 is half of it.
  case percent(Double)
  /// As narrow as the content can be.
  case minContent
  /// As wide as the content is when it has all the room that it wants.
  case maxContent
  /// As wide as the content, but no wider than there is room.
  case fitContent
  /// As wide as there is room.
  case stretch
}

extension Dimension: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A length in points.
  public init(integerLiteral value: Int) { self = .points(Double(value)) }

  /// A length in points.
  public init(floatLiteral value: Double) { self = .points(value) }
}
