/// A length in a style, before its reference is known.
public enum LayoutLength: Hashable, Sendable {
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
  /// A percentage of a length of the container with points added, as in `calc(50% - 8px)`. Below 0
  /// it counts as 0 where negative lengths have no meaning.
  case calc(Sum)
  /// The width of the content, limited by a length instead of the available room, as in
  /// `fit-content(80px)`.
  case fitContentUpTo(Sum)
}

extension LayoutLength {
  /// A percentage and points, added.
  ///
  /// The percentage has seven digits, so that styles stay small.
  public struct Sum: Hashable, Sendable {
    /// The points; they may be negative.
    public var points: Double
    /// The percentage: 50 is half of the length of the container.
    public var percent: Float

    /// Makes a sum.
    public init(percent: Float = 0, points: Double = 0) {
      self.percent = percent
      self.points = points
    }

    /// Whether both parts are finite.
    package var isFinite: Bool { points.isFinite && percent.isFinite }
  }
}

extension LayoutLength {
  @inline(__always)
  var isAuto: Bool { if case .auto = self { true } else { false } }
}

extension LayoutLength: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A length in points.
  public init(integerLiteral value: Int) { self = .points(Double(value)) }

  /// A length in points.
  public init(floatLiteral value: Double) { self = .points(value) }
}

extension LayoutLength {
  /// A percentage of a length of the container with points added: `calc(50% - 8px)`.
  public static func calc(percent: Float, points: Double) -> LayoutLength {
    .calc(Sum(percent: percent, points: points))
  }

  /// The width of the content, but at most some points, unless it cannot be so narrow.
  public static func fitContent(upTo points: Double) -> LayoutLength {
    .fitContentUpTo(Sum(points: points))
  }
}

extension LayoutLength {
  /// Returns the length in points, `nil` if it follows from something else.
  ///
  /// A percentage is that of the parent's length, rounded to a whole point with what is added to it,
  /// half away from zero; it is `nil` if that length is unknown or infinite. The result is also `nil` for NaN, and for
  /// lengths that follow from content, which only flexbox can find.
  ///
  /// Flexbox does not use this method. A browser resolves a percentage to a fraction of a point,
  /// and rounds edges to pixels when all boxes have their places. Here a component's size is
  /// rounded immediately, so that its content is laid out in whole points, as other layout rules
  /// expect.
  ///
  /// - Parameter parentLength: The length that a percentage refers to, `nil` if it is unknown.
  public func resolved(in parentLength: Double?) -> Double? {
    switch self {
    case .points(let points): return points.isNaN ? nil : points
    case .percent(let percent):
      return Self.part(percent, of: parentLength, plus: 0)
    case .calc(let sum):
      return sum.percent == 0
        ? LayoutLength.points(sum.points).resolved(in: parentLength)
        : Self.part(Double(sum.percent), of: parentLength, plus: sum.points)
    case .auto, .minContent, .maxContent, .fitContent, .stretch, .fitContentUpTo: return nil
    }
  }

  private static func part(_ percent: Double, of length: Double?, plus points: Double) -> Double? {
    guard let length, length.isFinite else { return nil }
    let part = (percent / 100 * length + points).rounded(.toNearestOrAwayFromZero)
    return part.isFinite ? part : nil
  }
}

/// A length for each edge of a box, the horizontal ones by their side or by the direction of text.
public struct Edges: Hashable, Sendable {
  /// The upper edge.
  public var top: LayoutLength
  /// The lower edge.
  public var bottom: LayoutLength
  /// The left edge, whichever way text runs.
  public var left: LayoutLength
  /// The right edge, whichever way text runs.
  public var right: LayoutLength
  /// The left edge if text runs from left to right, otherwise the right edge. Unless it is `nil`,
  /// it replaces ``left`` or ``right``.
  public var start: LayoutLength?
  /// The edge opposite to ``start``.
  public var end: LayoutLength?

  /// Makes edges of one length.
  public init(_ all: LayoutLength = 0) {
    (top, bottom, left, right) = (all, all, all, all)
  }

  /// Makes edges of one length for each pair of opposite edges.
  public init(vertical: LayoutLength, horizontal: LayoutLength) {
    (top, bottom, left, right) = (vertical, vertical, horizontal, horizontal)
  }
}
