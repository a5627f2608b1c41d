public import RosterJSON

/// The expected contents of a list at one place of a log. Properties that are `nil` are not
/// checked.
public struct Expectation: Sendable, Hashable {
  /// The models of the items, section by section.
  public var sections: [[JSONValue]]?

  /// The section models, `nil` for a section without one.
  public var sectionModels: [JSONValue?]?

  /// The number of items in each section.
  public var counts: [Int]?

  /// The states of scopes. Other scopes are not checked.
  public var states: [LoggedState] = []

  /// The revision.
  public var revision: Int?

  /// The fingerprint, as `Fingerprint.hex` gives it.
  public var fingerprint: String?

  /// The expected refusal of the entry before.
  public var error: ExpectedError?

  /// Makes an expectation that every list meets.
  public init() {}
}
