internal import RosterCore
public import RosterJSON

extension AnimationPlan: JSONDescribed {
  /// Reads a plan.
  public init(json: JSONValue) throws(JSONDescriptionError) {
    let reader = JSONDescriptionReader(json)
    self.init(
      initial: try reader.optional("initial")?.elementsOfPlan() ?? [],
      change: try reader.optional("change")?.elementsOfPlan() ?? [],
      final: try reader.optional("final")?.elementsOfPlan() ?? [])
  }

  /// The plan as JSON; what is empty is left out.
  ///
  ///     {"initial":[{"scope":"Feed.Row","animations":[{"property":"alpha","from":0,"duration":1}]}]}
  public var json: JSONValue {
    var members: [String: JSONValue] = [:]
    for (key, elements) in [("initial", initial), ("change", change), ("final", final)]
    where !elements.isEmpty {
      members[key] = .array(elements.map(\.json))
    }
    return .object(members)
  }
}

extension AnimationPlan.Element {
  fileprivate var json: JSONValue {
    ["scope": .string(scope.description), "animations": .array(animations.map(\.json))]
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
}
