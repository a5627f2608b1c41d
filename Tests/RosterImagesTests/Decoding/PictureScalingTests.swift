import RosterMounting
import RosterTestKit
import RosterWidgets
import Testing

@testable import RosterImages

struct PictureScalingTests {
  private func scaling(
    _ width: Int, _ height: Int, _ box: (Int, Int)?, _ fit: ImageView.Fit = .contain
  ) -> [Int] {
    let size = box.map { PixelSize(width: $0.0, height: $0.1) }
    let scaling = PictureScaling(
      width: width, height: height, for: ImageRequest("a", size: size, fit: fit))
    return [scaling.scaledWidth, scaling.scaledHeight, scaling.keptWidth, scaling.keptHeight]
  }

  @Test func pictureFitsItsBox() {
    #expect(scaling(400, 300, (100, 100)) == [100, 75, 100, 75])
    #expect(scaling(400, 300, (100, 100), .cover) == [133, 100, 100, 100])
    #expect(scaling(400, 300, (100, 100), .fill) == [100, 100, 100, 100])
    #expect(scaling(400, 300, nil) == [400, 300, 400, 300])
  }

  @Test func pictureIsNotEnlarged() {
    for fit in ImageView.Fit.allCases {
      #expect(scaling(10, 20, (100, 100), fit) == [10, 20, 10, 20])
    }
    #expect(scaling(10, 200, (100, 100), .fill) == [10, 100, 10, 100])
    #expect(scaling(10, 200, (100, 100), .cover) == [10, 200, 10, 200])
  }

  @Test func lineKeepsAtLeastAPixel() {
    #expect(scaling(10_000, 1, (10, 10)) == [10, 1, 10, 1])
  }

  @Test(arguments: 0..<200)
  func sizesAreSound(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let width = 1 + random.index(below: 500)
    let height = 1 + random.index(below: 500)
    let box = (1 + random.index(below: 500), 1 + random.index(below: 500))
    for fit in ImageView.Fit.allCases {
      let sizes = scaling(width, height, box, fit)
      #expect(sizes[0] <= width && sizes[1] <= height)
      #expect(1...sizes[0] ~= sizes[2] && 1...sizes[1] ~= sizes[3])
      if fit != .cover { #expect(sizes[2] <= box.0 && sizes[3] <= box.1) }
    }
  }

  // MARK: Pixels

  private func gray(_ width: Int, _ height: Int, _ values: [UInt8]) throws -> Picture {
    let bytes = values.flatMap { [$0, $0, $0] }
    return try #require(Picture(width: width, height: height, bytes: bytes))
  }

  @Test func pixelIsTheMeanOfThoseItStandsFor() throws {
    let picture = try gray(4, 2, [0, 100, 10, 20, 100, 0, 30, 40])
    #expect(picture.scaled(width: 2, height: 1) == (try gray(2, 1, [50, 25])))
  }

  @Test func sharedPixelCountsByItsShare() throws {
    let picture = try gray(3, 1, [0, 60, 90])
    // The first is 0 and half of 60, the second half of 60 and 90.
    #expect(picture.scaled(width: 2, height: 1) == (try gray(2, 1, [20, 80])))
  }

  @Test func pixelsThatAreNotSeenLendNoColor() throws {
    let picture = try #require(
      Picture(width: 2, height: 1, hasAlpha: true, bytes: [200, 0, 0, 255, 0, 250, 0, 0]))
    #expect(picture.scaled(width: 1, height: 1)?.bytes == [200, 0, 0, 128])
  }

  @Test func middleIsCutOut() throws {
    let picture = try gray(4, 3, Array(0..<12))
    #expect(picture.middle(width: 2, height: 1) == (try gray(2, 1, [5, 6])))
  }

  @Test(arguments: 0..<100)
  func sharesOfALineAreWhole(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let source = 1 + random.index(below: 3_000)
    let target = 1 + random.index(below: source)
    let shares = PixelShares(source: source, target: target).shares
    #expect(shares.count == target)
    for share in shares {
      #expect(share.start >= 0 && share.start + share.weights.count <= source)
      #expect(abs(share.weights.reduce(0, +) - 1) < 0.001)
    }
    #expect(shares.first?.start == 0)
    #expect(shares.last.map { $0.start + $0.weights.count } == source)
  }

  // MARK: Orientation

  @Test func everyOrientationIsTurnedUpright() throws {
    // The letter F, in all the ways that a camera keeps it.
    let kept: [[UInt8]] = [
      [1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5], [6, 5, 4, 3, 2, 1], [5, 6, 3, 4, 1, 2],
      [1, 3, 5, 2, 4, 6], [2, 4, 6, 1, 3, 5], [6, 4, 2, 5, 3, 1], [5, 3, 1, 6, 4, 2],
    ]
    for (index, values) in kept.enumerated() {
      let orientation = try #require(ImageOrientation(rawValue: index + 1))
      let (width, height) = orientation.exchangesSides ? (3, 2) : (2, 3)
      let picture = try gray(width, height, values)
      #expect(picture.turned(orientation) == (try gray(2, 3, [1, 2, 3, 4, 5, 6])), "\(index + 1)")
    }
  }

  private func orientation(_ segments: [UInt8]) -> ImageOrientation {
    ImageOrientation(exif: JPEGSegments([0xFF, 0xD8] + segments).exif)
  }

  @Test func orientationIsReadInBothByteOrders() {
    #expect(orientation(JPEGFixture.exif(orientation: 6, isLittle: false)) == .left)
    #expect(orientation(JPEGFixture.exif(orientation: 8, isLittle: true)) == .right)
    #expect(orientation([0xFF, 0xDA]) == .upright)
  }

  @Test func orientationIsFoundBehindBytesThatFillTheFile() {
    let exif = JPEGFixture.exif(orientation: 6, isLittle: false)
    #expect(orientation([0xFF, 0xFF] + exif) == .left)
    #expect(orientation([0, 0xFF, 0, 7, 0xFF, 0x01] + exif) == .left)
    #expect(orientation([0xFF, 0xDA, 0, 2] + exif) == .upright)
  }

  @Test func damagedOrientationIsUprightAndHarmless() {
    let whole = JPEGFixture.exif(orientation: 6, isLittle: false)
    for length in 0..<whole.count {
      #expect(orientation(Array(whole.prefix(length))) == .upright)
    }
    var random = SplitMix64(seed: 1)
    for _ in 0..<5_000 {
      var bytes = whole
      bytes[random.index(below: bytes.count)] = UInt8(random.index(below: 256))
      _ = orientation(bytes)
    }
  }

  // MARK: Small pictures

  @Test func pictureBecomesPixelsOfAView() throws {
    let picture = try #require(
      Picture(width: 2, height: 1, hasAlpha: true, bytes: [10, 20, 30, 255, 9, 9, 9, 0]))
    #expect(
      PixelImage(picture, over: [1, 2, 3])
        == PixelImage(width: 2, height: 1, rgb: [10, 20, 30, 1, 2, 3]))
    let wide = try gray(1 << 11, 1 << 10, [UInt8](repeating: 0, count: 1 << 21))
    #expect(PixelImage(wide) == nil)
  }
}
