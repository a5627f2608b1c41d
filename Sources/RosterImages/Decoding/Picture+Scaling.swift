internal import RosterMounting

extension Picture {
  /// Returns the picture with so many pixels, each the mean of those that it stands for; `nil` for
  /// no pixels. A length is not enlarged.
  ///
  /// - Complexity: O(*n*), where *n* is the number of pixels of the picture.
  func scaled(width: Int, height: Int) -> Picture? {
    if width >= self.width, height >= self.height { return self }
    let (width, height) = (min(width, self.width), min(height, self.height))
    guard width > 0, height > 0 else { return nil }
    let columns = PixelShares(source: self.width, target: width)
    let rows = PixelShares(source: self.height, target: height)
    let bytes = PixelMean(self, columns).bytes(rows)
    return Picture(width: width, height: height, hasAlpha: hasAlpha, bytes: bytes)
  }

  /// Returns the middle of the picture.
  func middle(width: Int, height: Int) -> Picture? {
    if width >= self.width, height >= self.height { return self }
    let (width, height) = (min(width, self.width), min(height, self.height))
    guard width > 0, height > 0 else { return nil }
    let (left, top) = ((self.width - width) / 2, (self.height - height) / 2)
    var kept: [UInt8] = []
    kept.reserveCapacity(width * height * bytesPerPixel)
    for row in top..<top + height {
      let start = (row * self.width + left) * bytesPerPixel
      kept += bytes[start..<start + width * bytesPerPixel]
    }
    return Picture(width: width, height: height, hasAlpha: hasAlpha, bytes: kept)
  }
}

/// Which pixels of a line each pixel of a shorter line stands for, and with which share.
///
///     source  | 0 | 1 | 2 |
///     target  |  0  |  1  |     0: all of 0, half of 1
struct PixelShares {
  struct Share {
    /// The first pixel.
    var start: Int
    /// The shares of it and those that follow. Their sum is 1.
    var weights: [Float]
  }

  let shares: [Share]

  init(source: Int, target: Int) {
    let step = Double(source) / Double(target)
    shares = (0..<target).map { index in
      let (low, high) = (Double(index) * step, min(Double(index + 1) * step, Double(source)))
      let first = min(Int(low), source - 1)
      // A share that is only there because numbers are rounded does not count.
      let last = max(first, min(Int((high - 1e-9).rounded(.down)), source - 1))
      let covered = (first...last).map { min(high, Double($0 + 1)) - max(low, Double($0)) }
      let sum = covered.reduce(0, +)
      return Share(start: first, weights: covered.map { Float($0 / sum) })
    }
  }
}

/// The sums of rows, one target row after the other.
private struct PixelMean {
  let picture: Picture
  let columns: PixelShares

  init(_ picture: Picture, _ columns: PixelShares) {
    (self.picture, self.columns) = (picture, columns)
  }

  func bytes(_ rows: PixelShares) -> [UInt8] {
    let (width, parts) = (columns.shares.count, picture.bytesPerPixel)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.shares.count * width * parts)
    var sums = [Float](repeating: 0, count: width * parts)
    for share in rows.shares {
      for index in sums.indices { sums[index] = 0 }
      for (offset, weight) in share.weights.enumerated() {
        add(row: share.start + offset, times: weight, to: &sums)
      }
      append(sums, to: &bytes)
    }
    return bytes
  }

  private func add(row: Int, times weight: Float, to sums: inout [Float]) {
    let parts = picture.bytesPerPixel
    picture.bytes.withUnsafeBufferPointer { bytes in
      for (column, share) in columns.shares.enumerated() {
        var source = (row * picture.width + share.start) * parts
        for columnWeight in share.weights {
          let weight = weight * columnWeight
          // Colours of pixels that are not to be seen do not count.
          let alpha = parts == 4 ? Float(bytes[source + 3]) : 255
          for part in 0..<3 {
            sums[column * parts + part] += weight * alpha * Float(bytes[source + part])
          }
          if parts == 4 { sums[column * parts + 3] += weight * alpha }
          source += parts
        }
      }
    }
  }

  private func append(_ sums: [Float], to bytes: inout [UInt8]) {
    let parts = picture.bytesPerPixel
    for start in stride(from: 0, to: sums.count, by: parts) {
      let alpha = parts == 4 ? sums[start + 3] : 255
      for part in 0..<3 {
        bytes.append(alpha > 0 ? Self.byte(sums[start + part] / alpha) : 0)
      }
      if parts == 4 { bytes.append(Self.byte(alpha)) }
    }
  }

  private static func byte(_ value: Float) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
}
