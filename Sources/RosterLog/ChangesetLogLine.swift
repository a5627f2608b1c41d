/// An entry of a changeset log and where it stands.
public struct ChangesetLogLine: Sendable, Hashable {
  /// The number of the line in the log, from 1; blank lines count.
  public var number: Int

  /// What the line says.
  public var entry: ChangesetLogEntry

  /// Makes a line.
  public init(number: Int, entry: ChangesetLogEntry) {
    self.number = number
    self.entry = entry
  }
}
