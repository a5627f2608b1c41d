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

      A list of a table whose rows stay there has versions of rows as models, and so has its log. With --rows it has \
      the rows, as far as they are these versions, and no fingerprint: others may write the table meanwhile.
      """)

  @OptionGroup var options: DatabaseOptions

  @Flag(help: "Rows of the application in place of the versions that the list has of them.")
  var rows = false

  func run() async throws {
    let list = try options.openList(showsRows: rows)
    try options.requireUndamaged(list)
    let outputFile = OutputFile()
    try await ListDataSource(json: list.storage).writeLog(
      named: list.name, of: list.storage, hasFingerprint: !rows, outputFile.write)
    try outputFile.flush()
  }
}
