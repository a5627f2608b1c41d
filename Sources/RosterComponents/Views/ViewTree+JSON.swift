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

extension ViewSpec: JSONDescribed {
  /// Reads a description.
  public init(json: JSONValue) throws(JSONDescriptionError) {
    try self.init(JSONDescriptionReader(json))
  }

  init(_ reader: JSONDescriptionReader) throws(JSONDescriptionError) {
    self.init(try reader.required("class").text())
    for (name, value) in try reader.optional("attributes")?.members() ?? [] {
      attributes[name] = value.json
    }
    accessibility = try reader.optional("accessibility").map(Accessibility.init)
  }

  /// The description as JSON:
  ///
  ///     {"class":"label","attributes":{"text":"Hello"},"accessibility":{"traits":["header"]}}
  public var json: JSONValue { .object(members) }

  var members: JSONObject {
    var members: JSONObject = ["class": .string(className)]
    if !attributes.isEmpty {
      members["attributes"] = .object(attributes.members)
    }
    members["accessibility"] = accessibility?.json
    return members
  }
}

extension ActionReference {
  /// Reads an action of a view in `scope`.
  init(_ reader: JSONDescriptionReader, in scope: ScopePath) throws(JSONDescriptionError) {
    if let name = reader.json.stringValue {
      self.init(target: .scope(scope), name: name)
      return
    }
    let path = try reader.optional("scope")
    self.init(
      target: try path.map { path throws(JSONDescriptionError) in
        .scope(try path.scopePath(within: scope))
      } ?? .responders,
      name: try reader.required("name").text(),
      arguments: try reader.optional("arguments")?.elements().map(\.json) ?? [])
  }

  /// Returns the action as JSON, for a view in `scope`: its name alone if the action belongs to
  /// that scope and has no arguments; otherwise its encoded form, with a shortened scope where
  /// possible.
  func json(in scope: ScopePath) -> JSONValue {
    if arguments.isEmpty, target == .scope(scope) { return .string(name) }
    var members: JSONObject = ["name": .string(name)]
    if case .scope(let path) = target { members["scope"] = .string(path.text(within: scope)) }
    if !arguments.isEmpty { members["arguments"] = .array(arguments) }
    return .object(members)
  }
}

extension ScopePath {
  /// Returns the path as text, shortened for `scope` and the scopes within it: a slash, and the
  /// additional keys of the path. No other path begins with a slash.
  func text(within scope: ScopePath) -> String {
    guard scope.depth > 0, scope.contains(self) else { return description }
    return "/\(ScopePath(keys.dropFirst(scope.depth)))"
  }
}

extension JSONDescriptionReader {
  /// Reads the text of `text(within:)`.
  func scopePath(within scope: ScopePath) throws(JSONDescriptionError) -> ScopePath {
    let text = try text()
    let isWithin = text.hasPrefix("/")
    guard let path = ScopePath(isWithin ? String(text.dropFirst()) : text) else {
      throw refusal(expecting: "the path of a scope")
    }
    return isWithin ? path.keys.reduce(scope) { $0.appending($1) } : path
  }
}
