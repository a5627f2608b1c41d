public import RosterCore
public import RosterJSON

/// A changeset with the other content of its entry. All of it makes one revision.
public struct LoggedChangeset: Sendable, Hashable {
  /// The changeset. A section model `null` is read as no section model, and no section model is
  /// written as `null`.
  public var changeset: Changeset<JSONValue, JSONValue>

  /// The states that the entry writes and removes, at most one for each scope. An entry with only
  /// states has an empty changeset.
  public var states: [LoggedState]

  /// Who or what made the changeset.
  public var origin: String?

  /// The time at which it was made, as written in the log: `2026-01-31T10:00:00Z`.
  public var at: String?

  /// Other information that its author wants to keep.
  public var userInfo: JSONObject?

  /// The group for undo: successive revisions of one group are undone together.
  public var group: String?

  /// In which history undo and redo take the changeset back.
  public var undo: UndoScope

  /// Makes a logged changeset.
  public init(
    _ changeset: Changeset<JSONValue, JSONValue>, states: [LoggedState] = [],
    origin: String? = nil, at: String? = nil, userInfo: JSONObject? = nil,
    group: String? = nil, undo: UndoScope = .standard
  ) {
    self.changeset = changeset
    self.states = states
    self.origin = origin
    self.at = at
    self.userInfo = userInfo
    self.group = group
    self.undo = undo
  }

  /// Makes a logged changeset with what a caller has said about it.
  package init(
    _ changeset: Changeset<JSONValue, JSONValue>, states: [LoggedState],
    _ annotation: ChangeAnnotation
  ) {
    self.init(
      changeset, states: states, origin: annotation.origin, at: annotation.at,
      userInfo: annotation.userInfo.isEmpty ? nil : annotation.userInfo, group: annotation.group,
      undo: annotation.undo)
  }

  /// What a list is told about the changeset.
  package var annotation: ChangeAnnotation {
    ChangeAnnotation(origin: origin, at: at, userInfo: userInfo ?? [:], group: group, undo: undo)
  }
}
