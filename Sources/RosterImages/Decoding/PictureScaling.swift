internal import RosterWidgets

/// How the pixels of a picture become those that were asked for: first all of it is scaled down,
/// then the middle is cut out.
///
///     400 x 300 in a box of 100 x 100
///     contain   scaled to 100 x 75
///     cover     scaled to 133 x 100, of which 100 x 100 are kept
///     fill      scaled to 100 x 100
struct PictureScaling: Equatable {
  let scaledWidth: Int
  let scaledHeight: Int
  let keptWidth: Int
  let keptHeight: Int

  /// - Parameters:
  ///   - width: The width of the picture; positive.
  ///   - height: Its height; positive.
  ///   - request: What was asked for.
  init(width: Int, height: Int, for request: ImageRequest) {
    guard let box = request.size else {
      self.init(scaled: (width, height), kept: (width, height))
      return
    }
    let ratios = (Double(box.width) / Double(width), Double(box.height) / Double(height))
    switch request.fit {
    case .contain:
      let size = Self.size(width, height, times: min(ratios.0, ratios.1))
      self.init(scaled: size, kept: size)
    case .cover:
      let ratio = max(ratios.0, ratios.1)
      let size = Self.size(width, height, times: ratio)
      // A picture that would be enlarged stays as it is; the host cuts it when it enlarges it.
      self.init(
        scaled: size,
        kept: ratio < 1 ? (min(size.0, box.width), min(size.1, box.height)) : size)
    case .fill:
      let size = (min(width, box.width), min(height, box.height))
      self.init(scaled: size, kept: size)
    }
  }

  private init(scaled: (Int, Int), kept: (Int, Int)) {
    (scaledWidth, scaledHeight) = scaled
    (keptWidth, keptHeight) = kept
  }

  private static func size(_ width: Int, _ height: Int, times ratio: Double) -> (Int, Int) {
    if ratio >= 1 { return (width, height) }
    func scaled(_ length: Int) -> Int { max(1, Int((Double(length) * ratio).rounded())) }
    return (scaled(width), scaled(height))
  }
}
