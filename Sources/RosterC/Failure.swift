public import CRoster
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Why a call of the C interface failed.
struct Failure: Error {
  var code: roster_code
  var message: String
  /// The part of the input that is wrong: `edits[2].item`.
  var part = ""
  var section = -1
  var item = -1
  var oldestRevision = -1

  init(_ code: Int, _ message: String, part: String = "") {
    self.code = roster_code(code)
    self.message = message
    self.part = part
  }

  /// Whether the caller has asked for what cannot be, and not the file or the list failed.
  var isOfInput: Bool {
    switch Int(code) {
    case ROSTER_INVALID_ARGUMENT, ROSTER_INVALID_JSON, ROSTER_INVALID_CHANGE, ROSTER_NO_SUCH_ITEM,
      ROSTER_NO_SUCH_SECTION, ROSTER_DUPLICATE_KEY, ROSTER_KEY_REQUIRED:
      true
    default: false
    }
  }

  static func argument(_ message: String) -> Failure { Failure(ROSTER_INVALID_ARGUMENT, message) }

  /// Makes the failure for any error of the rooms below.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as DataSourceError: self.init(error)
    case let error as StorageError: self.init(error)
    case let error as ChangesetError: self.init(error, error.description)
    default: self.init(ROSTER_FAILED, "\(error)")
    }
  }

  private init(_ error: StorageError) {
    self.init(Self.code(of: error.code), error.description)
    if let oldest = error.oldestRevision { oldestRevision = oldest }
  }

  private init(_ offence: ChangesetError, _ message: String) {
    self.init(ROSTER_INVALID_CHANGE, message)
    (section, item) = (offence.section, offence.item ?? -1)
  }

  private init(_ error: DataSourceError) {
    switch error {
    case .storage(let error): self.init(error)
    case .thrown(let error): self.init(error)
    case .noSuchItem, .noSuchKey: self.init(ROSTER_NO_SUCH_ITEM, error.description)
    case .noSuchSection: self.init(ROSTER_NO_SUCH_SECTION, error.description)
    case .duplicateKey: self.init(ROSTER_DUPLICATE_KEY, error.description)
    case .nothingToUndo: self.init(ROSTER_NOTHING_TO_UNDO, error.description)
    case .nothingToRedo: self.init(ROSTER_NOTHING_TO_REDO, error.description)
    case .closed: self.init(ROSTER_CLOSED, error.description)
    case .suspended(let suspension):
      self.init(
        ROSTER_SUSPENDED, suspension.description(until: "the list is closed and opened again"))
    case .conflict, .notCurrent: self.init(ROSTER_STALE, error.description)
    case .invalid(let offence): self.init(offence, error.description)
    case .duplicate, .keptUp, .edit: self.init(ROSTER_INVALID_CHANGE, error.description)
    default: self.init(ROSTER_FAILED, error.description)
    }
  }

  private static func code(of code: StorageError.Code) -> Int {
    switch code {
    case .unreadable: ROSTER_UNREADABLE
    case .notADatabase: ROSTER_NOT_A_DATABASE
    case .newerFormat: ROSTER_NEWER_FORMAT
    case .corrupt: ROSTER_CORRUPT
    case .readOnly: ROSTER_READ_ONLY
    case .full: ROSTER_FULL
    case .busy: ROSTER_BUSY
    case .closed: ROSTER_CLOSED
    case .stale: ROSTER_STALE
    case .replaced: ROSTER_REPLACED
    case .compacted: ROSTER_COMPACTED
    case .inUse: ROSTER_IN_USE
    case .duplicateKey: ROSTER_DUPLICATE_KEY
    case .keyRequired: ROSTER_KEY_REQUIRED
    case .unencodable, .undecodable: ROSTER_INVALID_CHANGE
    default: ROSTER_FAILED
    }
  }
}

/// The last failure of each thread, in the memory of C, so that its texts stay valid until the next one.
enum LastFailure {
  /// What a thread has.
  private final class Record {
    var error = roster_error()
    private var texts: [UnsafeMutablePointer<CChar>] = []

    init() { clear() }

    deinit { free() }

    private func clear() {
      error = roster_error()
      (error.section, error.item, error.oldest_revision) = (-1, -1, -1)
    }

    func take(_ failure: Failure) {
      free()
      clear()
      error.code = failure.code
      error.message = text(failure.message)
      error.part = text(failure.part)
      error.section = Int64(failure.section)
      error.item = Int64(failure.item)
      error.oldest_revision = Int64(failure.oldestRevision)
    }

    private func text(_ text: String) -> roster_text {
      let bytes = Array(text.utf8)
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
      for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
      copy[bytes.count] = 0
      texts.append(copy)
      return roster_text(bytes: copy, count: bytes.count)
    }

    private func free() {
      for text in texts { text.deallocate() }
      texts = []
    }
  }

  /// Unchecked because the key is set once.
  private struct ThreadKey: @unchecked Sendable {
    var key = pthread_key_t()

    init() {
      pthread_key_create(&key) { record in
        // On Apple's systems the pointer is not optional.
        let record: UnsafeMutableRawPointer? = record
        if let record { Unmanaged<Record>.fromOpaque(record).release() }
      }
    }
  }

  private static let key = ThreadKey()

  private static var record: Record {
    if let known = pthread_getspecific(key.key) {
      return Unmanaged<Record>.fromOpaque(known).takeUnretainedValue()
    }
    let record = Record()
    pthread_setspecific(key.key, Unmanaged.passRetained(record).toOpaque())
    return record
  }

  static func note(_ failure: Failure) { record.take(failure) }

  static var error: roster_error { record.error }
}

/// Notices that the process is a child that `fork` made.
enum ForkedProcess {
  private static let hasForked: AtomicInt = {
    let flag = AtomicInt(0)
    return flag
  }()

  private static let isWatched: Bool = {
    _ = hasForked.load()
    pthread_atfork(nil, nil) { ForkedProcess.hasForked.store(1) }
    return true
  }()

  /// - Throws: `ROSTER_FORKED` in such a child.
  static func verify() throws(Failure) {
    _ = isWatched
    guard hasForked.load() == 0 else {
      throw Failure(
        ROSTER_FORKED,
        "this process was made by fork() after the library was used, whose threads are not in it; start another program "
          + "instead (exec), or fork before the first call")
    }
  }
}

/// Runs the body of a function of the interface.
///
/// - Returns: `ROSTER_OK`, or the code of what the body has thrown, which is the last failure of the thread then.
func call(_ body: () throws -> Void) -> roster_code {
  do {
    try ForkedProcess.verify()
    try body()
    return roster_code(ROSTER_OK)
  } catch {
    let failure = Failure(error)
    LastFailure.note(failure)
    return failure.code
  }
}

/// See `roster_last_error` in `roster.h`.
@c @implementation
public func roster_last_error() -> roster_error { LastFailure.error }

/// See `roster_interface_version` in `roster.h`.
@c @implementation
public func roster_interface_version() -> Int32 { ROSTER_INTERFACE_VERSION }
