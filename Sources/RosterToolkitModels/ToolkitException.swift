/// What a view would throw, or damage itself by.
public struct ToolkitException: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whether a view of a device is known to throw.
  public enum Certainty: Hashable, Sendable {
    /// It throws, by reports with this text.
    case reported
    /// It is not known what it does, or it was seen to damage itself: in the strict mode alone.
    case doubtful
  }

  /// Whether it is known to throw.
  public let certainty: Certainty
  /// What is wrong, as the view says it where it is known to throw.
  public let description: String
}
