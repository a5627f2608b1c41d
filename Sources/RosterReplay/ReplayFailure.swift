/// A failed check of a replay: an expectation of the log does not hold.
public struct ReplayFailure: Error, Sendable, CustomStringConvertible {
  /// The line of the log.
  public var line: Int
  /// The expected and the actual value.
  public var message: String

  /// Makes a failure.
  public init(line: Int, _ message: String) {
    self.line = line
    self.message = message
  }

  /// The line and the message.
  public var description: String { "line \(line): \(message)" }
}
