/// The reason why a history cannot be imported.
///
/// The description is for people: it says what happened, where, and what to do.
public struct ImportError: Error {
  /// The kind of failure. Later versions may add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Name: String {
      case unreadable, notARepository, noCommits, programMissing, programFailed, malformed, differs
    }

    private let name: Name

    /// A file cannot be read.
    public static let unreadable = Code(name: .unreadable)
    /// Git finds no repository there, or none that it trusts.
    public static let notARepository = Code(name: .notARepository)
    /// The repository has no commits yet.
    public static let noCommits = Code(name: .noCommits)
    /// A required program is not installed.
    public static let programMissing = Code(name: .programMissing)
    /// A required program failed, possibly midway.
    public static let programFailed = Code(name: .programFailed)
    /// The input has the wrong form, or contradicts itself.
    public static let malformed = Code(name: .malformed)
    /// The final list differs from the one that the history states.
    public static let differs = Code(name: .differs)

    /// The name of the code.
    public var description: String { name.rawValue }
  }

  /// The kind of failure.
  public var code: Code
  /// What happened, where, and what to do about it.
  public var message: String
  /// The underlying error, if any.
  public var cause: (any Error)?

  init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }
}

extension ImportError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
