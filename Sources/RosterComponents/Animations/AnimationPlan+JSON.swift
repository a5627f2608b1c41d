internal import RosterCore
public import RosterJSON

extension AnimationPlan: Codable, JSONDescribed {
  /// Reads a plan.
  public init(json: JSONValue) throws(JSONDecodingError) {
    let members = try JSONCursor(json).members()
    self.init(
      initial: try members["initial"]?.elements().map(Element.init) ?? [],
      change: try members["change"]?.elements().map(Element.init) ?? [],
      replacement: try members["replacement"]?.elements().map(Replacement.init) ?? [],
      final: try members["final"]?.elements().map(Element.init) ?? [])
  }

  /// The plan as JSON, without empty members.
  ///
  /// ```json
  /// {"initial":[{"scope":"Feed.Row","animations":[{"property":"alpha","from":0,"duration":1}]}]}
  /// ```
  public var json: JSONValue {
    var members: JSONObject = [:]
    for (key, elements) in [("initial", initial), ("change", change), ("final", final)]
    where !elements.isEmpty {
      members[key] = .array(elements.map(\.json))
    }
    if !replacement.isEmpty { members["replacement"] = .array(replacement.map(\.json)) }
    return .object(members)
  }
}

extension AnimationPlan.Element {
  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let members = try cursor.members()
    self.init(
      scope: try members.required("scope").scopePath(within: .root),
      animations: try members.required("animations").animations())
  }

  fileprivate var json: JSONValue {
    ["scope": .string(scope.description), "animations": .array(animations.map(\.json))]
  }
}

extension AnimationPlan.Replacement {
  fileprivate init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let members = try cursor.members()
    self.init(
      scope: try members.required("scope").scopePath(within: .root),
      transition: ViewTransition(
        initial: try members["initial"]?.animations() ?? [],
        final: try members["final"]?.animations() ?? []))
  }

  fileprivate var json: JSONValue {
    var members: JSONObject = ["scope": .string(scope.description)]
    for (key, animations) in [("initial", transition.initial), ("final", transition.final)]
    where !animations.isEmpty {
      members[key] = .array(animations.map(\.json))
    }
    return .object(members)
  }
}
