public import RosterJSON

/// What a caller says about a changeset; carried through the journal into the batch, unread.
public struct ChangeAnnotation: Hashable, Sendable {
  /// Who or what made the changeset.
  public var origin: String?
  /// When it was made, in the caller's notation; ISO 8601 by convention.
  public var at: String?
  /// Whatever the caller wants to find again in the batch.
  public var userInfo: JSONObject
  /// What the change belongs to: changes of one group that follow each other are undone and redone
  /// together.
  public var group: String?

  /// Says nothing, or what it is given.
  public init(
    origin: String? = nil, at: String? = nil, userInfo: JSONObject = [:],
    group: String? = nil
  ) {
    self.origin = origin
    self.at = at
    self.userInfo = userInfo
    self.group = group
  }
}
