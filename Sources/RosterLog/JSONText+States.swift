import RosterCore
package import RosterJSON

extension [UInt8] {
  /// Appends states as a member of an object, unless there are none: one as an object, several as
  /// an array.
  mutating func appendMember(_ key: String, oneOrMany states: [LoggedState]) {
    if states.count == 1 {
      appendMember(key) { $0.append(states[0]) }
    } else {
      appendMember(key, many: states)
    }
  }

  /// Appends states as an array member of an object, in ascending order, unless there are none.
  mutating func appendMember(_ key: String, many states: [LoggedState]) {
    guard !states.isEmpty else { return }
    appendMember(key, states.ascending()) { $0.append($1) }
  }

  private mutating func append(_ logged: LoggedState) {
    typealias Key = LoggedState.Key
    appendObject { bytes in
      switch logged.place {
      case .item(let path): bytes.appendMember(Key.item.rawValue) { $0.appendPath(path) }
      case .supplement(.header, let section):
        bytes.appendMember(Key.header.rawValue) { $0.appendInt(section) }
      case .supplement(.footer, let section):
        bytes.appendMember(Key.footer.rawValue) { $0.appendInt(section) }
      }
      bytes.appendMember(Key.scope.rawValue, .string(logged.scope.description))
      if let state = logged.state, state.typeVersion != 1 {
        bytes.appendMember(Key.version.rawValue) { $0.appendInt(state.typeVersion) }
      }
      bytes.appendMember(Key.value.rawValue, logged.state?.value)
    }
  }
}

extension LoggedState {
  /// The object of the state in the log.
  package var json: JSONValue {
    var json: JSONObject = [Key.scope.rawValue: .string(scope.description)]
    switch place {
    case .item(let path): json[Key.item.rawValue] = path.json
    case .supplement(.header, let section): json[Key.header.rawValue] = .integer(section)
    case .supplement(.footer, let section): json[Key.footer.rawValue] = .integer(section)
    }
    if let state, state.typeVersion != 1 {
      json[Key.version.rawValue] = .integer(state.typeVersion)
    }
    json[Key.value.rawValue] = state?.value
    return .object(json)
  }
}
