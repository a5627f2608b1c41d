import RosterCore
package import RosterJSON

extension LoggedState {
  enum Key: String, CaseIterable {
    case item, header, footer, scope, version, value
  }

  /// Reads the object of a state in the log.
  package init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    var places: [TreePlace] = []
    var scope: ScopePath?
    var version: Int?
    var value: JSONValue?
    let members = try cursor.members()
    try members.decode(Key.allCases) { key, member throws(JSONDecodingError) in
      switch key {
      case .item:
        let (section, item) = try member.pair()
        places.append(.item(ItemPath(section: try section.int(), item: try item.int())))
      case .header: places.append(.supplement(.header, ofSection: try member.int()))
      case .footer: places.append(.supplement(.footer, ofSection: try member.int()))
      case .scope: scope = try member.scopePath()
      case .version: version = try member.int()
      case .value:
        // A line has room for more, a row has not.
        guard !member.value.isNested(deeperThan: JSONValue.depthMax) else {
          throw member.error("more than \(JSONValue.depthMax) levels of nesting")
        }
        value = member.value
      }
    }
    guard let place = places.first, places.count == 1, let scope else {
      throw cursor.error(#"expected one of "item", "header" and "footer", and "scope""#)
    }
    if value == nil, let version = members[Key.version.rawValue] {
      throw version.error("there is no version without a value")
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
  init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    switch cursor.value {
    case .object: self = [try LoggedState(cursor)]
    case .array:
      var known: Set<LoggedState> = []
      self = try cursor.elements().map { element throws(JSONDecodingError) in
        let state = try LoggedState(element)
        guard known.insert(LoggedState(state.place, scope: state.scope, nil)).inserted else {
          throw element.error("the same scope of the same \(state.noun) as in an element before")
        }
        return state
      }
    default: throw cursor.error("expected an object or an array")
    }
  }
}

extension JSONCursor {
  fileprivate func scopePath() throws(JSONDecodingError) -> ScopePath {
    guard let scope = ScopePath(try string()) else { throw error("expected the path of a scope") }
    return scope
  }
}
