/// How much of a journal is kept. Of several limits the tightest counts. Without any, all is kept.
public struct JournalRetention: Hashable, Sendable {
  /// The maximum number of readable revisions before the last one; 0 counts as 1.
  ///
  /// The last entry of the journal says where the list is, so it stays, and with it the revision
  /// before:
  ///
  ///     revisions       5       6       7       8
  ///     maximum of 2            6       7       8
  ///     of 1 or 0                       7       8
  public var revisionCountMax: Int?
  /// The maximum age of a revision in the journal, by the clock of the machine that committed it.
  ///
  /// Revisions leave the journal oldest first, up to the first one that is young enough. If the clock
  /// was set back, the revisions after that one stay longer than necessary:
  ///
  ///     revision     5       6       7
  ///     committed    9:00    9:10    8:20     the clock was set back
  ///
  /// At 9:05, an age of 30 minutes keeps all three, because revision 5 is 5 minutes old. A revision
  /// whose commit time is unknown, because an older format did not record it, counts as older.
  public var ageMax: Duration?
  /// The maximum number of bytes that the kept revisions have written: their models, states and texts.
  ///
  /// What they have replaced takes about as much again, as before-images. The limit leaves the last
  /// ``leastRevisionCount`` revisions, whatever they have written, so that there is something to undo:
  ///
  ///     revision     1          2          …   1000       1001
  ///     written      90 MB      1 kB           1 kB       1 kB
  ///     of 16 MB     removed    kept           kept       kept
  ///
  /// Revisions whose sizes are unknown, because an older format did not record them, count as empty.
  public var byteCountMax: Int?

  /// The number of revisions that ``byteCountMax`` leaves.
  public static let leastRevisionCount = 64

  /// What a data source keeps unless it is configured otherwise: the last revisions that have written 16 MiB.
  public static let standard = JournalRetention(byteCountMax: 16 << 20)

  /// Makes a limit of its parts.
  public init(revisionCountMax: Int? = nil, ageMax: Duration? = nil, byteCountMax: Int? = nil) {
    self.revisionCountMax = revisionCountMax
    self.ageMax = ageMax
    self.byteCountMax = byteCountMax
  }
}

/// What a compaction did.
public struct JournalCompaction: Hashable, Sendable {
  /// The number of revisions that left the journal.
  public var removedCount: Int
  /// The oldest revision that can be read now.
  public var oldestRevision: Revision
  /// The registered subscriber that kept the compaction from removing more, if any. Subscribers that
  /// are not registered, the sequences of batches of this process, have no names.
  public var heldBy: String?

  /// Makes a result of its parts.
  public init(removedCount: Int, oldestRevision: Revision, heldBy: String? = nil) {
    self.removedCount = removedCount
    self.oldestRevision = oldestRevision
    self.heldBy = heldBy
  }
}

/// A reader that is registered in the journal under a name, which also holds after a restart.
public struct JournalSubscriber: Hashable, Sendable {
  /// The name, unique in the list.
  public var name: String
  /// The last revision that it has seen.
  public var revision: Revision

  /// Makes a subscriber of its parts.
  public init(name: String, revision: Revision) {
    self.name = name
    self.revision = revision
  }
}
