/// What a view would throw, or damage itself by.
public struct ToolkitException: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whether a view of a device is known to throw.
  public enum Certainty: Hashable, Sendable {
    /// It throws, by reports with this text.
    case reported
    /// It is not known what it does, or it was seen to damage itself: in the strict mode alone.
    case doubtful
  }

  /// The name of the exception.
  public let name: String
  /// Whether it is known to throw.
  public let certainty: Certainty
  /// What is wrong, as the view says it where it is known to throw.
  public let description: String

  init(
    name: String = "NSInternalInconsistencyException", certainty: Certainty, description: String
  ) {
    (self.name, self.certainty, self.description) = (name, certainty, description)
  }
}

/// How much is an exception for a model of a view.
public enum ToolkitMode: Hashable, Sendable {
  /// What views are known to throw for.
  case likely
  /// All that is doubtful as well.
  case strict
}
