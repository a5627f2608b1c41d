public import RosterCore
public import RosterJSON

/// Who is told what a replay does, in the order of the log.
public protocol ReplayObserver {
  /// A changeset was applied and is durable.
  mutating func applied(_ batch: ChangeBatch<JSONValue, JSONValue>) throws

  /// The changeset at a line was refused.
  mutating func refused(_ error: ChangesetError, line: Int) throws
}
