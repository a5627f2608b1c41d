import ArgumentParser
import RosterStore

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a database: SQLite's own check, and everything that Roster relies on.",
    discussion: "Exit code 0 if all is well, 1 if something is not.")

  @Argument(help: "The database file.")
  var database: String

  @Option(help: "How many entries of each journal are taken back and replayed.")
  var journalTail = 1_000

  @Flag(help: "First take back what a crash has interrupted; the file is written for that.")
  var recover = false

  func run() throws {
    var configuration = SQLiteConfiguration(isReadOnly: !recover)
    configuration.createsFile = false
    let store = try SQLiteStore(path: database, configuration: configuration)
    let findings = try store.check(journalTail: max(0, journalTail))
    guard findings.isEmpty else {
      for finding in findings { print(finding) }
      throw CommandFailure(
        ExitStatus.finding, "\(database): \(findings.count) findings")
    }
    let lists = try store.lists()
    print("\(database): all is well with \(lists.count) \(lists.count == 1 ? "list" : "lists")")
  }
}
