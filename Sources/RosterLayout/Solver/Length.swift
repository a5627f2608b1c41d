/// A length as the solver stores it: a number with its unit, trivially copyable and always finite.
struct Length {
  enum Unit: UInt8 {
    case points
    case percent
    case auto
    case minContent
    case maxContent
    case fitContent
    case stretch
  }

  var value: Double
  var unit: Unit

  static let auto = Length(value: 0, unit: .auto)
  static let zero = Length(value: 0, unit: .points)

  /// The maximum of a length in either direction. Browsers stop at 2²⁵ points too. So sums of very
  /// many lengths stay finite.
  static let limit = 33_554_432.0

  /// Makes a length along an edge. NaN and infinities count as 0, and so do keywords other than
  /// `auto`.
  init(edge dimension: Dimension, allowsNegative: Bool) {
    switch dimension {
    case .points(let value) where value.isFinite:
      let points = Self.limited(value, allowsNegative: allowsNegative)
      self.init(value: LayoutSolver.exact(points), unit: .points)
    case .percent(let value) where value.isFinite:
      self.init(value: Self.limited(value, allowsNegative: allowsNegative), unit: .percent)
    case .auto: self = .auto
    default: self = .zero
    }
  }

  /// Makes a size of a box. NaN and infinities count as `auto`, and negative lengths as 0.
  init(size dimension: Dimension) {
    switch dimension {
    case .points(let value) where value.isFinite:
      self.init(value: Self.limited(value, allowsNegative: false), unit: .points)
    case .percent(let value) where value.isFinite:
      self.init(value: Self.limited(value, allowsNegative: false), unit: .percent)
    case .points, .percent, .auto: self = .auto
    case .minContent: self.init(value: 0, unit: .minContent)
    case .maxContent: self.init(value: 0, unit: .maxContent)
    case .fitContent: self.init(value: 0, unit: .fitContent)
    case .stretch: self.init(value: 0, unit: .stretch)
    }
  }

  private init(value: Double, unit: Unit) {
    self.value = value
    self.unit = unit
  }

  /// Returns the length in points; NaN if it is a keyword, or a percentage of an unknown length.
  @inline(__always)
  func points(of base: Double) -> Double {
    switch unit {
    case .points: return value
    case .percent: return Self.limited(value * base / 100)
    default: return .nan
    }
  }

  /// Returns the length of an edge in points; 0 where ``points(of:)`` returns NaN.
  @inline(__always)
  func edge(of base: Double) -> Double {
    switch unit {
    case .points: return value
    case .percent:
      let points = value * base / 100
      return points.isNaN ? 0 : LayoutSolver.exact(Self.limited(points))
    default: return 0
    }
  }

  @inline(__always)
  var isAuto: Bool { unit == .auto }

  /// Whether the length is that of the content, or depends on it.
  @inline(__always)
  var isContentKeyword: Bool {
    unit == .minContent || unit == .maxContent || unit == .fitContent
  }

  /// Returns NaN for NaN.
  @inline(__always)
  static func limited(_ value: Double) -> Double {
    value > limit ? limit : (value < -limit ? -limit : value)
  }

  private static func limited(_ value: Double, allowsNegative: Bool) -> Double {
    allowsNegative ? limited(value) : limited(Swift.max(value, 0))
  }
}

/// A length for each side of a box, after the direction of text is applied.
struct SideLengths {
  var left: Length
  var right: Length
  var top: Length
  var bottom: Length

  init(_ edges: Edges, rightToLeft: Bool, allowsNegative: Bool) {
    let first = rightToLeft ? edges.end : edges.start
    let second = rightToLeft ? edges.start : edges.end
    left = Length(edge: first ?? edges.left, allowsNegative: allowsNegative)
    right = Length(edge: second ?? edges.right, allowsNegative: allowsNegative)
    top = Length(edge: edges.top, allowsNegative: allowsNegative)
    bottom = Length(edge: edges.bottom, allowsNegative: allowsNegative)
  }

  /// Returns the sides in points; 0 for `auto` and for percentages of an unknown length.
  func points(of base: Double) -> Sides {
    Sides(
      left: left.edge(of: base), right: right.edge(of: base), top: top.edge(of: base),
      bottom: bottom.edge(of: base))
  }

  /// Whether all sides are given in points.
  var arePoints: Bool {
    left.unit == .points && right.unit == .points && top.unit == .points
      && bottom.unit == .points
  }

  var areAuto: Bool { left.isAuto && right.isAuto && top.isAuto && bottom.isAuto }
}

/// A number for each side of a box.
struct Sides: Hashable, Sendable {
  var left = 0.0
  var right = 0.0
  var top = 0.0
  var bottom = 0.0

  @inline(__always)
  var horizontal: Double { left + right }
  @inline(__always)
  var vertical: Double { top + bottom }
}
