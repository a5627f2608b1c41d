public import RosterEngine
public import RosterJSON
public import RosterLog

/// Receives the results of a replay, in the order of the log.
public protocol ReplayObserver {
  /// The output that the list generates.
  associatedtype Output: Sendable

  /// The list was opened, and no entry was applied since.
  mutating func opened(_ list: ListDataSource<JSONValue, JSONValue, Output>) throws

  /// A changeset, or states, or both were applied and are durable.
  mutating func applied(_ batch: ListBatch<JSONValue, JSONValue, Output>) throws

  /// All entries so far are durable, and no other is applied before this returns.
  mutating func settled(_ list: ListDataSource<JSONValue, JSONValue, Output>) async throws

  /// The entry at a line was refused.
  mutating func refused(_ refusal: EntryRefusal, line: Int) throws
}

extension ReplayObserver {
  /// Does nothing.
  public mutating func opened(_ list: ListDataSource<JSONValue, JSONValue, Output>) throws {}

  /// Does nothing.
  public mutating func settled(
    _ list: ListDataSource<JSONValue, JSONValue, Output>
  ) async throws {}
}
