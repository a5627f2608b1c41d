public import RosterCore

/// How a changeset must have been refused. What is `nil` is not checked.
public struct ExpectedError: Sendable, Hashable {
  /// The part of the changeset that offends.
  public var kind: ChangesetError.Kind?

  /// What is wrong with it.
  public var reason: ChangesetError.Reason?

  /// The section that offends.
  public var section: Int?

  /// The item that offends.
  public var item: Int?

  /// Makes an expectation that every refusal meets, or only those with these properties.
  public init(
    kind: ChangesetError.Kind? = nil, reason: ChangesetError.Reason? = nil, section: Int? = nil,
    item: Int? = nil
  ) {
    self.kind = kind
    self.reason = reason
    self.section = section
    self.item = item
  }

  /// Whether `error` is as expected.
  public func matches(_ error: ChangesetError) -> Bool {
    (kind == nil || kind == error.kind) && (reason == nil || reason == error.reason)
      && (section == nil || section == error.section) && (item == nil || item == error.item)
  }
}
