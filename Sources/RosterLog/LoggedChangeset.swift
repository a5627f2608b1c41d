public import RosterCore
public import RosterJSON

/// A changeset with what the log holds beside it.
public struct LoggedChangeset: Sendable, Hashable {
  /// The changeset. A section model `null` is read as no section model, and either is written
  /// as none.
  public var changeset: Changeset<JSONValue, JSONValue>

  /// Who or what made the changeset.
  public var origin: String?

  /// When it was made, as the log has it: `2026-01-31T10:00:00Z`.
  public var at: String?

  /// What else its maker wants to have kept.
  public var userInfo: [String: JSONValue]?

  /// Makes a logged changeset.
  public init(
    _ changeset: Changeset<JSONValue, JSONValue>, origin: String? = nil, at: String? = nil,
    userInfo: [String: JSONValue]? = nil
  ) {
    self.changeset = changeset
    self.origin = origin
    self.at = at
    self.userInfo = userInfo
  }
}
