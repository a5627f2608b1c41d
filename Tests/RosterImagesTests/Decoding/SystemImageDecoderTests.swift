#if Images
  import CJPEG
  import CPNG
  import CWebP
  import Foundation
  import RosterMounting
  import RosterTestKit
  import RosterTestSupport
  import RosterWidgets
  import Testing

  @testable import RosterImages

  /// The decoders of the system, on what its encoders write.
  struct SystemImageDecoderTests {
    enum Kind: CaseIterable, Sendable {
      case jpeg, png, pngWithAlpha, webp, webpWithAlpha

      var hasAlpha: Bool { self == .pngWithAlpha || self == .webpWithAlpha }
    }

    private let decoder = SystemImageDecoder()

    /// A picture of four colours, one in each quarter: red, green, blue, white.
    private static func quarters(_ width: Int, _ height: Int, hasAlpha: Bool) -> [UInt8] {
      (0..<height).flatMap { y in
        (0..<width).flatMap { x -> [UInt8] in
          let color: [UInt8]
          switch (2 * x < width, 2 * y < height) {
          case (true, true): color = [255, 0, 0]
          case (false, true): color = [0, 255, 0]
          case (true, false): color = [0, 0, 255]
          case (false, false): color = [255, 255, 255]
          }
          // The left half can be seen through.
          return color + (hasAlpha ? [2 * x < width ? 128 : 255] : [])
        }
      }
    }

    static func encoded(_ kind: Kind, _ width: Int, _ height: Int) -> [UInt8] {
      let pixels = quarters(width, height, hasAlpha: kind.hasAlpha)
      switch kind {
      case .jpeg: return jpeg(pixels, width, height)
      case .png, .pngWithAlpha: return png(pixels, width, height, kind.hasAlpha)
      case .webp, .webpWithAlpha:
        var output: UnsafeMutablePointer<UInt8>?
        let count =
          kind.hasAlpha
          ? WebPEncodeLosslessRGBA(pixels, Int32(width), Int32(height), Int32(4 * width), &output)
          : WebPEncodeRGB(pixels, Int32(width), Int32(height), Int32(3 * width), 90, &output)
        defer { WebPFree(output) }
        return Array(UnsafeBufferPointer(start: output, count: Int(count)))
      }
    }

    private static func jpeg(_ pixels: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
      var (compression, errors) = (jpeg_compress_struct(), jpeg_error_mgr())
      return withUnsafeMutablePointer(to: &errors) { errors in
        compression.err = jpeg_std_error(errors)
        jpeg_CreateCompress(
          &compression, JPEG_LIB_VERSION, MemoryLayout<jpeg_compress_struct>.size)
        defer { jpeg_destroy_compress(&compression) }
        var (output, count) = (UnsafeMutablePointer<UInt8>?.none, UInt(0))
        jpeg_mem_dest(&compression, &output, &count)
        defer { free(output) }
        (compression.image_width, compression.image_height) = (UInt32(width), UInt32(height))
        (compression.input_components, compression.in_color_space) = (3, JCS_RGB)
        jpeg_set_defaults(&compression)
        jpeg_set_quality(&compression, 95, 1)
        jpeg_start_compress(&compression, 1)
        for row in 0..<height {
          var line = Array(pixels[3 * width * row..<3 * width * (row + 1)])
          line.withUnsafeMutableBufferPointer { line in
            var start = line.baseAddress
            jpeg_write_scanlines(&compression, &start, 1)
          }
        }
        jpeg_finish_compress(&compression)
        return Array(UnsafeBufferPointer(start: output, count: Int(count)))
      }
    }

    private static func png(
      _ pixels: [UInt8], _ width: Int, _ height: Int, _ hasAlpha: Bool
    ) -> [UInt8] {
      var image = png_image()
      image.version = png_uint_32(PNG_IMAGE_VERSION)
      (image.width, image.height) = (UInt32(width), UInt32(height))
      image.format = hasAlpha ? 3 : 2
      var count = 4 * width * height + 10_000
      var bytes = [UInt8](repeating: 0, count: count)
      png_image_write_to_memory(&image, &bytes, &count, 0, pixels, 0, nil)
      return Array(bytes.prefix(count))
    }

    private func picture(
      _ bytes: [UInt8], _ size: PixelSize? = nil, _ fit: ImageView.Fit = .contain,
      limits: ImageLimits = ImageLimits()
    ) throws(ImageError) -> Picture {
      try decoder.picture(of: bytes, for: ImageRequest("a", size: size, fit: fit), limits: limits)
    }

    private func code(_ bytes: [UInt8], _ limits: ImageLimits = ImageLimits()) -> ImageError.Code? {
      do throws(ImageError) {
        _ = try picture(bytes, limits: limits)
        return nil
      } catch { return error.code }
    }

    /// Whether the middles of the quarters have these colours, nearly.
    private func expect(
      _ picture: Picture,
      _ colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
    ) {
      for (index, color) in colors.enumerated() {
        let x = picture.width * (index % 2 == 0 ? 1 : 3) / 4
        let y = picture.height * (index < 2 ? 1 : 3) / 4
        let start = (y * picture.width + x) * picture.bytesPerPixel
        let found = picture.bytes[start..<start + 3]
        #expect(zip(found, color).allSatisfy { abs(Int($0) - Int($1)) < 12 }, "\(index): \(found)")
      }
    }

    @Test(arguments: Kind.allCases)
    func pictureHasItsColors(_ kind: Kind) throws {
      let picture = try picture(Self.encoded(kind, 64, 48))
      #expect((picture.width, picture.height) == (64, 48))
      #expect(picture.hasAlpha == kind.hasAlpha)
      expect(picture)
      if kind.hasAlpha {
        #expect(picture.bytes[3] == 128)
        #expect(picture.bytes[4 * 63 + 3] == 255)
      }
    }

    @Test(arguments: Kind.allCases)
    func pictureIsScaledToItsRequest(_ kind: Kind) throws {
      let bytes = Self.encoded(kind, 200, 100)
      let contained = try picture(bytes, PixelSize(width: 30, height: 30))
      #expect((contained.width, contained.height) == (30, 15))
      expect(contained)
      let filled = try picture(bytes, PixelSize(width: 21, height: 33), .fill)
      #expect((filled.width, filled.height) == (21, 33))
      expect(filled)
      let covered = try picture(bytes, PixelSize(width: 40, height: 40), .cover)
      #expect((covered.width, covered.height) == (40, 40))
      expect(covered)
      let small = try picture(bytes, PixelSize(width: 2_000, height: 2_000))
      #expect((small.width, small.height) == (200, 100))
    }

    @Test(arguments: Kind.allCases)
    func pictureOfAPixelIsDecoded(_ kind: Kind) throws {
      let picture = try picture(Self.encoded(kind, 1, 1), PixelSize(width: 1, height: 1))
      #expect((picture.width, picture.height) == (1, 1))
    }

    @Test(arguments: Kind.allCases)
    func cutPictureIsDamagedAndHarmless(_ kind: Kind) {
      let whole = Self.encoded(kind, 40, 30)
      for length in 0..<whole.count - 16 {
        let code = code(Array(whole.prefix(length)))
        #expect(code == .damaged || code == .wrongType, "\(length) of \(whole.count) bytes")
      }
    }

    @Test(arguments: Kind.allCases)
    func randomDamageIsHarmless(_ kind: Kind) {
      let whole = Self.encoded(kind, 40, 30)
      var random = SplitMix64(seed: 3)
      var limits = ImageLimits()
      limits.pixelCountMax = 1_000_000
      for _ in 0..<1_500 {
        var bytes = whole
        for _ in 0...random.index(below: 8) {
          bytes[random.index(below: bytes.count)] = UInt8(random.index(below: 256))
        }
        let size = PixelSize(
          width: 1 + random.index(below: 50), height: 1 + random.index(below: 50))
        do throws(ImageError) {
          let picture = try picture(bytes, size, limits: limits)
          #expect(picture.width <= 50 && picture.height <= 50)
        } catch { #expect([.damaged, .wrongType, .tooLarge].contains(error.code)) }
      }
    }

    @Test func randomBytesAreNoPicture() {
      var random = SplitMix64(seed: 4)
      let marks: [[UInt8]] = [
        [], [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
        Array("RIFF\u{10}\0\0\0WEBPVP8 ".utf8),
      ]
      for round in 0..<4_000 {
        let bytes = (0..<random.index(below: 300)).map { _ in UInt8(random.index(below: 256)) }
        let code = code(marks[round % 4] + bytes)
        #expect(code != nil, "round \(round)")
      }
    }

    @Test(arguments: Kind.allCases)
    func largePictureIsRefusedByItsHeader(_ kind: Kind) {
      let bytes = Self.encoded(kind, 64, 48)
      var limits = ImageLimits()
      limits.pixelCountMax = 64 * 48
      #expect(code(bytes, limits) == nil)
      limits.pixelCountMax -= 1
      #expect(code(bytes, limits) == .tooLarge)
      limits = ImageLimits()
      limits.lengthMax = 63
      #expect(code(bytes, limits) == .tooLarge)
      // The header alone decides.
      if kind != .webp && kind != .webpWithAlpha {
        #expect(code(Array(bytes.prefix(bytes.count - 20)), limits) == .tooLarge)
      }
    }

    @Test func jpegStandsUpright() throws {
      let plain = Self.encoded(.jpeg, 64, 32)
      let exif = JPEGFixture.exif(orientation: 6, isLittle: true)
      let bytes = Array(plain.prefix(2)) + exif + plain.dropFirst(2)
      let whole = try picture(bytes)
      #expect((whole.width, whole.height) == (32, 64))
      let turned: [[UInt8]] = [[0, 0, 255], [255, 0, 0], [255, 255, 255], [0, 255, 0]]
      expect(whole, turned)
      let scaled = try picture(bytes, PixelSize(width: 10, height: 20))
      #expect((scaled.width, scaled.height) == (10, 20))
      expect(scaled, turned)
    }

    @Test func jpegWithoutItsEndIsShownIfItHasAllPixels() throws {
      let whole = Self.encoded(.jpeg, 64, 48)
      expect(try picture(whole.dropLast(2)))
      #expect(code(whole.dropLast(40) + [0xFF, 0xD9]) == .damaged)
    }

    @Test func pngWithoutItsEndIsShownIfItHasAllPixels() throws {
      // The chunk of the end has 12 bytes, and the checksum before it 4.
      let whole = Self.encoded(.png, 64, 48)
      expect(try picture(whole.dropLast(16)))
      #expect(code(whole.dropLast(17)) == .damaged)
    }

    @Test func otherKindsAreNotDecoded() {
      #expect(code(Array("GIF89a".utf8)) == .wrongType)
      #expect(code(Array("<svg/>".utf8)) == .wrongType)
      #expect(code([]) == .wrongType)
    }
  }
#endif
