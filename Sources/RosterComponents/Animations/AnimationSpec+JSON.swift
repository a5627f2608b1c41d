public import RosterJSON
internal import RosterLayout

extension AnimationSpec: Codable, JSONDescribed {
  /// Reads an animation.
  public init(json: JSONValue) throws(JSONDecodingError) {
    try self.init(JSONCursor(json))
  }

  init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let members = try cursor.members()
    if let parts = members["sequence"] {
      self = .sequence(try parts.animations())
    } else if let parts = members["parallel"] {
      self = .parallel(try parts.animations())
    } else {
      self = .change(try AnimatedProperty(members), try AnimationTiming(members))
    }
  }

  /// The animation as JSON:
  ///
  /// ```json
  /// {"sequence":[
  ///   {"property":"alpha","from":0,"duration":0.3},
  ///   {"property":"position","duration":0.2,"delay":0.1,"curve":"linear"}]}
  /// ```
  public var json: JSONValue {
    switch self {
    case .sequence(let animations): ["sequence": .array(animations.map(\.json))]
    case .parallel(let animations): ["parallel": .array(animations.map(\.json))]
    case .change(let property, let timing):
      .object(timing.members.merging(property.members))
    }
  }
}

extension JSONCursor {
  func animations() throws(JSONDecodingError) -> [AnimationSpec] {
    try elements().map(AnimationSpec.init)
  }
}

extension AnimationTiming {
  /// Reads a timing from the members of an animation.
  init(_ members: JSONCursor.Members) throws(JSONDecodingError) {
    self.init(
      duration: try members.required("duration").number(),
      delay: try members["delay"]?.number() ?? 0,
      curve: try members["curve"].map(AnimationTiming.Curve.init) ?? .easeInOut)
  }

  var members: JSONObject {
    var members: JSONObject = ["duration": .number(duration)]
    if delay != 0 { members["delay"] = .number(delay) }
    if curve != .easeInOut { members["curve"] = curve.json }
    return members
  }
}

extension AnimationTiming.Curve {
  private static let named: [String: AnimationTiming.Curve] = [
    "linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut, "easeInOut": .easeInOut,
  ]

  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    if cursor.value.arrayValue != nil {
      let numbers = try cursor.numbers(4)
      self = .cubic(
        Point(x: numbers[0], y: numbers[1]), Point(x: numbers[2], y: numbers[3]))
    } else if cursor.value.objectValue != nil {
      let spring = try cursor.members().required("spring").numbers(2)
      self = .spring(damping: spring[0], initialVelocity: spring[1])
    } else if let curve = Self.named[try cursor.string()] {
      self = curve
    } else {
      throw cursor.error("expected a curve")
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
  init(_ members: JSONCursor.Members) throws(JSONDecodingError) {
    let name = try members.required("property")
    switch try name.string() {
    case "alpha": self = .alpha(try members.ends(Double.init))
    case "scale": self = .scale(try members.ends(Double.init))
    case "rotation": self = .rotation(try members.ends(Double.init))
    case "translation": self = .translation(try members.ends(Point.init))
    case "position": self = .position(try members.ends(Point.init))
    case "bounds": self = .bounds(try members.ends(ViewFrame.init(bounds:)))
    case "color":
      self = .color(
        attribute: try members.required("attribute").string(), try members.ends { $0.value })
    default: throw name.error("expected an animated property")
    }
  }

  var members: JSONObject {
    switch self {
    case .alpha(let ends): ends.members("alpha") { .number($0) }
    case .scale(let ends): ends.members("scale") { .number($0) }
    case .rotation(let ends): ends.members("rotation") { .number($0) }
    case .translation(let ends): ends.members("translation", \.json)
    case .position(let ends): ends.members("position", \.json)
    case .bounds(let ends): ends.members("bounds", \.bounds)
    case .color(let attribute, let ends):
      ends.members("color", \.self).merging(["attribute": .string(attribute)])
    }
  }
}

extension AnimatedProperty.Ends {
  fileprivate func members(
    _ property: String, _ json: (Value) -> JSONValue
  ) -> JSONObject {
    var members: JSONObject = ["property": .string(property)]
    members["from"] = from.map(json)
    members["to"] = to.map(json)
    return members
  }
}

extension JSONCursor.Members {
  fileprivate func ends<Value>(
    _ read: (JSONCursor) throws(JSONDecodingError) -> Value
  ) throws(JSONDecodingError) -> AnimatedProperty.Ends<Value> {
    var ends = AnimatedProperty.Ends<Value>()
    if let from = self["from"] { ends.from = try read(from) }
    if let to = self["to"] { ends.to = try read(to) }
    return ends
  }
}

extension JSONCursor {
  /// Reads an array of `count` numbers.
  func numbers(_ count: Int) throws(JSONDecodingError) -> [Double] {
    let numbers = value.arrayValue?.compactMap(\.numberValue) ?? []
    guard numbers.count == count, value.arrayValue?.count == count else {
      throw error("expected an array of \(count) numbers")
    }
    return numbers
  }
}

extension Double {
  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    self = try cursor.number()
  }
}

extension Point {
  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let numbers = try cursor.numbers(2)
    self.init(x: numbers[0], y: numbers[1])
  }

  fileprivate var json: JSONValue { [.number(x), .number(y)] }
}

extension ViewFrame {
  /// Reads the bounds of an animation, which are shorter than a frame: an array of numbers.
  fileprivate init(bounds cursor: JSONCursor) throws(JSONDecodingError) {
    let numbers = try cursor.numbers(4)
    self.init(
      origin: Point(x: numbers[0], y: numbers[1]), size: Size(width: numbers[2], height: numbers[3])
    )
  }

  fileprivate var bounds: JSONValue {
    [.number(origin.x), .number(origin.y), .number(size.width), .number(size.height)]
  }
}
