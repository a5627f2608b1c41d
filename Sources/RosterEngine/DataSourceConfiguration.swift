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
  /// What components are built with; without meaning for other lists.
  public var components = ComponentConfiguration()

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
    precondition(
      cachedModelCountMax >= 0 && subscriberBufferCountMax >= 0
        && components.cachedOutputCountMax >= 0, "a limit is not negative")
  }
}
