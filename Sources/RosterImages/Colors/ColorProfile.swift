internal import RosterMounting

/// Which colours the numbers of a picture mean: a curve for each part, and where the light of each
/// part lies among all colours.
///
/// A picture without a profile is in sRGB, and so is what is shown. Only profiles of this form are
/// known, which are those of cameras, screens and programs. One with tables of several dimensions, as
/// those of printers, does not count.
struct ColorProfile {
  /// Of red, green and blue.
  let curves: [ToneCurve]
  /// From light to X, Y and Z.
  let matrix: ColorMatrix
  /// Whether it is for shades of gray only.
  var isGray = false

  /// D50, the white of all profiles.
  static let white: SIMD3 = [0.9642, 1, 0.8249]

  /// From light in sRGB to X, Y and Z.
  static let sRGBMatrix = ColorMatrix(
    [0.436_066, 0.222_488, 0.013_916], [0.385_147, 0.716_873, 0.097_076],
    [0.143_066, 0.060_608, 0.714_096])

  init(curves: [ToneCurve], matrix: ColorMatrix, isGray: Bool = false) {
    (self.curves, self.matrix, self.isGray) = (curves, matrix, isGray)
  }

  /// Makes the profile of one curve and primaries; `nil` if these span no colours.
  init?(_ curve: ToneCurve, _ primaries: ColorPrimaries) {
    guard let matrix = primaries == .sRGB ? Self.sRGBMatrix : primaries.matrix else { return nil }
    self.init(curves: [curve, curve, curve], matrix: matrix)
  }

  /// The profile if it may be that of a picture: one of gray says nothing of colours.
  func forPicture(isGray: Bool) -> ColorProfile? { isGray || !self.isGray ? self : nil }
}

extension Picture {
  /// Returns the picture in the colours of sRGB.
  ///
  /// - Complexity: O(*n*), where *n* is the number of pixels.
  func inSRGB(from profile: ColorProfile) -> Picture {
    guard let conversion = ColorConversion(from: profile), !conversion.changesNothing else {
      return self
    }
    var bytes = bytes
    for start in stride(from: 0, to: bytes.count, by: bytesPerPixel) {
      let pixel = conversion.pixel(bytes[start], bytes[start + 1], bytes[start + 2])
      (bytes[start], bytes[start + 1], bytes[start + 2]) = (pixel.x, pixel.y, pixel.z)
    }
    return Picture(width: width, height: height, hasAlpha: hasAlpha, bytes: bytes) ?? self
  }
}

/// From the numbers of a profile to those of sRGB.
private struct ColorConversion {
  /// The light of each number in sRGB: of red, of green, of blue, 256 each.
  private let light: [SIMD3<Float>]

  init?(from profile: ColorProfile) {
    guard let inverse = ColorProfile.sRGBMatrix.inverse, profile.curves.count == 3 else {
      return nil
    }
    let matrix = inverse * profile.matrix
    light = (0..<3).flatMap { part in
      (0..<256).map { number in
        var vector = SIMD3<Double>()
        vector[part] = profile.curves[part].light(Double(number) / 255)
        return SIMD3<Float>(matrix * vector)
      }
    }
  }

  func pixel(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> SIMD3<UInt8> {
    let sum = light[Int(red)] + light[256 + Int(green)] + light[512 + Int(blue)]
    return [Self.number(sum.x), Self.number(sum.y), Self.number(sum.z)]
  }

  /// Whether the profile is sRGB in other words: numbers of it differ by one at most.
  var changesNothing: Bool {
    let numbers = stride(from: 0, through: 255, by: 51).map(UInt8.init)
    return numbers.allSatisfy { red in
      numbers.allSatisfy { green in
        numbers.allSatisfy { blue in
          let pixel = pixel(red, green, blue)
          return abs(Int(pixel.x) - Int(red)) <= 1 && abs(Int(pixel.y) - Int(green)) <= 1
            && abs(Int(pixel.z) - Int(blue)) <= 1
        }
      }
    }
  }

  /// Returns the number in sRGB, of the nearest light if there is none for this one.
  private static func number(_ light: Float) -> UInt8 {
    // What is no number is no light either.
    light > 0 ? numbers[Int(min(light, 1) * lastStep)] : 0
  }

  private static let lastStep: Float = 16_383

  /// The numbers of all steps of light.
  private static let numbers: [UInt8] = {
    // Where the light is halfway to the next number.
    let limits = (0..<255).map { ToneCurve.sRGB.light((Double($0) + 0.5) / 255) }
    var number = 0
    return (0...Int(lastStep)).map { step in
      while number < 255, (Double(step) + 0.5) / Double(lastStep) > limits[number] { number += 1 }
      return UInt8(number)
    }
  }()
}
