/// An entry of a changeset log with its line number.
public struct ChangesetLogLine: Sendable, Hashable {
  /// The number of the line in the log, from 1; blank lines count.
  public var number: Int

  /// The entry.
  public var entry: ChangesetLogEntry

  /// Makes a line.
  public init(number: Int, entry: ChangesetLogEntry) {
    self.number = number
    self.entry = entry
  }
}
