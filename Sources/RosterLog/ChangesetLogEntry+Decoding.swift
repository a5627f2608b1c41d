internal import RosterCore
package import RosterJSON

extension ChangesetLogEntry {
  /// Reads the value of a line.
  package init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    let members = try cursor.members()
    if members.has(LoggedChangeset.Key.changeset) || members.has(LoggedChangeset.Key.state) {
      self = .changeset(try LoggedChangeset(members))
    } else if members.has(Key.expect) {
      self = .expect(try Self.expectation(members))
    } else if members.has(Key.reopen) {
      self = try .init(.reopen, as: .reopen, members)
    } else if members.has(Key.undo) {
      self = try .init(.undo, as: .undo, members)
    } else if members.has(Key.redo) {
      self = try .init(.redo, as: .redo, members)
    } else {
      try members.requireKeys([])
      throw cursor.error(
        #"expected "changeset", "state", "expect", "reopen", "undo" or "redo""#)
    }
  }

  enum Key: String {
    case expect, reopen, undo, redo
  }

  /// Makes an entry without content.
  private init(
    _ key: Key, as entry: Self, _ members: JSONCursor.Members
  ) throws(JSONDecodingError) {
    try members.decode([key]) { _, member throws(JSONDecodingError) in
      guard member.value == true else { throw member.error("expected true") }
    }
    self = entry
  }

  private static func expectation(
    _ members: JSONCursor.Members
  ) throws(JSONDecodingError) -> Expectation {
    var expectation = Expectation()
    try members.decode([Key.expect]) { _, member throws(JSONDecodingError) in
      expectation = try Expectation(member)
    }
    return expectation
  }
}

extension LoggedChangeset {
  enum Key: String, CaseIterable {
    case changeset, state, origin, at, userInfo, group, undo
  }

  fileprivate init(_ members: JSONCursor.Members) throws(JSONDecodingError) {
    self.init(Changeset())
    var emptyStates: JSONCursor?
    try members.decode(Key.allCases) { key, member throws(JSONDecodingError) in
      switch key {
      case .changeset: changeset = try Changeset(member)
      case .state:
        states = try [LoggedState](member)
        if states.isEmpty { emptyStates = member }
      case .origin: origin = try member.string()
      case .at: at = try member.string()
      case .userInfo: userInfo = try member.object()
      case .group: group = try member.string()
      case .undo:
        guard let scope = UndoScope(json: member.value) else {
          throw member.error("expected the name of a scope, or false")
        }
        undo = scope
      }
    }
    if let emptyStates, !members.has(Key.changeset) {
      throw emptyStates.error("expected at least one state")
    }
  }
}

extension JSONCursor.Members {
  fileprivate func has(_ key: some RawRepresentable<String>) -> Bool {
    object[key.rawValue] != nil
  }
}
