public import RosterEngine
public import RosterJSON
public import RosterLog

/// Who is told what a replay does, in the order of the log.
public protocol ReplayObserver {
  /// A changeset, or states, or both were applied and are durable.
  mutating func applied(_ batch: ListBatch<JSONValue, JSONValue, Never>) throws

  /// The entry at a line was refused.
  mutating func refused(_ refusal: EntryRefusal, line: Int) throws
}
