import RosterCore
import RosterJSON

extension LoggedState {
  enum Key: String, CaseIterable {
    case item, scope, version, value
  }

  /// Reads the object that stands for a state in the log.
  init(logValue: JSONValue) throws(MalformedEntry) {
    var item: ItemPath?
    var scope: ScopePath?
    var version: Int?
    var value: JSONValue?
    let members = try logValue.decodedObject()
    try decodeMembers(of: members, keys: Key.allCases) { key, member throws(MalformedEntry) in
      switch key {
      case .item: item = try member.decodedPath()
      case .scope: scope = try member.decodedScope()
      case .version: version = try member.decodedInt()
      case .value: value = member
      }
    }
    guard let item, let scope else {
      throw MalformedEntry(#"expected "item" and "scope""#)
    }
    if version != nil, value == nil {
      throw MalformedEntry("there is no version without a value").inMember(Key.version.rawValue)
    }
    self.init(item: item, scope: scope, value.map { JSONState(typeVersion: version ?? 1, $0) })
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
        guard known.insert(LoggedState(item: state.item, scope: state.scope, nil)).inserted else {
          throw MalformedEntry("the same scope of the same item as in an element before")
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
