import RosterJSON

extension Frame {
  init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let members = try cursor.members()
    try members.requireKeys(["left", "top", "width", "height", "children"])
    self.init(
      left: try members.required("left").number(), top: try members.required("top").number(),
      width: try members.required("width").number(),
      height: try members.required("height").number(),
      children: try members["children"]?.elements().map(Frame.init) ?? [])
  }

  /// Appends the frame as JSON: `{"left":0,"top":0,"width":1,"height":1,"children":[]}`.
  ///
  /// Numbers are as short as possible without a change of their value.
  ///
  /// - Complexity: O(*n*), where *n* is the number of boxes.
  public func appendJSON(to bytes: inout [UInt8]) {
    let lengths = [("left", left), ("top", top), ("width", width), ("height", height)]
    bytes.append(UInt8(ascii: "{"))
    for (key, length) in lengths {
      bytes.append(contentsOf: "\"\(key)\":".utf8)
      JSONValue.number(length).appendCanonical(to: &bytes)
      bytes.append(UInt8(ascii: ","))
    }
    bytes.append(contentsOf: "\"children\":[".utf8)
    for (index, child) in children.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      child.appendJSON(to: &bytes)
    }
    bytes.append(contentsOf: "]}".utf8)
  }
}
