/// The outcome of a check of a log.
public struct CheckOutcome: Sendable, Hashable {
  /// The exit status of the check.
  public var status: Int
  /// Whether the check printed the text that marks the failure; `true` if no such text is given.
  public var isMarked: Bool

  /// Makes an outcome.
  public init(status: Int, isMarked: Bool = true) {
    self.status = status
    self.isMarked = isMarked
  }
}
