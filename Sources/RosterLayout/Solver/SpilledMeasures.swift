/// What boxes have found out under more constraints than they have room for.
///
/// Most trees need none of it. Columns that wrap within one another do: without it, what is forgotten
/// at one level is asked for again by each one around it, and the work doubles from level to level.
struct SpilledMeasures {
  /// Which box found out what under which constraints; numbers by their bits, since NaN is one of
  /// them.
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

  /// The height that a box found out; NaN if it did not.
  func height(of index: Int, width: Double, limit: Double, heightIsGiven: Bool) -> Double {
    found[key(index, width: width, limit: limit, heightIsGiven)] ?? .nan
  }

  /// The width that a box found out; NaN if it did not.
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
