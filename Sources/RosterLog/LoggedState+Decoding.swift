import RosterCore
import RosterJSON

extension LoggedState {
  enum Key: String, CaseIterable {
    case item, header, footer, scope, version, value
  }

  /// Reads the object of a state in the log.
  init(logValue: JSONValue) throws(MalformedEntry) {
    var places: [TreePlace] = []
    var scope: ScopePath?
    var version: Int?
    var value: JSONValue?
    let members = try logValue.decodedObject()
    try decodeMembers(of: members, keys: Key.allCases) { key, member throws(MalformedEntry) in
      switch key {
      case .item: places.append(.item(try member.decodedPath()))
      case .header: places.append(.supplement(.header, ofSection: try member.decodedInt()))
      case .footer: places.append(.supplement(.footer, ofSection: try member.decodedInt()))
      case .scope: scope = try member.decodedScope()
      case .version: version = try member.decodedInt()
      case .value: value = member
      }
    }
    guard let place = places.first, places.count == 1, let scope else {
      throw MalformedEntry(#"expected one of "item", "header" and "footer", and "scope""#)
    }
    if version != nil, value == nil {
      throw MalformedEntry("there is no version without a value").inMember(Key.version.rawValue)
    }
    self.init(place, scope: scope, value.map { JSONState(typeVersion: version ?? 1, $0) })
  }
}

extension LoggedState {
  /// The kind of the place, in one word.
  fileprivate var noun: String {
    switch place {
    case .item: "item"
    case .supplement(let kind, _): "\(kind)"
    }
  }
}

extension [LoggedState] {
  /// Reads an object for one state, or an array of objects.
  init(logValue: JSONValue) throws(MalformedEntry) {
    switch logValue {
    case .object: self = [try LoggedState(logValue: logValue)]
    case .array:
      var known: Set<LoggedState> = []
      self = try logValue.decodedArray { element throws(MalformedEntry) in
        let state = try LoggedState(logValue: element)
        guard known.insert(LoggedState(state.place, scope: state.scope, nil)).inserted else {
          throw MalformedEntry("the same scope of the same \(state.noun) as in an element before")
        }
        return state
      }
    default: throw MalformedEntry("expected an object or an array")
    }
  }
}

extension JSONValue {
  fileprivate func decodedScope() throws(MalformedEntry) -> ScopePath {
    guard let scope = ScopePath(try decodedString()) else {
      throw MalformedEntry("expected the path of a scope")
    }
    return scope
  }
}
