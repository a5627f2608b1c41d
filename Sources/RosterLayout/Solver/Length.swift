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
    /// A percentage and points.
    case sum
    /// The same as a minimum, where the percentage of an unknown length is 0.
    case minimumSum
    /// The content, limited by a percentage and points.
    case fitContentUpTo
  }

  /// The number of points or percent; the points of a sum.
  var value: Double
  /// The percentage of a sum.
  var percent: Float = 0
  var unit: Unit

  static let auto = Length(value: 0, unit: .auto)
  static let zero = Length(value: 0, unit: .points)

  /// The maximum of a length in either direction. Browsers stop at 2²⁵ points too. So sums of very
  /// many lengths stay finite.
  static let limit = 33_554_432.0

  /// Makes a length along an edge. NaN and infinities count as 0, and so do keywords other than
  /// `auto`.
  @inline(__always)
  init(edge dimension: LayoutLength, allowsNegative: Bool) {
    // Most edges are these two.
    switch dimension {
    case .points(0): self = .zero
    case .auto: self = .auto
    default: self.init(givenEdge: dimension, allowsNegative: allowsNegative)
    }
  }

  private init(givenEdge dimension: LayoutLength, allowsNegative: Bool) {
    switch dimension {
    case .points(let value) where value.isFinite:
      let points = Self.limited(value, allowsNegative: allowsNegative)
      self.init(value: LayoutSolver.exact(points), unit: .points)
    case .percent(let value) where value.isFinite:
      self.init(value: Self.limited(value, allowsNegative: allowsNegative), unit: .percent)
    case .calc(let sum) where sum.isFinite:
      if sum.percent == 0 {
        self.init(edge: .points(sum.points), allowsNegative: allowsNegative)
      } else {
        self.init(sum, unit: .sum)
      }
    default: self = .zero
    }
  }

  /// Makes a size of a box. NaN and infinities count as `auto`, and negative lengths as 0.
  @inline(__always)
  init(size dimension: LayoutLength) {
    // Most sizes are not given.
    if case .auto = dimension { self = .auto } else { self.init(givenSize: dimension) }
  }

  private init(givenSize dimension: LayoutLength) {
    switch dimension {
    case .points(let value) where value.isFinite:
      self.init(value: Self.limited(value, allowsNegative: false), unit: .points)
    case .percent(let value) where value.isFinite:
      self.init(value: Self.limited(value, allowsNegative: false), unit: .percent)
    case .calc(let sum) where sum.isFinite:
      if sum.percent == 0 {
        self.init(size: .points(sum.points))
      } else {
        self.init(sum, unit: .sum)
      }
    case .fitContentUpTo(let sum) where sum.isFinite: self.init(sum, unit: .fitContentUpTo)
    case .points, .percent, .calc, .fitContentUpTo, .auto: self = .auto
    case .minContent: self.init(value: 0, unit: .minContent)
    case .maxContent: self.init(value: 0, unit: .maxContent)
    case .fitContent: self.init(value: 0, unit: .fitContent)
    case .stretch: self.init(value: 0, unit: .stretch)
    }
  }

  /// Makes a minimum of a size (CSS Sizing 3, section 5.2.1: percentages of an unknown length are
  /// resolved against 0, while the points that are added to them count).
  init(minimum dimension: LayoutLength) {
    self.init(size: dimension)
    if unit == .sum { unit = .minimumSum }
  }

  private init(value: Double, unit: Unit) {
    self.value = value
    self.unit = unit
  }

  private init(_ sum: LayoutLength.Sum, unit: Unit) {
    value = LayoutSolver.exact(Self.limited(sum.points))
    percent = Float(Self.limited(Double(sum.percent)))
    self.unit = unit
  }

  /// Returns the length in points; NaN if it is a keyword, or a percentage of an unknown length.
  @inline(__always)
  func points(of base: Double) -> Double {
    switch unit {
    case .points: return value
    case .percent: return Self.limited(value * base / 100)
    case .sum: return sum(of: base)
    case .minimumSum: return sum(of: base.isNaN ? 0 : base)
    default: return .nan
    }
  }

  /// Returns the points and the part of a length. NaN if the length is not known.
  func sum(of base: Double) -> Double {
    if percent == 0 { return value }
    return Self.limited(value + Double(percent) * base / 100)
  }

  /// Returns the length of an edge in points; 0 where ``points(of:)`` returns NaN. The percentage of
  /// a sum is 0 there, the points count (CSS Sizing 3, section 5.2.1).
  @inline(__always)
  func edge(of base: Double) -> Double {
    switch unit {
    case .points: return value
    case .percent:
      let points = value * base / 100
      return points.isNaN ? 0 : LayoutSolver.exact(Self.limited(points))
    case .sum: return LayoutSolver.exact(sum(of: base.isNaN ? 0 : base))
    default: return 0
    }
  }

  @inline(__always)
  var isAuto: Bool { unit == .auto }

  var isZero: Bool { unit == .points && value == 0 }

  /// Whether the length is a number of points or `auto`, which no length of the container changes.
  @inline(__always)
  var isIndependent: Bool { unit == .points || unit == .auto }

  /// The points of an edge that does not depend on the container, of which `auto` is 0; otherwise
  /// NaN.
  @inline(__always)
  var knownPoints: Double { isIndependent ? value : .nan }

  /// Whether the length is that of the content, or depends on it.
  @inline(__always)
  var isContentKeyword: Bool {
    unit == .minContent || unit == .maxContent || unit == .fitContent || unit == .fitContentUpTo
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

  /// Makes sides of one length.
  init(_ all: Length) { (left, right, top, bottom) = (all, all, all, all) }

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

  /// Whether no side depends on a length of the container; `auto` is 0.
  var areKnown: Bool {
    left.isIndependent && right.isIndependent && top.isIndependent && bottom.isIndependent
  }

  var areAuto: Bool { left.isAuto && right.isAuto && top.isAuto && bottom.isAuto }
}

/// The sides whose length is `auto`.
struct AutoSides {
  let left: Bool
  let right: Bool
  let top: Bool
  let bottom: Bool

  init(_ lengths: SideLengths) {
    left = lengths.left.isAuto
    right = lengths.right.isAuto
    top = lengths.top.isAuto
    bottom = lengths.bottom.isAuto
  }

  @inline(__always)
  init(_ edges: EvenEdges) {
    let (horizontal, vertical) = (edges.horizontal.isAuto, edges.vertical.isAuto)
    (left, right, top, bottom) = (horizontal, horizontal, vertical, vertical)
  }
}

/// Points on opposite sides of a box, the same on both; NaN if they depend on the container.
struct EvenSides {
  let horizontal: Double
  let vertical: Double

  @inline(__always)
  init(_ edges: EvenEdges, allowsNegative: Bool) {
    horizontal = Length(edge: edges.horizontal, allowsNegative: allowsNegative).knownPoints
    vertical = Length(edge: edges.vertical, allowsNegative: allowsNegative).knownPoints
  }

  @inline(__always)
  var areKnown: Bool { !horizontal.isNaN && !vertical.isNaN }
}

/// A number for each side of a box.
struct Sides: Hashable, Sendable {
  var left = 0.0
  var right = 0.0
  var top = 0.0
  var bottom = 0.0

  init(left: Double = 0, right: Double = 0, top: Double = 0, bottom: Double = 0) {
    (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
  }

  @inline(__always)
  init(_ sides: EvenSides) {
    (left, right, top, bottom) =
      (sides.horizontal, sides.horizontal, sides.vertical, sides.vertical)
  }

  @inline(__always)
  var horizontal: Double { left + right }
  @inline(__always)
  var vertical: Double { top + bottom }

  /// The sides and those of something else around them.
  @inline(__always)
  func adding(_ other: Sides) -> Sides {
    Sides(
      left: left + other.left, right: right + other.right, top: top + other.top,
      bottom: bottom + other.bottom)
  }

  /// The sides, with 0 for negative ones.
  @inline(__always)
  var notNegative: Sides {
    Sides(left: max(left, 0), right: max(right, 0), top: max(top, 0), bottom: max(bottom, 0))
  }
}
