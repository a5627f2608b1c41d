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
