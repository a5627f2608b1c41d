import RosterJSON

extension Frame {
  init(_ value: JSONValue) throws(MalformedCase) {
    let members = try value.caseObject()
    let lengths = ["left", "top", "width", "height"]
    for key in members.keys where key != "children" && !lengths.contains(key) {
      throw .unknownKey(key)
    }
    var numbers: [Double] = []
    for key in lengths {
      guard let value = members[key] else { throw MalformedCase("there is no \"\(key)\"") }
      numbers.append(
        try inMember(key) { () throws(MalformedCase) in try value.caseNumber() })
    }
    let children = try members["children"].map { value throws(MalformedCase) in
      try inMember("children") { () throws(MalformedCase) in
        try mapElements(of: value) { child throws(MalformedCase) in try Frame(child) }
      }
    }
    self.init(
      left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3],
      children: children ?? [])
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
