internal import Foundation

/// How a file is opened and what a commit promises.
public struct SQLiteConfiguration: Sendable {
  /// What has happened when a commit returns.
  public enum Durability: String, Sendable, CaseIterable {
    /// The changes are on the disk (`synchronous = FULL`: the write-ahead log is synced at every
    /// commit). They survive a crash of the process, of the system, and a power cut.
    case full
    /// The changes are with the operating system (`synchronous = NORMAL`: the log is synced at
    /// checkpoints). They survive a crash of the process. After a power cut the last of them may be
    /// missing, but never some of one changeset, and the file is never corrupt.
    case normal
  }

  /// What a commit promises.
  public var durability: Durability
  /// How long a commit waits for another connection's write lock, in seconds.
  public var busyTimeout: Double
  /// Whether nothing may be written; the file must exist then.
  public var isReadOnly: Bool
  /// Whether a file that does not exist is created when it is opened for writing, and one that is
  /// empty made a database. A file that is opened for reading must exist.
  public var createsFile: Bool {
    get { mayCreateFile && !isReadOnly }
    set { mayCreateFile = newValue }
  }
  private var mayCreateFile = true
  /// The most pages that the file may have, `nil` for SQLite's own limit.
  public var pageCountMax: Int?

  /// The time that a commit is dated with, in milliseconds since 1970.
  ///
  /// Nothing but ``JournalRetention/ageMax`` depends on it. Revisions are ordered by their numbers, so
  /// that a clock that is set back, or was wrong, does not disturb them.
  package var clock: @Sendable () -> Int = { Int(Date().timeIntervalSince1970 * 1_000) }

  /// Makes a configuration; by default a commit survives a crash of the process.
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
