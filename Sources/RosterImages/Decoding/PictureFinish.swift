internal import RosterMounting

/// What is done to decoded pixels: they are scaled, get the colours of sRGB, are turned upright, and the
/// middle is cut out.
struct PictureFinish {
  private let scaling: PictureScaling
  private let orientation: ImageOrientation
  private let profile: ColorProfile?

  /// - Parameters:
  ///   - width: The width of the picture as it is kept; positive.
  ///   - height: Its height; positive.
  ///   - request: What was asked for.
  ///   - orientation: How it is turned.
  ///   - profile: Its colours, if they are not those of sRGB.
  init(
    width: Int, height: Int, for request: ImageRequest, _ orientation: ImageOrientation,
    _ profile: ColorProfile?
  ) {
    let upright = orientation.exchangesSides ? (height, width) : (width, height)
    scaling = PictureScaling(width: upright.0, height: upright.1, for: request)
    (self.orientation, self.profile) = (orientation, profile)
  }

  /// How many pixels are enough, before the picture is turned.
  var size: (width: Int, height: Int) {
    orientation.exchangesSides
      ? (scaling.scaledHeight, scaling.scaledWidth) : (scaling.scaledWidth, scaling.scaledHeight)
  }

  /// Returns the picture as it was asked for; `nil` for no pixels.
  func picture(of decoded: Picture) -> Picture? {
    // The colours of few pixels cost little.
    guard let scaled = decoded.scaled(width: size.width, height: size.height) else { return nil }
    return (profile.map(scaled.inSRGB(from:)) ?? scaled).turned(orientation)
      .middle(width: scaling.keptWidth, height: scaling.keptHeight)
  }
}
