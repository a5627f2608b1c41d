#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// How a store opens a file, and what its commits guarantee.
public struct SQLiteConfiguration: Sendable {
  /// The guarantee of a commit that has returned.
  public enum Durability: String, Sendable, CaseIterable {
    /// The changes are on the disk (`synchronous = FULL`: the write-ahead log is synced at every
    /// commit). They survive a crash of the process, a crash of the system, and a power cut.
    case full
    /// The operating system has the changes (`synchronous = NORMAL`: the log is synced at
    /// checkpoints). They survive a crash of the process. A power cut may lose the last changesets,
    /// but never a part of one, and never corrupts the file.
    case normal
  }

  /// The guarantee of a commit.
  public var durability: Durability
  /// How long a commit waits for another connection's write lock, in seconds. After that its changes
  /// fail with `busy`.
  public var busyTimeout: Double
  /// Whether the file is opened only for reading; it must exist then.
  public var isReadOnly: Bool
  /// Whether opening for writing creates a missing file, and turns an empty file into a database. A
  /// file that is opened for reading must exist.
  public var createsFile: Bool {
    get { mayCreateFile && !isReadOnly }
    set { mayCreateFile = newValue }
  }
  private var mayCreateFile = true
  /// The maximum number of pages of the file; `nil` for SQLite's own limit.
  public var pageCountMax: Int?

  /// The time that a commit records, in milliseconds since 1970.
  ///
  /// Only ``JournalRetention/ageMax`` depends on it. The numbers of revisions give their order, so a
  /// clock that is wrong or set back does not disturb it.
  package var clock: @Sendable () -> Int = { systemTime() }

  /// Makes a configuration. By default, commits survive a crash of the process.
  public init(
    durability: Durability = .normal, busyTimeout: Double = 5, isReadOnly: Bool = false,
    pageCountMax: Int? = nil
  ) {
    self.durability = durability
    self.busyTimeout = busyTimeout
    self.isReadOnly = isReadOnly
    self.pageCountMax = pageCountMax
  }
}

/// Returns the time of the system, in milliseconds since 1970.
private func systemTime() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}
