internal import RosterCore
public import RosterJSON

extension ViewTree: JSONDescribed {
  /// Reads a tree.
  public init(json: JSONValue) throws(JSONDescriptionError) {
    try self.init(JSONDescriptionReader(json), in: .root)
  }

  private init(
    _ reader: JSONDescriptionReader, in outer: ScopePath
  ) throws(JSONDescriptionError) {
    let scope = try reader.optional("scope")?.scopePath(within: outer) ?? outer
    self.init(spec: try ViewSpec(reader), scope: scope)
    frame = try reader.optional("frame").map(ViewFrame.init)
    zOrder = try reader.optional("zOrder")?.indices()
    for (event, actions) in try reader.optional("events")?.members() ?? [] {
      var references: [ActionReference] = []
      for action in try actions.elements() {
        references.append(try ActionReference(action, in: scope))
      }
      events[ViewEvent(rawValue: event)] = references
    }
    for child in try reader.optional("children")?.elements() ?? [] {
      children.append(try ViewTree(child, in: scope))
    }
  }

  /// The tree as JSON. A scope is written where it differs from that of the view around. An action
  /// is written as its name if it belongs to the view's scope and has no arguments.
  ///
  ///     {"class":"row","scope":"Feed.Row","children":[
  ///       {"class":"button","attributes":{"title":"♡"},"scope":"/Feed.LikeButton",
  ///        "events":{"tap":["like"]}}]}
  public var json: JSONValue { json(in: .root) }

  private func json(in outer: ScopePath) -> JSONValue {
    var members = spec.members
    if !events.isEmpty {
      let events = events.map { event, actions in
        (key: event.rawValue, value: JSONValue.array(actions.map { $0.json(in: scope) }))
      }
      members["events"] = .object(JSONObject(events))
    }
    if scope != outer { members["scope"] = .string(scope.text(within: outer)) }
    members["frame"] = frame?.json
    if let zOrder { members["zOrder"] = .array(zOrder.map { .number(Double($0)) }) }
    if !children.isEmpty { members["children"] = .array(children.map { $0.json(in: scope) }) }
    return .object(members)
  }
}
