public import RosterCore

/// The expected refusal of an entry. Properties that are `nil` are not checked.
public struct ExpectedError: Sendable, Hashable {
  /// The kind of offence: a part of the changeset, or a state.
  public var kind: EntryRefusal.Kind?

  /// What is wrong with it.
  public var reason: ChangesetError.Reason?

  /// The section that offends.
  public var section: Int?

  /// The item that offends.
  public var item: Int?

  /// Makes an expectation for the refusals with these properties; by default for every refusal.
  public init(
    kind: EntryRefusal.Kind? = nil, reason: ChangesetError.Reason? = nil, section: Int? = nil,
    item: Int? = nil
  ) {
    self.kind = kind
    self.reason = reason
    self.section = section
    self.item = item
  }

  /// Returns whether `refusal` is as expected.
  public func matches(_ refusal: EntryRefusal) -> Bool {
    (kind == nil || kind == refusal.kind) && (reason == nil || reason == refusal.reason)
      && (section == nil || section == refusal.section) && (item == nil || item == refusal.item)
  }
}
