public import RosterLayout

/// The position and size of a view, in points.
public struct ViewFrame: Hashable, Sendable {
  /// The upper left corner, relative to the view around it, or to the item.
  public var origin: Point
  /// The size.
  public var size: Size

  /// Makes a frame.
  public init(origin: Point = .zero, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Returns the smallest frame around two frames.
  func union(_ other: ViewFrame) -> ViewFrame {
    let left = min(origin.x, other.origin.x)
    let top = min(origin.y, other.origin.y)
    let right = max(origin.x + size.width, other.origin.x + other.size.width)
    let bottom = max(origin.y + size.height, other.origin.y + other.size.height)
    return ViewFrame(
      origin: Point(x: left, y: top), size: Size(width: right - left, height: bottom - top))
  }
}
