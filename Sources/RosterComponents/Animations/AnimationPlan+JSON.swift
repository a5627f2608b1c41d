internal import RosterCore
public import RosterJSON

extension AnimationPlan: JSONDescribed {
  /// Reads a plan.
  public init(json: JSONValue) throws(JSONDescriptionError) {
    let reader = JSONDescriptionReader(json)
    self.init(
      initial: try reader.optional("initial")?.elementsOfPlan() ?? [],
      change: try reader.optional("change")?.elementsOfPlan() ?? [],
      replacement: try reader.optional("replacement")?.replacementsOfPlan() ?? [],
      final: try reader.optional("final")?.elementsOfPlan() ?? [])
  }

  /// The plan as JSON, without empty members.
  ///
  ///     {"initial":[{"scope":"Feed.Row","animations":[{"property":"alpha","from":0,"duration":1}]}]}
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
  fileprivate var json: JSONValue {
    ["scope": .string(scope.description), "animations": .array(animations.map(\.json))]
  }
}

extension AnimationPlan.Replacement {
  fileprivate var json: JSONValue {
    var members: JSONObject = ["scope": .string(scope.description)]
    for (key, animations) in [("initial", transition.initial), ("final", transition.final)]
    where !animations.isEmpty {
      members[key] = .array(animations.map(\.json))
    }
    return .object(members)
  }
}

extension JSONDescriptionReader {
  fileprivate func elementsOfPlan() throws(JSONDescriptionError) -> [AnimationPlan.Element] {
    var plan: [AnimationPlan.Element] = []
    for element in try elements() {
      plan.append(
        AnimationPlan.Element(
          scope: try element.required("scope").scopePath(within: .root),
          animations: try element.required("animations").animations()))
    }
    return plan
  }

  fileprivate func replacementsOfPlan() throws(JSONDescriptionError) -> [AnimationPlan.Replacement]
  {
    var plan: [AnimationPlan.Replacement] = []
    for element in try elements() {
      plan.append(
        AnimationPlan.Replacement(
          scope: try element.required("scope").scopePath(within: .root),
          transition: ViewTransition(
            initial: try element.optional("initial")?.animations() ?? [],
            final: try element.optional("final")?.animations() ?? [])))
    }
    return plan
  }
}
