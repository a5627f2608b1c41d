internal import RosterJSON

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
