import ArgumentParser
import RosterCore
import RosterEngine
import RosterReplay
import RosterRows

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

      With --origin, --group or --text, revisions are looked for instead, as the inspector looks for them; with several \
      of these, all must be so.
      """)

  @OptionGroup var options: DatabaseOptions

  @Flag(help: "Rows of the application in place of the versions that the list has of them.")
  var rows = false

  @OptionGroup var question: RevisionQuestion

  func validate() throws {
    guard !rows || !question.isAsked else {
      throw ValidationError(
        "--rows is of the log, in whose place --origin, --group and --text have revisions")
    }
  }

  func run() async throws {
    if question.isAsked { return try await printRevisions() }
    let list = try options.openList(showsRows: rows)
    try options.requireUndamaged(list)
    let outputFile = OutputFile()
    try await ListDataSource(json: list.storage).writeLog(
      named: list.name, of: list.storage, hasFingerprint: !rows, outputFile.write)
    try outputFile.flush()
  }

  private func printRevisions() async throws {
    let opened = try options.openList()
    guard let list = try opened.database.store.inspectableList(named: opened.name) else {
      throw CommandFailure(
        ExitStatus.usage, "\(options.place): there is no list \(opened.name.inQuotes)")
    }
    let outputFile = OutputFile()
    try await question.print(list, at: options.place, to: outputFile)
    try outputFile.flush()
  }
}
