/// Paints the picture of a photo: a sky with a gradient, some hills, and a sun or a moon.
struct PhotoPainter {
  private struct Color {
    var red: Int
    var green: Int
    var blue: Int

    init(_ red: Int, _ green: Int, _ blue: Int) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    init(by numbers: inout SeededNumbers, _ range: ClosedRange<Int>) {
      red = .random(in: range, using: &numbers)
      green = .random(in: range, using: &numbers)
      blue = .random(in: range, using: &numbers)
    }

    /// The colour between this one and another, which is reached at `end`.
    func mixed(with other: Color, at place: Int, of end: Int) -> Color {
      let end = max(1, end)
      func mix(_ one: Int, _ two: Int) -> Int { one + (two - one) * place / end }
      return Color(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
    }

    var bytes: [UInt8] {
      [red, green, blue].map { UInt8(truncatingIfNeeded: min(max(0, $0), 255)) }
    }
  }

  /// A hill: a parabola around its top, in thousandths of the picture.
  private struct Hill {
    var center: Int
    var top: Int
    var breadth: Int
    var color: Color

    func covers(x: Int, y: Int) -> Bool {
      let distance = (x - center) * 1_000 / breadth
      return y > top + distance * distance / 1_000
    }
  }

  private let sky: (top: Color, bottom: Color)
  private let hills: [Hill]
  private let sun: (x: Int, y: Int, radius: Int, color: Color)

  /// - Parameter number: The number of the photo, which decides everything.
  init(photo number: Int) {
    var numbers = SeededNumbers(seed: UInt64(number) &* 0x5851_F42D_4C95_7F2D)
    sky = (Color(by: &numbers, 20...150), Color(by: &numbers, 140...250))
    sun = (
      .random(in: 150...850, using: &numbers), .random(in: 120...420, using: &numbers),
      .random(in: 50...110, using: &numbers),
      Color(250, 235, .random(in: 120...230, using: &numbers))
    )
    hills = (0..<4).map { index in
      Hill(
        center: .random(in: 0...1_000, using: &numbers),
        top: 380 + 130 * index + .random(in: 0...80, using: &numbers),
        breadth: .random(in: 500...1_100, using: &numbers),
        color: Color(by: &numbers, (10 + 10 * index)...(90 + 20 * index)))
    }
  }

  /// Returns the pixels, row by row from the top, each in three bytes: red, green, blue.
  func pixels(width: Int, height: Int) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * width * height)
    for row in 0..<height {
      let y = row * 1_000 / height
      let sky = sky.top.mixed(with: sky.bottom, at: y, of: 1_000).bytes
      for column in 0..<width {
        let x = column * 1_000 / width
        if let hill = hills.last(where: { $0.covers(x: x, y: y) }) {
          pixels += hill.color.bytes
        } else {
          pixels += isSun(x: x, y: y, width: width, height: height) ? sun.color.bytes : sky
        }
      }
    }
    return pixels
  }

  /// Whether a point is in the sun, which is round whatever the shape of the picture is.
  private func isSun(x: Int, y: Int, width: Int, height: Int) -> Bool {
    let (right, down) = ((x - sun.x) * width / height, y - sun.y)
    return right * right + down * down < sun.radius * sun.radius
  }
}
