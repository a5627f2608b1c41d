/// What was measured of one thing in the course of a load, and whether it grows.
package struct LoadSeries: Sendable {
  package enum Verdict: String, Sendable {
    case flat, growing
  }

  package let name: String
  package let unit: String
  package let values: [Double]
  /// How much it may grow in the second half all the same, in its unit.
  private let tolerance: Double

  package init(_ name: String, unit: String, tolerance: Double, values: [Double]) {
    self.name = name
    self.unit = unit
    self.tolerance = tolerance
    self.values = values
  }

  /// The last value and the largest, in words.
  package var summary: String {
    func text(_ value: Double) -> String {
      value.rounded() == value ? "\(Int(value))" : "\((value * 10).rounded() / 10)"
    }
    return "\(name): \(text(values.last ?? 0)) \(unit), at most \(text(values.max() ?? 0))"
  }

  /// Whether it has grown in the second half: by the line that fits it best, and from the middle
  /// value of the third quarter to that of the last. What is noise, or has come to rest, does so by
  /// neither.
  package var verdict: Verdict {
    let half = Array(values.dropFirst(values.count / 2))
    guard half.count >= 8 else { return .flat }
    let quarter = half.count / 2
    let former = Self.median(half[..<quarter])
    let later = Self.median(half[quarter...])
    let allowed = max(tolerance, former / 10)
    let lineGrowth = Self.slope(half) * Double(half.count - 1)
    // Half of what a line grows by lies between the middles of its halves.
    return lineGrowth > allowed && later - former > allowed / 2 ? .growing : .flat
  }

  private static func median(_ values: ArraySlice<Double>) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  /// How much the line that fits values best rises from one to the next.
  private static func slope(_ values: [Double]) -> Double {
    let count = Double(values.count)
    let middle = (count - 1) / 2
    let mean = values.reduce(0, +) / count
    var (products, squares) = (0.0, 0.0)
    for (index, value) in values.enumerated() {
      let distance = Double(index) - middle
      products += distance * (value - mean)
      squares += distance * distance
    }
    return products / squares
  }
}
