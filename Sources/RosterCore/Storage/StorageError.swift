/// Why a list could not be read from, or written to, where it is kept.
///
/// The description is for people: it says what happened and what to do. Models are never part of
/// it.
public struct StorageError: Error, Sendable {
  /// What kind of failure it is; more kinds may come.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Name: String {
      case unreadable, notADatabase, newerFormat, corrupt, readOnly, full, busy, closed, stale
      case replaced, compacted, undecodable, unencodable, failed
    }

    private let name: Name

    /// The file cannot be opened: it or its folder does not exist or may not be read.
    public static let unreadable = Code(name: .unreadable)
    /// The file is something else than a Roster database.
    public static let notADatabase = Code(name: .notADatabase)
    /// A newer Roster wrote the file.
    public static let newerFormat = Code(name: .newerFormat)
    /// The file contradicts itself.
    public static let corrupt = Code(name: .corrupt)
    /// The file or its folder may not be written.
    public static let readOnly = Code(name: .readOnly)
    /// There is no room left.
    public static let full = Code(name: .full)
    /// Another connection holds the write lock.
    public static let busy = Code(name: .busy)
    /// The list or file has been closed.
    public static let closed = Code(name: .closed)
    /// Another writer has changed the list, or what was asked for is no longer kept.
    public static let stale = Code(name: .stale)
    /// The file was removed while it was open, or another one took its place; nothing is written to
    /// it any more.
    public static let replaced = Code(name: .replaced)
    /// The journal no longer has what was asked for; ``StorageError/oldestRevision`` says from where
    /// on it does.
    public static let compacted = Code(name: .compacted)
    /// A stored value does not decode as the type that is asked for.
    public static let undecodable = Code(name: .undecodable)
    /// A value does not encode.
    public static let unencodable = Code(name: .unencodable)
    /// Any other failure; see the message.
    public static let failed = Code(name: .failed)

    /// The name of the code.
    public var description: String { name.rawValue }
  }

  /// What kind of failure it is.
  public var code: Code
  /// What happened, and what to do about it.
  public var message: String
  /// The error beneath, if there is one.
  public var cause: (any Error)?
  /// The oldest revision that can be read, if that is why.
  public var oldestRevision: Revision?

  /// Makes the error of a revision that the journal no longer has.
  public static func compacted(_ message: String, oldest: Revision) -> StorageError {
    var error = StorageError(.compacted, message)
    error.oldestRevision = oldest
    return error
  }

  /// Makes an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }
}

extension StorageError: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String { message }
}
