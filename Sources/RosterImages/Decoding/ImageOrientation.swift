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
  /// Reads the orientation from EXIF, from the header of TIFF on. What has none, or a damaged one, is
  /// upright.
  init(exif bytes: ArraySlice<UInt8>?) {
    self = bytes.flatMap(Self.read) ?? .upright
  }

  private static func read(_ exif: ArraySlice<UInt8>) -> ImageOrientation? {
    let isLittleEndian = exif.starts(with: [0x49, 0x49, 0x2A, 0x00])
    guard isLittleEndian || exif.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) else { return nil }
    let file = FileBytes(exif, isLittleEndian: isLittleEndian)
    guard let directory = file.number(at: 4, 4), let count = file.number(at: directory, 2) else {
      return nil
    }
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let tag = file.number(at: entry, 2) else { return nil }
      // One short number, which stands at the beginning of the value.
      if tag == 0x0112, file.number(at: entry + 2, 2) == 3, file.number(at: entry + 4, 4) == 1,
        let orientation = file.number(at: entry + 8, 2).flatMap(ImageOrientation.init(rawValue:))
      {
        return orientation
      }
    }
    return nil
  }
}
