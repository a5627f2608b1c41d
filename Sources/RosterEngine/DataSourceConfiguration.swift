public import RosterCore

/// The limits of a data source, and what its components are built with.
public struct DataSourceConfiguration: Sendable {
  /// The most changes that may wait; more are refused with `queueFull`.
  public var pendingCountMax: Int
  /// The most changes that are committed in one transaction.
  public var groupCountMax: Int
  /// The most models that are kept in memory beside those that callers hold.
  public var cachedModelCountMax: Int
  /// The most batches that wait in memory for one subscriber; one that lags further reads on from
  /// the journal.
  public var subscriberBufferCountMax: Int
  /// How many parts generation is cut into.
  public var generationPartCountMax: Int
  /// How much of the journal is kept, `nil` to remove nothing unasked. See
  /// ``ListDataSource/compact(_:)``.
  public var retention: JournalRetention?
  /// After how many revisions the journal is compacted, if a retention is set.
  public var compactionInterval = 256
  /// Whether others write the list as well: other processes, or other data sources of this one.
  ///
  /// The data source then follows them: what they commit is published here as their batches, in
  /// order with its own. It reads the order of the list whole when it opens it, some 12 bytes an
  /// item, and keeps it in memory.
  public var isShared = false
  /// What components are built with; without meaning for other lists.
  public var components = ComponentConfiguration()
  /// Who is told what becomes of modifications, in the order in which they are told.
  public var listeners: [any DataSourceListener] = []
  /// The most events that wait in memory for listeners; more are left out, and counted.
  public var listenerBufferCountMax = 65_536
  /// What surrounds the stages of the work, such as signposts.
  public var tracer: (any StageTracer)?

  /// Makes a configuration; the defaults suit lists on a screen.
  public init(
    pendingCountMax: Int = 65_536, groupCountMax: Int = 512, cachedModelCountMax: Int = 10_000,
    subscriberBufferCountMax: Int = 1_024,
    generationPartCountMax: Int = 32
  ) {
    self.pendingCountMax = pendingCountMax
    self.groupCountMax = groupCountMax
    self.cachedModelCountMax = cachedModelCountMax
    self.subscriberBufferCountMax = subscriberBufferCountMax
    self.generationPartCountMax = generationPartCountMax
  }

  /// Traps on a limit that nothing could work with.
  func requireSound() {
    precondition(pendingCountMax > 0, "at least one change must be able to wait")
    precondition(groupCountMax > 0, "at least one change is committed at a time")
    precondition(generationPartCountMax > 0, "generation is at least one part")
    precondition(compactionInterval > 0, "the journal is compacted every so many revisions")
    precondition(listenerBufferCountMax > 0, "at least one event must be able to wait")
    precondition(
      cachedModelCountMax >= 0 && subscriberBufferCountMax >= 0
        && components.cachedOutputCountMax >= 0 && components.cachedSupplementCountMax >= 0,
      "a limit is not negative")
    precondition(
      components.workingRange.map { $0.ahead.isSound && $0.behind.isSound } ?? true,
      "a working range reaches over a number of items or points that is not negative")
  }
}
