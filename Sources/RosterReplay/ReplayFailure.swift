/// A check of a replay that failed: something in the log is not so.
public struct ReplayFailure: Error, Sendable, CustomStringConvertible {
  /// The line of the log.
  public var line: Int
  /// What was expected and what is.
  public var message: String

  /// Makes a failure.
  public init(line: Int, _ message: String) {
    self.line = line
    self.message = message
  }

  /// The line and the message.
  public var description: String { "line \(line): \(message)" }
}
