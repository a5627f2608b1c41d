import RosterLog

/// Writes what a program did to a list as a changeset log, which `roster replay` runs again.
enum ProgramLog {
  /// The text of a log.
  static func text(_ entries: [ChangesetLogEntry], name: String) -> String {
    ([ChangesetLogWriter.line(ChangesetLogHeader(name: name))]
      + entries.map { ChangesetLogWriter.line($0) })
      .map { $0 + "\n" }.joined()
  }
}
