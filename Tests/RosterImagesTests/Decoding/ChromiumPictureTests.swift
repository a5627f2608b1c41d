#if Images
  import Foundation
  import RosterMounting
  import RosterTestKit
  import Testing

  @testable import RosterImages

  /// Pictures that `Tools/picture-cases` has made, beside the pixels that Chromium shows of them.
  struct ChromiumPictureTests {
    /// A line of the fixture.
    struct Case: Sendable, CustomTestStringConvertible {
      let name: String
      let size: Substring
      /// Of each pixel red, green, blue, and alpha if there is one.
      let pixels: [UInt8]
      let bytes: [UInt8]

      var testDescription: String { name }
      var isSmall: Bool { size.count == 3 }
    }

    /// Of larger pictures the fixture has each pixel of so many.
    private static let step = 29

    private static let cases: [Case] = {
      let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/Chromium.txt")
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      var digits: Substring = ""
      return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
        let fields = line.split(separator: " ")
        guard fields.count == 4, let bytes = Data(base64Encoded: String(fields[3])) else {
          return nil
        }
        if fields[2] != "=" { digits = fields[2] }
        let numbers = digits.utf8.map { Int($0) }.map { $0 < 58 ? $0 - 48 : $0 - 87 }
        let pixels = stride(from: 0, to: numbers.count, by: 2).map {
          UInt8(16 * numbers[$0] + numbers[$0 + 1])
        }
        return Case(name: String(fields[0]), size: fields[1], pixels: pixels, bytes: Array(bytes))
      }
    }()

    @Test func fixtureIsWhole() {
      #expect(Self.cases.count == 477)
      #expect(Set(Self.cases.map(\.name)).count == Self.cases.count)
    }

    @Test(arguments: cases)
    func pictureIsShownAsByChromium(_ expected: Case) throws {
      let picture = try SystemImageDecoder().picture(
        of: expected.bytes, for: ImageRequest("a"), limits: ImageLimits())
      try #require("\(picture.width)x\(picture.height)" == expected.size)
      let shown = pixels(of: picture, step: expected.isSmall ? 1 : Self.step)
      let hasAlpha = expected.pixels.count > shown.count * 3
      let wanted = chunks(of: expected.pixels, hasAlpha ? 4 : 3)
      try #require(shown.count == wanted.count)
      for (index, (pixel, wanted)) in zip(shown, wanted).enumerated() {
        let alpha = hasAlpha ? wanted[3] : 255
        #expect(pixel[3] == alpha, "the alpha of pixel \(index)")
        // Nothing is seen of a pixel without alpha. Chromium rounds numbers after it has multiplied
        // them with an alpha, and some at each end of a conversion.
        let isSeen = alpha > 0
        #expect(
          !isSeen || zip(pixel, wanted).allSatisfy { abs(Int($0) - Int($1)) <= (hasAlpha ? 2 : 1) },
          "pixel \(index) is \(pixel) instead of \(wanted)")
      }
    }

    @Test func damagedProfileIsHarmless() throws {
      var random = SplitMix64(seed: 5)
      for whole in Self.cases where whole.name.hasPrefix("profile-") {
        let profile = Array(JPEGSegments(whole.bytes).profileBytes)
        for _ in 0..<300 {
          var bytes = profile
          for _ in 0...random.index(below: 4) where !bytes.isEmpty {
            bytes[random.index(below: bytes.count)] = UInt8(random.index(below: 256))
          }
          let kept = bytes.prefix(random.index(below: 4) == 0 ? bytes.count / 2 : bytes.count)
          let picture = try #require(
            Picture(width: 2, height: 1, bytes: [0, 100, 255, 200, 128, 1]))
          _ = ColorProfile(icc: kept).map(picture.inSRGB(from:))
        }
      }
    }

    private func pixels(of picture: Picture, step: Int) -> [[UInt8]] {
      let all = chunks(of: picture.bytes, picture.bytesPerPixel)
      return stride(from: 0, to: all.count, by: step).map {
        picture.hasAlpha ? all[$0] : all[$0] + [255]
      }
    }

    private func chunks(of bytes: [UInt8], _ count: Int) -> [[UInt8]] {
      stride(from: 0, to: bytes.count, by: count).map { Array(bytes[$0..<$0 + count]) }
    }
  }
#endif
