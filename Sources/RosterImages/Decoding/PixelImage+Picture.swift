public import RosterMounting
public import RosterWidgets

extension PixelImage {
  /// Makes the pixels that travel with a view out of a loaded picture; `nil` if it has more than
  /// `PixelImage.maximumPixelCount`.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - background: What is behind it, in three bytes, if it has an alpha. Missing bytes are 0.
  public init?(_ picture: Picture, over background: [UInt8] = [255, 255, 255]) {
    guard picture.width <= Self.maximumPixelCount / picture.height else { return nil }
    guard picture.hasAlpha else {
      self.init(width: picture.width, height: picture.height, rgb: picture.bytes)
      return
    }
    var rgb: [UInt8] = []
    rgb.reserveCapacity(picture.width * picture.height * 3)
    for start in stride(from: 0, to: picture.bytes.count, by: 4) {
      let alpha = Int(picture.bytes[start + 3])
      for part in 0..<3 {
        let behind = background.indices.contains(part) ? Int(background[part]) : 0
        let sum = Int(picture.bytes[start + part]) * alpha + behind * (255 - alpha)
        rgb.append(UInt8((sum + 127) / 255))
      }
    }
    self.init(width: picture.width, height: picture.height, rgb: rgb)
  }
}
