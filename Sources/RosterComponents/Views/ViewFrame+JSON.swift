internal import RosterLayout
public import RosterJSON

extension ViewFrame: JSONDescribed {
  /// Reads a frame.
  public init(json: JSONValue) throws(JSONDescriptionError) {
    try self.init(JSONDescriptionReader(json))
  }

  init(_ reader: JSONDescriptionReader) throws(JSONDescriptionError) {
    self.init(
      origin: Point(
        x: try reader.required("left").number(), y: try reader.required("top").number()),
      size: Size(
        width: try reader.required("width").number(),
        height: try reader.required("height").number()))
  }

  /// The frame as JSON:
  ///
  ///     {"left":8,"top":0,"width":120,"height":16}
  public var json: JSONValue {
    [
      "left": .number(origin.x), "top": .number(origin.y), "width": .number(size.width),
      "height": .number(size.height),
    ]
  }
}
