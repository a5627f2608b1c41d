public import RosterJSON

/// What a caller says about a changeset. The journal stores it and the batch carries it, without
/// interpreting it.
public struct ChangeAnnotation: Hashable, Sendable {
  /// Who or what made the changeset.
  public var origin: String?
  /// When it was made, in the caller's notation; ISO 8601 by convention.
  public var at: String?
  /// Values that the caller wants to find again in the batch.
  public var userInfo: JSONObject
  /// The group that the change belongs to. Successive changes of one group are undone and redone
  /// together.
  public var group: String?

  /// Makes an annotation; by default an empty one.
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
