internal import RosterCore
public import RosterJSON

extension ViewSpec: JSONDescribed {
  /// Reads a spec.
  public init(json: JSONValue) throws(JSONDescriptionError) {
    try self.init(JSONDescriptionReader(json), in: .root)
  }

  init(_ reader: JSONDescriptionReader, in scope: ScopePath) throws(JSONDescriptionError) {
    self.init(try reader.required("class").text())
    attributes = try reader.optional("attributes")?.members().mapValues(\.json) ?? [:]
    accessibility = try reader.optional("accessibility").map(Accessibility.init)
    for (event, actions) in try reader.optional("events")?.members() ?? [:] {
      var references: [ActionReference] = []
      for action in try actions.elements() {
        references.append(try ActionReference(action, in: scope))
      }
      perform(references, on: ViewEvent(rawValue: event))
    }
  }

  /// The spec as JSON, as that of a view outside of all scopes.
  public var json: JSONValue { .object(members(in: .root)) }

  func members(in scope: ScopePath) -> [String: JSONValue] {
    var members: [String: JSONValue] = ["class": .string(className)]
    if !attributes.isEmpty { members["attributes"] = .object(attributes) }
    members["accessibility"] = accessibility?.json
    if !events.isEmpty {
      let events = events.map { event, actions in
        (event.rawValue, JSONValue.array(actions.map { $0.json(in: scope) }))
      }
      members["events"] = .object(Dictionary(uniqueKeysWithValues: events))
    }
    return members
  }
}
