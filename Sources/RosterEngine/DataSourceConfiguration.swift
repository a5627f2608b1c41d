public import RosterCore

/// The limits of a data source, and what its outputs are made with.
public struct DataSourceConfiguration: Sendable {
  /// The maximum number of changes that wait; the data source refuses further ones with
  /// `queueFull`.
  public var pendingCountMax: Int
  /// The maximum number of changes in one transaction.
  public var groupCountMax: Int
  /// The maximum number of models kept in memory, beside those that callers hold.
  public var cachedModelCountMax: Int
  /// The maximum number of batches that wait in memory for one subscriber. A subscriber that lags
  /// further reads on from the journal.
  public var subscriberBufferCountMax: Int
  /// The maximum number of parts that generation is cut into.
  public var generationPartCountMax: Int
  /// How much of the journal to keep; `nil` to keep all that ``ListDataSource/compact(_:)`` does not remove, for
  /// ever.
  ///
  /// By default the last revisions that have written 16 MiB are kept, and whatever this process' subscribers, the
  /// registered ones and a device that synchronizes have yet to read.
  public var retention: JournalRetention? = .standard
  /// The number of revisions between two compactions of the journal, if a retention is set.
  public var compactionInterval = 256
  /// Whether other processes, or other data sources of this process, also write the list.
  ///
  /// The data source then follows the other writers: it publishes their commits as its own batches,
  /// in order with its own changes. Without it, a process has one data source for a list at a time:
  /// opening a second one throws `inUse`.
  public var isShared = false
  /// What outputs are made with; `nil` for the defaults of the room that makes them.
  package var outputs: (any OutputConfiguration)?
  /// The listeners that observe modifications, in the order in which they are called.
  public var listeners: [any DataSourceListener] = []
  /// The maximum number of events that wait in memory for listeners. Further events are left out
  /// and counted.
  public var listenerBufferCountMax = 65_536
  /// A tracer that surrounds the stages of the work, for example with signposts.
  public var tracer: (any StageTracer)?
  /// Makes what the list runs on: threads and a clock, or a schedule that a test holds in its hand.
  package var makeExecutor: @Sendable () -> any ListExecutor = {
    CurrentExecution.schedule?.makeExecutor() ?? DispatchExecutor()
  }

  /// Makes a configuration. The defaults suit lists on a screen.
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

  /// Makes the configuration of a list for which none is given.
  init(isShared: Bool) {
    self.init()
    self.isShared = isShared
  }

  /// Traps if a limit is out of range.
  func requireSound() {
    precondition(pendingCountMax > 0, "at least one change must be able to wait")
    precondition(groupCountMax > 0, "at least one change is committed at a time")
    precondition(generationPartCountMax > 0, "generation is at least one part")
    precondition(compactionInterval > 0, "the journal is compacted every so many revisions")
    precondition(listenerBufferCountMax > 0, "at least one event must be able to wait")
    precondition(
      cachedModelCountMax >= 0 && subscriberBufferCountMax >= 0, "a limit is not negative")
    outputs?.requireSound()
  }
}
