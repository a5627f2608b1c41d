internal import RosterCore
internal import RosterJSON

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
