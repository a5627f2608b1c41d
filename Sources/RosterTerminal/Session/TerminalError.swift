/// Why a terminal cannot be used.
package struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  package let code: Code
  /// What happened, and what helps.
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Makes the error of a system call that has just failed.
  init(call: String, errno number: Int32) {
    self.init(.failed, "the terminal cannot be used: \(call) failed with error \(number)")
  }

  package var description: String { message }

  /// The kinds of errors; there may be more of them later.
  package struct Code: Hashable, Sendable {
    private enum Value { case notATerminal, unsuitable, inUse, ended, failed }

    private let value: Value

    /// Standard input or output is a file or a pipe.
    package static let notATerminal = Code(value: .notATerminal)
    /// The terminal cannot place its cursor.
    package static let unsuitable = Code(value: .unsuitable)
    /// The process has a session already.
    package static let inUse = Code(value: .inUse)
    /// The session has ended.
    package static let ended = Code(value: .ended)
    /// A system call failed.
    package static let failed = Code(value: .failed)
  }
}
