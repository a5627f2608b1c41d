import ArgumentParser
import RosterEngine
import RosterReplay

struct LogCommand: AsyncParsableCommand, ListCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Print the journal of a list as a changeset log, which replay takes back.",
    discussion: """
      If the oldest revisions were removed, the log begins with one changeset that makes the list as \
      it was at the oldest that is left, and "firstRevision" in its header is that one.

      A list of which a digest says that something was altered is not printed: what was altered would \
      become right in the log, under a fingerprint of its own.
      """)

  @OptionGroup var options: DatabaseOptions

  func run() async throws {
    let list = try options.openList()
    try options.requireUndamaged(list)
    let outputFile = OutputFile()
    try await JournalLog.write(
      ListDataSource(json: list.storage), named: list.name, of: list.storage, outputFile.write)
    try outputFile.flush()
  }
}
