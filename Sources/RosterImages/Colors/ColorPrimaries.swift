/// Which red, green, blue and white a picture means, as the chromaticities x and y of each.
struct ColorPrimaries: Equatable {
  /// The order of a chunk `cHRM`.
  let white, red, green, blue: SIMD2<Double>

  private static let d65: SIMD2 = [0.3127, 0.3290]
  private static let illuminantC: SIMD2 = [0.310, 0.316]

  static let sRGB = ColorPrimaries(
    white: d65, red: [0.640, 0.330], green: [0.300, 0.600], blue: [0.150, 0.060])

  /// The primaries with a number of ITU-T H.273, as in a chunk `cICP`.
  init?(code: UInt8) {
    switch code {
    case 1: self = .sRGB
    case 4:
      self.init(
        white: Self.illuminantC, red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08])
    case 5:
      self.init(white: Self.d65, red: [0.64, 0.33], green: [0.29, 0.60], blue: [0.15, 0.06])
    case 6, 7:
      self.init(
        white: Self.d65, red: [0.630, 0.340], green: [0.310, 0.595], blue: [0.155, 0.070])
    case 8:
      self.init(
        white: Self.illuminantC, red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049])
    case 9:
      self.init(
        white: Self.d65, red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046])
    case 10:
      self.init(white: [1 / 3, 1 / 3], red: [1, 0], green: [0, 1], blue: [0, 0])
    case 11:
      self.init(
        white: [0.314, 0.351], red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060])
    case 12:
      self.init(
        white: Self.d65, red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060])
    case 22:
      self.init(
        white: Self.d65, red: [0.630, 0.340], green: [0.295, 0.605], blue: [0.155, 0.077])
    default: return nil
    }
  }

  init(white: SIMD2<Double>, red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>) {
    (self.white, self.red, self.green, self.blue) = (white, red, green, blue)
  }

  /// From light in these primaries to X, Y and Z as profiles have them, under the white of D50;
  /// `nil` if they span no colours.
  var matrix: ColorMatrix? {
    guard [white, red, green, blue].allSatisfy({ $0.min() >= 0 && $0.max() <= 1 }), white.y > 0
    else { return nil }
    let parts = ColorMatrix(Self.xyz(red), Self.xyz(green), Self.xyz(blue))
    let sum = Self.xyz(white) / white.y
    guard let shares = parts.inverse.map({ $0 * sum }), let cones = Self.bradford.inverse else {
      return nil
    }
    // The eye adapts to white: the answers of its cones change by factors.
    let factors = Self.bradford * ColorProfile.white / (Self.bradford * sum)
    return cones * ColorMatrix(diagonal: factors) * Self.bradford * parts
      * ColorMatrix(diagonal: shares)
  }

  private static func xyz(_ place: SIMD2<Double>) -> SIMD3<Double> {
    [place.x, place.y, 1 - place.x - place.y]
  }

  /// The adaptation of Bradford, which profiles use.
  private static let bradford = ColorMatrix(
    [0.8951, -0.7502, 0.0389], [0.2664, 1.7135, -0.0685], [-0.1614, 0.0367, 1.0296])
}
