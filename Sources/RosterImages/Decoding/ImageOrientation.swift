internal import RosterMounting

/// How a picture is turned to stand upright: the values of the tag `Orientation` of EXIF.
enum ImageOrientation: Int {
  case upright = 1
  case mirrored, upsideDown, upsideDownMirrored
  case leftMirrored, left, rightMirrored, right

  /// Whether width and height are exchanged.
  var exchangesSides: Bool { rawValue >= 5 }

  /// Returns where the pixel of the upright picture stands in the picture as it is kept.
  ///
  /// - Parameters:
  ///   - x: The column in the upright picture.
  ///   - y: The row in the upright picture.
  ///   - width: The width of the picture as it is kept.
  ///   - height: Its height.
  func source(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    switch self {
    case .upright: (x, y)
    case .mirrored: (width - 1 - x, y)
    case .upsideDown: (width - 1 - x, height - 1 - y)
    case .upsideDownMirrored: (x, height - 1 - y)
    case .leftMirrored: (y, x)
    case .left: (y, height - 1 - x)
    case .rightMirrored: (width - 1 - y, height - 1 - x)
    case .right: (width - 1 - y, x)
    }
  }
}

extension Picture {
  /// Returns the picture upright.
  func turned(_ orientation: ImageOrientation) -> Picture {
    if orientation == .upright { return self }
    let (width, height) = orientation.exchangesSides ? (height, width) : (width, height)
    var turned: [UInt8] = []
    turned.reserveCapacity(bytes.count)
    for y in 0..<height {
      for x in 0..<width {
        let source = orientation.source(x: x, y: y, width: self.width, height: self.height)
        let start = (source.y * self.width + source.x) * bytesPerPixel
        turned += bytes[start..<start + bytesPerPixel]
      }
    }
    return Picture(width: width, height: height, hasAlpha: hasAlpha, bytes: turned) ?? self
  }
}

// MARK: - Reading

extension ImageOrientation {
  /// Reads the orientation of a JPEG. What has none, or a damaged one, is upright.
  init(ofJPEG bytes: [UInt8]) {
    self = Self.exif(in: bytes).flatMap(Self.read) ?? .upright
  }

  /// Returns what stands in the first EXIF segment, from the header of TIFF on.
  private static func exif(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let name = Array("Exif\0\0".utf8)
    var index = 2
    while index + 4 <= bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      // The picture itself begins, or ends.
      if marker == 0xDA || marker == 0xD9 { return nil }
      let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
      guard length >= 2, index + 2 + length <= bytes.count else { return nil }
      let segment = bytes[index + 4..<index + 2 + length]
      if marker == 0xE1, segment.starts(with: name) { return segment.dropFirst(name.count) }
      index += 2 + length
    }
    return nil
  }

  private static func read(_ exif: ArraySlice<UInt8>) -> ImageOrientation? {
    let isLittle = exif.starts(with: [0x49, 0x49, 0x2A, 0x00])
    guard isLittle || exif.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) else { return nil }
    func number(at offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset + count <= exif.count else { return nil }
      let bytes = exif.dropFirst(offset).prefix(count)
      return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, 4), let count = number(at: directory, 2) else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let tag = number(at: entry, 2) else { return nil }
      // A short number stands at the beginning of the value.
      if tag == 0x0112 { return number(at: entry + 8, 2).flatMap(ImageOrientation.init(rawValue:)) }
    }
    return nil
  }
}
