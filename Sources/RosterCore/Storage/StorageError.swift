/// Why a storage could not read or write a list.
///
/// The description is for people: it says what happened and what to do. It never contains models.
public struct StorageError: Error, Sendable {
  /// The kind of failure. Later versions may add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Name: String {
      case unreadable, notADatabase, newerFormat, corrupt, readOnly, full, busy, closed, stale
      case replaced, compacted, undecodable, newerModel, unencodable, inUse, duplicateKey
      case keyRequired, failed
    }

    private let name: Name

    /// The file cannot be opened: it or its folder does not exist or may not be read.
    public static let unreadable = Code(name: .unreadable)
    /// The file is not a Roster database.
    public static let notADatabase = Code(name: .notADatabase)
    /// A newer Roster wrote the file.
    public static let newerFormat = Code(name: .newerFormat)
    /// The file contradicts itself.
    public static let corrupt = Code(name: .corrupt)
    /// The file or its folder may not be written.
    public static let readOnly = Code(name: .readOnly)
    /// There is no room left.
    public static let full = Code(name: .full)
    /// Another connection holds the write lock, or the file for itself, or the application is suspended. Nothing was
    /// changed.
    public static let busy = Code(name: .busy)
    /// The list or file has been closed.
    public static let closed = Code(name: .closed)
    /// Another writer has changed the list, or the requested revision is no longer kept.
    public static let stale = Code(name: .stale)
    /// The file was removed or replaced while it was open. Nothing is written to it any more.
    public static let replaced = Code(name: .replaced)
    /// The journal no longer has the requested revision; ``StorageError/oldestRevision`` is the
    /// oldest one that it has.
    public static let compacted = Code(name: .compacted)
    /// A stored value does not decode as the requested type.
    public static let undecodable = Code(name: .undecodable)
    /// A later version of the application has written a model.
    public static let newerModel = Code(name: .newerModel)
    /// A value does not encode.
    public static let unencodable = Code(name: .unencodable)
    /// A data source of this process has the list open already, and not both are shared.
    public static let inUse = Code(name: .inUse)
    /// Two items of a list that is given keys have the same one.
    public static let duplicateKey = Code(name: .duplicateKey)
    /// The items of the list have keys, and the data source was opened without `key`; or a key is named, and they have
    /// none.
    public static let keyRequired = Code(name: .keyRequired)
    /// Any other failure; see the message.
    public static let failed = Code(name: .failed)

    /// The name of the code.
    public var description: String { name.rawValue }
  }

  /// The kind of failure.
  public var code: Code
  /// What happened, and what to do about it.
  public var message: String
  /// The underlying error, if any.
  public var cause: (any Error)?
  /// The oldest revision that can be read, if the journal no longer has the requested one.
  public var oldestRevision: Revision?
  /// Whether a transaction had not even begun, so that storage need not be asked what became of it.
  package var isBeforeTransaction = false

  /// Whether a stored value cannot be read by this release, an earlier or a later one has written it perhaps.
  package var isUnreadableModel: Bool { code == .undecodable || code == .newerModel }

  /// Makes the error for a revision that the journal no longer has.
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
