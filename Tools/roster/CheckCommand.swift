import ArgumentParser
import RosterCore
import RosterDerived
import RosterRows
import RosterStore

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a database: SQLite's own check, and everything that Roster relies on.",
    discussion: """
      If something is not well, what can still be read of each list follows what was found; roster \
      salvage saves it from a file. A server's database is restored from a copy.

      Exit code 0 if all is well, 1 if something is not.
      """)

  @Argument(help: "The database file, or postgres://user@host/database.")
  var database: String

  @Option(help: "How many entries of each journal are taken back and replayed.")
  var journalTail = 1_000

  @Flag(
    help: """
      First take back what a crash has interrupted; the file is written for that. Not for a server.
      """)
  var recover = false

  @Flag(help: "Every model must be JSON, as in lists that roster itself has made.")
  var jsonModels = false

  func validate() throws {
    guard journalTail >= 0 else { throw ValidationError("--journal-tail is not negative") }
    guard !recover || !DatabasePlace(database).isServer else {
      throw ValidationError(
        "--recover is for files; a server takes back what a crash has interrupted by itself")
    }
  }

  func run() throws {
    let place = DatabasePlace(database)
    let opened = try place.open(isReadOnly: !recover)
    var findings = try opened.store.findingsBesideRows().map { finding in
      (finding.list.map { "list \($0.inQuotes): " } ?? "") + finding.message
    }
    var lists: [SQLiteStore.CheckReport.ListCondition] = []
    do {
      let report = try opened.store.withFile(report(on:))
      findings = report.findings.map(\.description) + findings
      lists = report.lists
    } catch let error as StorageError where [.corrupt, .replaced].contains(error.code) {
      // Rows that cannot be copied into a file, or whose tables are gone.
      findings.append(error.message)
    }
    try tell(findings, of: lists, in: place)
  }

  private func report(on store: SQLiteStore) throws -> SQLiteStore.CheckReport {
    let codec = CanonicalJSONCodec()
    var report = try store.checkReport(
      journalTail: journalTail,
      isReadable: jsonModels ? { (try? codec.decode($0)) != nil } : nil)
    // What is damaged need not be readable.
    if report.findings.isEmpty { report.findings = try findingsInDerivedLists(of: store) }
    return report
  }

  private func findingsInDerivedLists(
    of store: SQLiteStore
  ) throws -> [SQLiteStore.CheckReport.Finding] {
    let open = { name in try store.list(named: name, create: false) }
    return try store.lists().flatMap { summary in
      guard let list = try open(summary.name) else { return [SQLiteStore.CheckReport.Finding]() }
      return try DerivedReading.findings(in: list, named: summary.name, opening: open).map {
        SQLiteStore.CheckReport.Finding(list: summary.name, message: $0)
      }
    }
  }

  private func tell(
    _ findings: [String], of lists: [SQLiteStore.CheckReport.ListCondition], in place: DatabasePlace
  ) throws {
    let output = OutputFile()
    guard findings.isEmpty else {
      try output.writeLines(findings)
      try output.writeLines(lists.map { "list \($0.name.inQuotes): \(description(of: $0))" })
      try output.flush()
      throw CommandFailure(
        ExitStatus.finding,
        "\(place.shown): \(findings.count.counting("finding")); \(place.remedy)"
          + (place.isServer ? "" : "; \(Self.library)"))
    }
    try output.writeLine("\(place.shown): all is well with \(lists.count.counting("list"))")
    try output.writeLines(lists.compactMap(Self.largeJournal))
    try output.flush()
  }

  /// Says of a list that its journal is larger than a data source keeps by itself.
  private static func largeJournal(of list: SQLiteStore.CheckReport.ListCondition) -> String? {
    guard let usual = JournalRetention.standard.byteCountMax, list.journalByteCount > usual else {
      return nil
    }
    return
      "list \(list.name.inQuotes): its journal keeps \(list.journalByteCount) bytes of changes; "
      + "a data source keeps \(usual) unless it is told to keep more; see roster compact"
  }

  /// What damaged files are asked about first.
  private static var library: String {
    "checked with SQLite \(SQLiteLibrary.version)"
      + (SQLiteLibrary.losesCommitsAtCheckpoints
        ? ", with which programs that write the file without Roster can lose commits: "
          + "https://sqlite.org/wal.html#walresetbug" : "")
  }

  /// Describes what can still be read of a list.
  private func description(of list: SQLiteStore.CheckReport.ListCondition) -> String {
    guard let itemCount = list.itemCount, let sectionCount = list.sectionCount else {
      return "its contents cannot be read"
    }
    let revisions =
      list.intactRevision.map { "revisions \($0) to \(list.revision) are intact" }
      ?? "no revision is known to be intact"
    return "\(min(list.modelCount, itemCount)) of \(itemCount.counting("item")) in "
      + "\(sectionCount.counting("section")) "
      + "can be read; \(revisions)"
  }
}
