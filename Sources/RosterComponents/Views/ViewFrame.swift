public import RosterLayout

/// Where a view is, and how large, in points.
public struct ViewFrame: Hashable, Sendable {
  /// The upper left corner, in the view around it, or in the item.
  public var origin: Point
  /// How large it is.
  public var size: Size

  /// Makes a frame.
  public init(origin: Point = .zero, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// The smallest frame around two.
  func union(_ other: ViewFrame) -> ViewFrame {
    let left = min(origin.x, other.origin.x)
    let top = min(origin.y, other.origin.y)
    let right = max(origin.x + size.width, other.origin.x + other.size.width)
    let bottom = max(origin.y + size.height, other.origin.y + other.size.height)
    return ViewFrame(
      origin: Point(x: left, y: top), size: Size(width: right - left, height: bottom - top))
  }
}
