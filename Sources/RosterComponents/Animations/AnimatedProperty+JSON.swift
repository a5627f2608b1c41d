internal import RosterJSON

extension AnimatedProperty {
  init(_ reader: JSONDescriptionReader) throws(JSONDescriptionError) {
    let name = try reader.required("property")
    switch try name.text() {
    case "alpha": self = .alpha(try reader.ends(Double.init))
    case "scale": self = .scale(try reader.ends(Double.init))
    case "rotation": self = .rotation(try reader.ends(Double.init))
    case "translation": self = .translation(try reader.ends(AnimatedPoint.init))
    case "position": self = .position(try reader.ends(AnimatedPoint.init))
    case "bounds": self = .bounds(try reader.ends(AnimatedBounds.init))
    case "color":
      self = .color(
        attribute: try reader.required("attribute").text(), try reader.ends { $0.json })
    default: throw name.refusal(expecting: "an animated property")
    }
  }

  var members: JSONObject {
    switch self {
    case .alpha(let ends): ends.members("alpha") { .number($0) }
    case .scale(let ends): ends.members("scale") { .number($0) }
    case .rotation(let ends): ends.members("rotation") { .number($0) }
    case .translation(let ends): ends.members("translation", \.json)
    case .position(let ends): ends.members("position", \.json)
    case .bounds(let ends): ends.members("bounds", \.json)
    case .color(let attribute, let ends):
      ends.members("color", \.self).merging(["attribute": .string(attribute)])
    }
  }
}

extension AnimatedEnds {
  fileprivate func members(
    _ property: String, _ json: (Value) -> JSONValue
  ) -> JSONObject {
    var members: JSONObject = ["property": .string(property)]
    members["from"] = from.map(json)
    members["to"] = to.map(json)
    return members
  }
}

extension JSONDescriptionReader {
  fileprivate func ends<Value>(
    _ read: (JSONDescriptionReader) throws(JSONDescriptionError) -> Value
  ) throws(JSONDescriptionError) -> AnimatedEnds<Value> {
    var ends = AnimatedEnds<Value>()
    if let from = try optional("from") { ends.from = try read(from) }
    if let to = try optional("to") { ends.to = try read(to) }
    return ends
  }

  /// Reads an array of `count` numbers.
  func numbers(_ count: Int) throws(JSONDescriptionError) -> [Double] {
    let numbers = json.arrayValue?.compactMap(\.numberValue) ?? []
    guard numbers.count == count, json.arrayValue?.count == count else {
      throw refusal(expecting: "an array of \(count) numbers")
    }
    return numbers
  }
}

extension Double {
  fileprivate init(_ reader: JSONDescriptionReader) throws(JSONDescriptionError) {
    self = try reader.number()
  }
}

extension AnimatedPoint {
  init(_ reader: JSONDescriptionReader) throws(JSONDescriptionError) {
    let numbers = try reader.numbers(2)
    self.init(x: numbers[0], y: numbers[1])
  }

  var json: JSONValue { [.number(x), .number(y)] }
}

extension AnimatedBounds {
  init(_ reader: JSONDescriptionReader) throws(JSONDescriptionError) {
    let numbers = try reader.numbers(4)
    self.init(
      origin: AnimatedPoint(x: numbers[0], y: numbers[1]), width: numbers[2], height: numbers[3])
  }

  var json: JSONValue { [.number(origin.x), .number(origin.y), .number(width), .number(height)] }
}
