public import RosterJSON

/// What a list must be like at one place of a log. What is `nil` is not checked.
public struct Expectation: Sendable, Hashable {
  /// The models of the items, section by section.
  public var sections: [[JSONValue]]?

  /// The section models, `nil` for a section without one.
  public var sectionModels: [JSONValue?]?

  /// The number of items in each section.
  public var counts: [Int]?

  /// States of scopes; those that are not named are not checked.
  public var states: [LoggedState] = []

  /// The revision.
  public var revision: Int?

  /// The fingerprint, as `Fingerprint.hex` gives it.
  public var fingerprint: String?

  /// That the entry before was refused, and how.
  public var error: ExpectedError?

  /// Makes an expectation that every list meets.
  public init() {}
}
