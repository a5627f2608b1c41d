internal import RosterCore
public import RosterJSON

extension ViewTree: Codable, JSONDescribed {
  /// Reads a tree.
  public init(json: JSONValue) throws(JSONDecodingError) {
    try self.init(JSONCursor(json), in: .root)
  }

  private init(
    _ cursor: JSONCursor, in outer: ScopePath
  ) throws(JSONDecodingError) {
    let members = try cursor.members()
    let scope = try members["scope"]?.scopePath(within: outer) ?? outer
    self.init(spec: try ViewSpec(members), scope: scope)
    frame = try members["frame"].map(ViewFrame.init)
    for (event, actions) in try members["events"]?.members().ascending ?? [] {
      events[ViewEvent(rawValue: event)] = try actions.elements()
        .map { action throws(JSONDecodingError) in try ActionReference(action, in: scope) }
    }
    children =
      try members["children"]?.elements()
      .map { child throws(JSONDecodingError) in try ViewTree(child, in: scope) } ?? []
    zOrder = try members["zOrder"]?.order(of: children.count)
  }

  /// The tree as JSON. A scope is written where it differs from that of the view around. An action
  /// is written as its name if it belongs to the view's scope and has no arguments.
  ///
  /// ```json
  /// {"class":"row","scope":"Feed.Row","children":[
  ///   {"class":"button","attributes":{"title":"♡"},"scope":"/Feed.LikeButton",
  ///    "events":{"tap":["like"]}}]}
  /// ```
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

extension JSONCursor {
  /// Reads each index of some children once, in any order.
  fileprivate func order(of count: Int) throws(JSONDecodingError) -> [Int] {
    var isMissing = Array(repeating: true, count: count)
    let order = try elements().map { element throws(JSONDecodingError) in
      guard let index = Int(exactly: try element.number()), isMissing.indices.contains(index),
        isMissing[index]
      else { throw element.error("expected the index of a child that is not in the order yet") }
      isMissing[index] = false
      return index
    }
    guard order.count == count else {
      throw error("expected the indices of all \(count) children")
    }
    return order
  }
}

extension ViewSpec: Codable, JSONDescribed {
  /// Reads a description.
  public init(json: JSONValue) throws(JSONDecodingError) {
    try self.init(JSONCursor(json).members())
  }

  init(_ members: JSONCursor.Members) throws(JSONDecodingError) {
    self.init(try members.required("class").string())
    for (name, attribute) in try members["attributes"]?.members().ascending ?? [] {
      attributes[name] = attribute.value
    }
    accessibility = try members["accessibility"].map(Accessibility.init)
  }

  /// The description as JSON:
  ///
  /// ```json
  /// {"class":"label","attributes":{"text":"Hello"},"accessibility":{"traits":["header"]}}
  /// ```
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
  init(_ cursor: JSONCursor, in scope: ScopePath) throws(JSONDecodingError) {
    if let name = cursor.value.stringValue {
      self.init(target: .scope(scope), name: name)
      return
    }
    let members = try cursor.members()
    let path = try members["scope"]?.scopePath(within: scope)
    self.init(
      target: path.map { .scope($0) } ?? .responders,
      name: try members.required("name").string(),
      arguments: try members["arguments"]?.array() ?? [])
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

extension JSONCursor {
  /// Reads the text of `text(within:)`.
  func scopePath(within scope: ScopePath) throws(JSONDecodingError) -> ScopePath {
    let text = try string()
    let isWithin = text.hasPrefix("/")
    guard let path = ScopePath(isWithin ? String(text.dropFirst()) : text) else {
      throw error("expected the path of a scope")
    }
    return isWithin ? path.keys.reduce(scope) { $0.appending($1) } : path
  }
}
