#if Images
  internal import CZlib

  /// What a PNG says before its pixels about their colours and about the way up.
  struct PNGChunks {
    /// The first chunk of each name.
    private var contents: [String: ArraySlice<UInt8>] = [:]
    private static let names: Set = ["cICP", "iCCP", "sRGB", "gAMA", "cHRM", "eXIf"]
    /// How long a profile may be. Those that are known take some thousand bytes.
    private static let profileByteCountMax = 1 << 20

    init(_ bytes: [UInt8]) {
      let file = FileBytes(bytes[...])
      var offset = 8
      while let length = file.number(at: offset, 4),
        let chunk = file.part(at: offset + 4, 4 + length),
        let checksum = file.number(at: offset + 8 + length, 4)
      {
        let name = String(decoding: chunk.prefix(4), as: UTF8.self)
        if name == "IDAT" { return }
        if Self.names.contains(name), contents[name] == nil,
          chunk.withUnsafeBufferPointer({
            Int(crc32(0, $0.baseAddress, uInt(truncatingIfNeeded: $0.count)))
          }) == checksum
        {
          contents[name] = chunk.dropFirst(4)
        }
        offset += 12 + length
      }
    }

    var exif: ArraySlice<UInt8>? { contents["eXIf"] }

    /// The profile; `nil` for a picture in sRGB.
    ///
    /// The chunks count in this order, and what cannot be used is passed over: `cICP`, `iCCP`,
    /// `sRGB`, `gAMA` with or without `cHRM`, which alone means nothing.
    var profile: ColorProfile? {
      if let named { return named }
      if let embedded { return embedded }
      if let intent = contents["sRGB"], intent.count == 1, intent.allSatisfy({ $0 <= 3 }) {
        return nil
      }
      return measured
    }

    private var named: ColorProfile? {
      guard let codes = contents["cICP"].map(Array.init), codes.count == 4,
        // Red, green and blue, from 0 to the largest number.
        codes[2] == 0, codes[3] == 1, let primaries = ColorPrimaries(code: codes[0]),
        let curve = ToneCurve(code: codes[1])
      else { return nil }
      return ColorProfile(curve, primaries)
    }

    private var embedded: ColorProfile? {
      // A name, a zero, and a zero for the only method of compression.
      guard let chunk = contents["iCCP"], let end = chunk.prefix(80).firstIndex(of: 0),
        chunk[end...].starts(with: [0, 0])
      else { return nil }
      let source = Array(chunk[(end + 2)...])
      // No more than the best compression gives.
      let capacity = min(source.count * 1_032, Self.profileByteCountMax)
      let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
        var length = uLong(capacity)
        let status = uncompress(target.baseAddress, &length, source, uLong(source.count))
        count = status == Z_OK ? Int(length) : 0
      }
      return ColorProfile(icc: bytes[...])
    }

    private var measured: ColorProfile? {
      guard let content = contents["gAMA"], content.count == 4,
        let number = FileBytes(content).number(at: 0, 4), number > 0
      else { return nil }
      let gamma = Double(number) / 100_000
      let curve = ToneCurve.formula(exponent: 1 / gamma)
      if let content = contents["cHRM"], content.count == 32 {
        let file = FileBytes(content)
        let numbers = (0..<8).compactMap { file.number(at: 4 * $0, 4) }.map {
          Double($0) / 100_000
        }
        let places = (0..<4).map { SIMD2(numbers[2 * $0], numbers[2 * $0 + 1]) }
        return ColorProfile(
          curve,
          ColorPrimaries(white: places[0], red: places[1], green: places[2], blue: places[3]))
      }
      // So near to the screens of those days it stands for sRGB.
      return abs(gamma * 2.2 - 1) < 0.05 ? nil : ColorProfile(curve, .sRGB)
    }
  }
#endif
