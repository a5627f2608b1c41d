public import RosterJSON

extension Animation: JSONDescribed {
  /// Reads an animation.
  public init(json: JSONValue) throws(JSONDescriptionError) {
    try self.init(JSONDescriptionReader(json))
  }

  init(_ reader: JSONDescriptionReader) throws(JSONDescriptionError) {
    if let parts = try reader.optional("sequence") {
      self = .sequence(try parts.animations())
    } else if let parts = try reader.optional("parallel") {
      self = .parallel(try parts.animations())
    } else {
      self = .change(try AnimatedProperty(reader), try AnimationTiming(reader))
    }
  }

  /// The animation as JSON:
  ///
  ///     {"sequence":[
  ///       {"property":"alpha","from":0,"duration":0.3},
  ///       {"property":"position","duration":0.2,"delay":0.1,"curve":"linear"}]}
  public var json: JSONValue {
    switch self {
    case .sequence(let animations): ["sequence": .array(animations.map(\.json))]
    case .parallel(let animations): ["parallel": .array(animations.map(\.json))]
    case .change(let property, let timing):
      .object(timing.members.merging(property.members))
    }
  }
}

extension JSONDescriptionReader {
  func animations() throws(JSONDescriptionError) -> [Animation] {
    var animations: [Animation] = []
    for element in try elements() { animations.append(try Animation(element)) }
    return animations
  }
}

extension AnimationTiming {
  /// Reads a timing from the members of an animation.
  init(_ reader: JSONDescriptionReader) throws(JSONDescriptionError) {
    self.init(
      duration: try reader.required("duration").number(),
      delay: try reader.optional("delay")?.number() ?? 0,
      curve: try reader.optional("curve").map(AnimationCurve.init) ?? .easeInOut)
  }

  var members: JSONObject {
    var members: JSONObject = ["duration": .number(duration)]
    if delay != 0 { members["delay"] = .number(delay) }
    if curve != .easeInOut { members["curve"] = curve.json }
    return members
  }
}

extension AnimationCurve {
  private static let named: [String: AnimationCurve] = [
    "linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut, "easeInOut": .easeInOut,
  ]

  fileprivate init(_ reader: JSONDescriptionReader) throws(JSONDescriptionError) {
    if reader.json.arrayValue != nil {
      let numbers = try reader.numbers(4)
      self = .cubic(
        AnimatedPoint(x: numbers[0], y: numbers[1]), AnimatedPoint(x: numbers[2], y: numbers[3]))
    } else if reader.json.objectValue != nil {
      let spring = try reader.required("spring").numbers(2)
      self = .spring(damping: spring[0], initialVelocity: spring[1])
    } else if let curve = Self.named[try reader.text()] {
      self = curve
    } else {
      throw reader.refusal(expecting: "a curve")
    }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .linear: "linear"
    case .easeIn: "easeIn"
    case .easeOut: "easeOut"
    case .easeInOut: "easeInOut"
    case .cubic(let first, let second):
      [.number(first.x), .number(first.y), .number(second.x), .number(second.y)]
    case .spring(let damping, let velocity):
      ["spring": [.number(damping), .number(velocity)]]
    }
  }
}

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
