/// The results of boxes under more constraints than they have room for.
///
/// Most trees do not need it, but nested columns that wrap do. Without it, the results that one
/// level discards would be computed again by each level around it, and the work would double from
/// level to level.
struct SpilledMeasures {
  /// The box, the kind of result and its constraints. Numbers are stored by their bits, since NaN
  /// is one of them.
  private struct Key: Hashable {
    let index: Int32
    let kind: UInt8
    let first: UInt64
    let second: UInt64
  }

  private var found: [Key: Double] = [:]

  mutating func note(_ height: HeightCache.Entry, of index: Int) {
    found[key(index, width: height.width, limit: height.limit, height.heightIsGiven)] =
      height.height
  }

  mutating func note(_ widths: WidthCache.Entry, of index: Int) {
    if !widths.min.isNaN { found[key(index, .min, height: widths.height)] = widths.min }
    if !widths.max.isNaN { found[key(index, .max, height: widths.height)] = widths.max }
  }

  /// Returns the height that was computed for a box; NaN if there is none.
  func height(of index: Int, width: Double, limit: Double, heightIsGiven: Bool) -> Double {
    found[key(index, width: width, limit: limit, heightIsGiven)] ?? .nan
  }

  /// Returns the width that was computed for a box; NaN if there is none.
  func width(of index: Int, _ kind: LayoutSolver.ContentWidth, height: Double) -> Double {
    found[key(index, kind, height: height)] ?? .nan
  }

  private func key(_ index: Int, width: Double, limit: Double, _ heightIsGiven: Bool) -> Key {
    Key(
      index: Int32(index), kind: heightIsGiven ? 1 : 0, first: width.bitPattern,
      second: limit.bitPattern)
  }

  private func key(_ index: Int, _ kind: LayoutSolver.ContentWidth, height: Double) -> Key {
    let height = height.isNaN ? Double.nan : height
    return Key(
      index: Int32(index), kind: kind == .min ? 2 : 3, first: height.bitPattern, second: 0)
  }
}
