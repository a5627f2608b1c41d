internal import RosterCore
internal import RosterJSON

extension ActionReference {
  /// Reads an action of a view in `scope`.
  init(_ reader: JSONDescriptionReader, in scope: ScopePath) throws(JSONDescriptionError) {
    if let name = reader.json.stringValue {
      self.init(target: .scope(scope), name: name)
      return
    }
    let name = try reader.required("name").text()
    let arguments = try reader.optional("arguments")?.elements().map(\.json) ?? []
    var target = Target.scope(scope)
    if try reader.optional("untargeted")?.bool() ?? false {
      target = .responders
    } else if let path = try reader.optional("scope") {
      target = .scope(try path.scopePath(within: scope))
    }
    self.init(target: target, name: name, arguments: arguments)
  }

  /// The action as JSON, for a view in `scope`: its name alone, if it is one of that scope and has no
  /// arguments.
  func json(in scope: ScopePath) -> JSONValue {
    var members: [String: JSONValue] = [:]
    switch target {
    case .responders: members["untargeted"] = true
    case .scope(scope): break
    case .scope(let path): members["scope"] = .string(path.text(within: scope))
    }
    if !arguments.isEmpty { members["arguments"] = .array(arguments) }
    if members.isEmpty { return .string(name) }
    members["name"] = .string(name)
    return .object(members)
  }
}

extension ScopePath {
  /// The path as text, short for one within `scope`: a slash and the keys that it has more. No other
  /// path begins with a slash.
  func text(within scope: ScopePath) -> String {
    guard depth > scope.depth, scope.depth > 0, scope.contains(self) else { return description }
    return "/\(ScopePath(keys.dropFirst(scope.depth)))"
  }
}

extension JSONDescriptionReader {
  /// Reads what `text(within:)` gives.
  func scopePath(within scope: ScopePath) throws(JSONDescriptionError) -> ScopePath {
    let text = try text()
    let isWithin = text.hasPrefix("/")
    guard let path = ScopePath(isWithin ? String(text.dropFirst()) : text) else {
      throw refusal(expecting: "the path of a scope")
    }
    return isWithin ? path.keys.reduce(scope) { $0.appending($1) } : path
  }
}
