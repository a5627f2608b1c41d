internal import RosterCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The causes for which SQLite cannot open or lock a file, where it reports only that it cannot.
extension DatabasePath {
  /// Returns the error for an existing file that cannot be opened.
  ///
  /// - Parameter code: The error number of the system, 0 if it is not known.
  func cannotBeOpened(errno code: CInt) -> StorageError {
    if code == EMFILE || code == ENFILE || Self.isOutOfDescriptors {
      return StorageError(.unreadable, "\(path): \(Self.outOfDescriptors)")
    }
    let reason = code == 0 ? "" : " (\(SystemError(code: code)))"
    return StorageError(
      .unreadable,
      "\(path): cannot be opened\(reason); may you read and write it, its folder, and the files "
        + "beside it that end with -wal and -shm?")
  }

  /// Whether the process cannot open another file now.
  static var isOutOfDescriptors: Bool {
    let descriptor = open("/", O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return errno == EMFILE || errno == ENFILE }
    close(descriptor)
    return false
  }

  /// Whether the process may write files up to a size only. SQLite does not say that a file has reached it.
  static var isFileSizeLimited: Bool {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
      let resource = RLIMIT_FSIZE
    #endif
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur < rlim_t(Int64.max)
  }

  static let outOfDescriptors =
    "cannot be opened: too many files are open; close some, or raise the limit (ulimit -n)"

  /// Returns the error for a file system without locks; `nil` if it has locks.
  ///
  /// SQLite treats a lock that it cannot get as one that another connection holds. So this method
  /// briefly locks a file of its own beside the database. Closing a descriptor of the database
  /// would drop the locks that the process has on it.
  func missingLocks() -> StorageError? {
    let probe = literal + "-lock"
    let descriptor = open(probe, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    defer {
      close(descriptor)
      unlink(probe)
    }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_len = 1
    guard fcntl(descriptor, F_SETLK, &lock) != 0 else { return nil }
    let reason = SystemError.last
    guard [ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(reason.code) else { return nil }
    return StorageError(
      .failed,
      "\(path): the file system cannot lock files (\(reason)), so that "
        + "connections cannot keep out of each other's way; move the file to a local disk, or turn "
        + "on the locks of the share")
  }
}
