public import RosterJSON
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

extension ViewFrame: Codable, JSONDescribed {
  /// Reads a frame.
  public init(json: JSONValue) throws(JSONDecodingError) {
    try self.init(JSONCursor(json))
  }

  init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let members = try cursor.members()
    self.init(
      origin: Point(
        x: try members.required("left").number(), y: try members.required("top").number()),
      size: Size(
        width: try members.required("width").number(),
        height: try members.required("height").number()))
  }

  /// The frame as JSON:
  ///
  /// ```json
  /// {"left":8,"top":0,"width":120,"height":16}
  /// ```
  public var json: JSONValue {
    [
      "left": .number(origin.x), "top": .number(origin.y), "width": .number(size.width),
      "height": .number(size.height),
    ]
  }
}
