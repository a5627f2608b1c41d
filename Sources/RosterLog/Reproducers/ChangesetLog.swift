internal import RosterJSON

/// A changeset log in memory.
public struct ChangesetLog: Sendable, Hashable {
  /// The first line.
  public var header: ChangesetLogHeader
  /// The other lines, in order.
  public var entries: [ChangesetLogEntry]

  /// Makes a log.
  public init(header: ChangesetLogHeader = ChangesetLogHeader(), entries: [ChangesetLogEntry] = [])
  {
    self.header = header
    self.entries = entries
  }

  /// Reads a log to its end.
  ///
  /// - Throws: `ChangesetLogError` at the first line that is malformed.
  public init(_ bytes: [UInt8]) throws {
    var reader = try ChangesetLogReader(bytes)
    header = reader.header
    entries = []
    while let line = try reader.next() { entries.append(line.entry) }
  }

  /// The text of the log.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    ChangesetLogWriter.append(header, to: &bytes)
    for entry in entries { ChangesetLogWriter.append(entry, to: &bytes) }
    return bytes
  }
}

extension ChangesetLog {
  /// Returns 16 hexadecimal digits that identify the text of a log.
  static func digest(of bytes: [UInt8]) -> String {
    var fingerprint = Fingerprint()
    fingerprint.addItem(canonicalModel: bytes)
    return fingerprint.hex
  }
}
