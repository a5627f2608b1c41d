/// Why a terminal cannot be used.
public struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the error.
  public let code: Code
  /// What happened, and what helps.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Makes the error of a system call that has just failed.
  init(call: String, errno number: Int32) {
    self.init(.failed, "the terminal cannot be used: \(call) failed with error \(number)")
  }

  /// The message.
  public var description: String { message }

  /// The kinds of errors; there may be more of them later.
  public struct Code: Hashable, Sendable {
    private enum Value { case notATerminal, unsuitable, inUse, ended, failed }

    private let value: Value

    /// Standard input or output is a file or a pipe.
    public static let notATerminal = Code(value: .notATerminal)
    /// The terminal cannot place its cursor.
    public static let unsuitable = Code(value: .unsuitable)
    /// The process has a session already.
    public static let inUse = Code(value: .inUse)
    /// The session has ended.
    public static let ended = Code(value: .ended)
    /// A system call failed.
    public static let failed = Code(value: .failed)
  }
}
