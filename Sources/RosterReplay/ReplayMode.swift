/// How changesets are given to the data source.
public enum ReplayMode: String, Sendable, CaseIterable {
  /// One after the other, each durable before the next is read.
  case sync
  /// Queued as fast as they are read, so that what waits is committed together.
  case async
}
