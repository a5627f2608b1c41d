/// How a replay passes changesets to the data source.
public enum ReplayMode: String, Sendable, CaseIterable {
  /// One after the other; each is durable before the next one is read.
  case sync
  /// Queued as fast as they are read, so that waiting changesets are committed together.
  case async
}
