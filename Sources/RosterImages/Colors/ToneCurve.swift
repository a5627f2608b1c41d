#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#else
  internal import Musl
#endif

/// How much light a number of a picture means; both are from 0 to 1.
enum ToneCurve {
  /// `(scale * x + offset) ^ exponent + lift` from `bend` on, `slope * x + base` before it.
  case formula(
    exponent: Double, scale: Double = 1, offset: Double = 0, slope: Double = 0, bend: Double = 0,
    lift: Double = 0, base: Double = 0)
  /// Values at equal distances, of which there are two or more.
  case table([Double])

  static let linear = ToneCurve.formula(exponent: 1)

  static let sRGB = ToneCurve.formula(
    exponent: 2.4, scale: 1 / 1.055, offset: 0.055 / 1.055, slope: 1 / 12.92, bend: 0.04045)

  /// The curve with a number of ITU-T H.273, as in a chunk `cICP`.
  ///
  /// Those for more light than white, PQ and HLG, are not among them: how they become sRGB is a
  /// matter of taste. Nor are those that no picture has, as logarithms.
  init?(code: UInt8) {
    switch code {
    // The curve of cameras, which is undone by that of screens (BT.1886).
    case 1, 6, 11, 14, 15: self = .formula(exponent: 2.4)
    case 4: self = .formula(exponent: 2.2)
    case 5: self = .formula(exponent: 2.8)
    case 7:
      self = .formula(
        exponent: 1 / 0.45, scale: 1 / 1.1115, offset: 0.1115 / 1.1115, slope: 1 / 4, bend: 0.0912)
    case 8: self = .linear
    case 13: self = .sRGB
    case 17: self = .formula(exponent: 2.6, scale: 1.034_08)
    default: return nil
    }
  }

  /// The light, which may be a little less than 0 or more than 1.
  func light(_ value: Double) -> Double {
    switch self {
    case .formula(let exponent, let scale, let offset, let slope, let bend, let lift, let base):
      if value < bend { return slope * value + base }
      return pow(max(0, scale * value + offset), exponent) + lift
    case .table(let values):
      let place = value * Double(values.count - 1)
      let index = min(max(0, Int(place)), values.count - 2)
      return values[index] + (values[index + 1] - values[index]) * (place - Double(index))
    }
  }
}
