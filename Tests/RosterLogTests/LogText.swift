import RosterLog

/// The lines of a log with a header before them.
func log(_ lines: String...) -> [UInt8] {
  Array((#"{"changesetLog":1}"# + "\n" + lines.joined(separator: "\n")).utf8)
}

extension ChangesetLogReader {
  /// All entries that are left.
  mutating func rest() throws -> [ChangesetLogLine] {
    var lines: [ChangesetLogLine] = []
    while let line = try next() { lines.append(line) }
    return lines
  }
}
