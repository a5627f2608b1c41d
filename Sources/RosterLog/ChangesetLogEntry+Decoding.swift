import RosterCore
import RosterJSON

extension ChangesetLogEntry {
  /// Reads the value of a line.
  init(logValue: JSONValue) throws(MalformedEntry) {
    let members = try logValue.decodedObject()
    if members[LoggedChangeset.Key.changeset.rawValue] != nil
      || members[LoggedChangeset.Key.state.rawValue] != nil
    {
      self = .changeset(try LoggedChangeset(logMembers: members))
    } else if members[Key.expect.rawValue] != nil {
      self = .expect(try Self.decodedExpectation(members))
    } else if members[Key.reopen.rawValue] != nil {
      self = try .init(.reopen, as: .reopen, members)
    } else if members[Key.undo.rawValue] != nil {
      self = try .init(.undo, as: .undo, members)
    } else if members[Key.redo.rawValue] != nil {
      self = try .init(.redo, as: .redo, members)
    } else if let key = members.keys.first {
      throw .unknownKey(key)
    } else {
      throw MalformedEntry(
        #"expected "changeset", "state", "expect", "reopen", "undo" or "redo""#)
    }
  }

  enum Key: String {
    case expect, reopen, undo, redo
  }

  /// Makes an entry without content.
  private init(
    _ key: Key, as entry: Self, _ members: JSONObject
  ) throws(MalformedEntry) {
    try decodeMembers(of: members, keys: [key]) { _, value throws(MalformedEntry) in
      guard value == true else { throw MalformedEntry("expected true") }
    }
    self = entry
  }

  private static func decodedExpectation(
    _ members: JSONObject
  ) throws(MalformedEntry) -> Expectation {
    var expectation = Expectation()
    try decodeMembers(of: members, keys: [Key.expect]) { _, value throws(MalformedEntry) in
      expectation = try Expectation(logValue: value)
    }
    return expectation
  }
}

extension LoggedChangeset {
  enum Key: String, CaseIterable {
    case changeset, state, origin, at, userInfo, group
  }

  fileprivate init(logMembers members: JSONObject) throws(MalformedEntry) {
    self.init(Changeset())
    try decodeMembers(of: members, keys: Key.allCases) { key, value throws(MalformedEntry) in
      switch key {
      case .changeset: changeset = try Changeset(logValue: value)
      case .state: states = try [LoggedState](logValue: value)
      case .origin: origin = try value.decodedString()
      case .at: at = try value.decodedString()
      case .userInfo: userInfo = try value.decodedObject()
      case .group: group = try value.decodedString()
      }
    }
    if states.isEmpty, members[Key.changeset.rawValue] == nil {
      throw MalformedEntry("expected at least one state").inMember(Key.state.rawValue)
    }
  }
}
