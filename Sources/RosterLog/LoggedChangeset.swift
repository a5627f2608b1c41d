public import RosterCore
public import RosterJSON

/// A changeset with what the log holds beside it; all of it makes one revision.
public struct LoggedChangeset: Sendable, Hashable {
  /// The changeset. A section model `null` is read as no section model, and either is written
  /// as none.
  public var changeset: Changeset<JSONValue, JSONValue>

  /// The states that are written and forgotten with it, of each scope of an item one at most. An
  /// entry of states alone has an empty changeset.
  public var states: [LoggedState]

  /// Who or what made the changeset.
  public var origin: String?

  /// When it was made, as the log has it: `2026-01-31T10:00:00Z`.
  public var at: String?

  /// What else its maker wants to have kept.
  public var userInfo: JSONObject?

  /// What an undo takes back together: revisions in a row of the same group.
  public var group: String?

  /// Makes a logged changeset.
  public init(
    _ changeset: Changeset<JSONValue, JSONValue>, states: [LoggedState] = [],
    origin: String? = nil, at: String? = nil, userInfo: JSONObject? = nil,
    group: String? = nil
  ) {
    self.changeset = changeset
    self.states = states
    self.origin = origin
    self.at = at
    self.userInfo = userInfo
    self.group = group
  }
}
