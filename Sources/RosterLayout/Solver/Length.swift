/// A length as the solver has it: a number with its unit, trivially copyable and always finite.
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

  /// No length is larger than this, in either direction, as in browsers, which stop at 2²⁵ points
  /// too. Sums of a great many lengths stay finite so.
  static let limit = 33_554_432.0

  /// A length along an edge: what is no number counts as 0, and so do keywords but `auto`.
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

  /// The size of a box: what is no finite number counts as `auto`, and what is negative as 0.
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

  /// The length in points; NaN if it is a keyword, or a percentage of what is not known.
  @inline(__always)
  func points(of base: Double) -> Double {
    switch unit {
    case .points: return value
    case .percent: return Self.limited(value * base / 100)
    default: return .nan
    }
  }

  /// The length of an edge in points: 0 where ``points(of:)`` has no number.
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

  /// Whether this is the size of the content, or goes by it.
  @inline(__always)
  var isContentKeyword: Bool {
    unit == .minContent || unit == .maxContent || unit == .fitContent
  }

  /// Leaves NaN what it is.
  @inline(__always)
  static func limited(_ value: Double) -> Double {
    value > limit ? limit : (value < -limit ? -limit : value)
  }

  private static func limited(_ value: Double, allowsNegative: Bool) -> Double {
    allowsNegative ? limited(value) : limited(Swift.max(value, 0))
  }
}
