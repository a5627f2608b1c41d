public import RosterJSON

extension Accessibility: JSONDescribed {
  /// Reads a description.
  public init(json: JSONValue) throws(JSONDescriptionError) {
    try self.init(JSONDescriptionReader(json))
  }

  init(_ reader: JSONDescriptionReader) throws(JSONDescriptionError) {
    isElement = try reader.optional("element")?.bool()
    label = try reader.optional("label")?.text()
    hint = try reader.optional("hint")?.text()
    value = try reader.optional("value")?.text()
    sortPriority = try reader.optional("sortPriority")?.number()
    for trait in try reader.optional("traits")?.elements() ?? [] {
      traits.insert(AccessibilityTrait(rawValue: try trait.text()))
    }
    for action in try reader.optional("actions")?.elements() ?? [] {
      let event = ViewEvent(rawValue: try action.required("event").text())
      actions.append(AccessibilityAction(try action.required("label").text(), event: event))
    }
  }

  /// The description as JSON:
  ///
  ///     {"label":"Like","traits":["button"],"actions":[{"label":"Delete","event":"delete"}]}
  public var json: JSONValue {
    var members: JSONObject = [:]
    members["element"] = isElement.map { .bool($0) }
    members["label"] = label.map { .string($0) }
    members["hint"] = hint.map { .string($0) }
    members["value"] = value.map { .string($0) }
    members["sortPriority"] = sortPriority.map { .number($0) }
    if !traits.isEmpty {
      members["traits"] = .array(traits.map(\.rawValue).sorted().map { .string($0) })
    }
    if !actions.isEmpty {
      members["actions"] = .array(
        actions.map { ["label": .string($0.label), "event": .string($0.event.rawValue)] })
    }
    return .object(members)
  }
}
