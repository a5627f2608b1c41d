/// How much of a journal is kept. Of several limits the tightest counts; without any, all is kept.
public struct JournalRetention: Hashable, Sendable {
  /// The most revisions before the last one that can still be read.
  public var revisionCountMax: Int?
  /// The greatest age of a revision in the journal, by the clock of the machine that committed it.
  ///
  /// Revisions leave the journal from its oldest one on, up to the first that is young enough. If the
  /// clock was set back, those behind that one stay for longer than they must:
  ///
  ///     revision     5       6       7
  ///     committed    9:00    9:10    8:20     the clock was set back
  ///
  /// At 9:05, an age of 30 minutes keeps all three, since revision 5 is 5 minutes old. Revisions of
  /// older formats, which have no time, count as too old.
  public var ageMax: Duration?
  /// The most bytes that are in use in the file, for all its lists.
  public var byteCountMax: Int?

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
  /// The registered subscriber because of which no more was removed, if it was one.
  public var heldBy: String?

  /// Makes a result of its parts.
  public init(removedCount: Int, oldestRevision: Revision, heldBy: String? = nil) {
    self.removedCount = removedCount
    self.oldestRevision = oldestRevision
    self.heldBy = heldBy
  }
}

/// Somebody who reads the journal under a name, also across restarts.
public struct JournalSubscriber: Hashable, Sendable {
  /// The name, one of its kind in the list.
  public var name: String
  /// The last revision that it has seen.
  public var revision: Revision

  /// Makes a subscriber of its parts.
  public init(name: String, revision: Revision) {
    self.name = name
    self.revision = revision
  }
}
