#if Images
  internal import CTurboJPEG
  internal import RosterMounting

  /// A JPEG that is being decoded, by the TurboJPEG API.
  struct JPEGDecoding {
    private let bytes: [UInt8]
    private let request: ImageRequest
    private let limits: ImageLimits

    init(_ bytes: [UInt8], _ request: ImageRequest, _ limits: ImageLimits) {
      (self.bytes, self.request, self.limits) = (bytes, request, limits)
    }

    func picture() throws(ImageError) -> Picture {
      guard let handle = tjInitDecompress() else {
        throw .damaged("JPEG", "there is no memory for the decoder")
      }
      defer { tjDestroy(handle) }
      let header = try header(handle)
      let orientation = ImageOrientation(ofJPEG: bytes)
      let upright = orientation.exchangesSides ? (header.height, header.width) : header.size
      let scaling = PictureScaling(width: upright.0, height: upright.1, for: request)
      let enough =
        orientation.exchangesSides
        ? (scaling.scaledHeight, scaling.scaledWidth) : (scaling.scaledWidth, scaling.scaledHeight)
      let decoded = try pixels(handle, header, enough)
      guard
        let picture = decoded.scaled(width: enough.0, height: enough.1)?.turned(orientation)
          .middle(width: scaling.keptWidth, height: scaling.keptHeight)
      else { throw .damaged("JPEG", "it has no pixels") }
      return picture
    }

    private struct Header {
      var width: Int
      var height: Int
      /// Whether its colours are those of a printer.
      var isCMYK: Bool

      var size: (Int, Int) { (width, height) }
    }

    private func header(_ handle: tjhandle) throws(ImageError) -> Header {
      var (width, height, subsampling, colours) = (Int32(0), Int32(0), Int32(0), Int32(0))
      let result = tjDecompressHeader3(
        handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colours)
      guard result == 0 else { throw .damaged("JPEG", reason(handle)) }
      try limits.check(width: Int(width), height: Int(height))
      let isCMYK = colours == Int32(TJCS_CMYK.rawValue) || colours == Int32(TJCS_YCCK.rawValue)
      return Header(width: Int(width), height: Int(height), isCMYK: isCMYK)
    }

    /// Decodes the pixels, as few as are enough: the decoder can leave out what is not needed.
    private func pixels(
      _ handle: tjhandle, _ header: Header, _ enough: (Int, Int)
    ) throws(ImageError) -> Picture {
      let size = scaledSize(header, enough)
      let format = header.isCMYK ? TJPF_CMYK : TJPF_RGB
      let byteCount = size.0 * size.1 * (header.isCMYK ? 4 : 3)
      var result: Int32 = -1
      var pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
        buffer.initialize(repeating: 0)
        count = byteCount
        // A file may have thousands of passes over few pixels.
        result = tjDecompress2(
          handle, bytes, UInt(bytes.count), buffer.baseAddress, Int32(size.0), 0, Int32(size.1),
          Int32(format.rawValue), TJFLAG_LIMITSCANS)
      }
      if result != 0 {
        let isWarning = tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
        // Cameras write files with small faults. One without an end is cut off.
        guard isWarning, hasEnd else { throw .damaged("JPEG", reason(handle)) }
      }
      if header.isCMYK { pixels = Self.rgb(cmyk: pixels) }
      guard let picture = Picture(width: size.0, height: size.1, bytes: pixels) else {
        throw .damaged("JPEG", "it has no pixels")
      }
      return picture
    }

    private func scaledSize(_ header: Header, _ enough: (Int, Int)) -> (Int, Int) {
      var count: Int32 = 0
      guard let factors = tjGetScalingFactors(&count) else { return header.size }
      var best = header.size
      for factor in UnsafeBufferPointer(start: factors, count: Int(count)) {
        let (number, part) = (Int(factor.num), Int(factor.denom))
        guard part > 0, number <= part else { continue }
        // As the library rounds.
        let width = (header.width * number + part - 1) / part
        let height = (header.height * number + part - 1) / part
        if width >= enough.0, height >= enough.1, width < best.0 { best = (width, height) }
      }
      return best
    }

    private var hasEnd: Bool {
      let tail = bytes.suffix(64)
      return zip(tail, tail.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
    }

    private func reason(_ handle: tjhandle) -> String { String(cString: tjGetErrorStr2(handle)) }

    /// Such files have their colours inverted, as Adobe writes them.
    private static func rgb(cmyk: [UInt8]) -> [UInt8] {
      var rgb: [UInt8] = []
      rgb.reserveCapacity(cmyk.count / 4 * 3)
      for start in stride(from: 0, to: cmyk.count - 3, by: 4) {
        let black = Int(cmyk[start + 3])
        for part in 0..<3 { rgb.append(UInt8(Int(cmyk[start + part]) * black / 255)) }
      }
      return rgb
    }
  }
#endif
