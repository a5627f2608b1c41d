import ArgumentParser
import Foundation
import RosterCore
import RosterJSON
import RosterStore

struct SalvageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "salvage",
    abstract: "Save what can be read of a damaged database into a new file.",
    discussion: """
      The damaged file and its log are not written; no program should write them meanwhile. Of each list \
      its whole history is saved if it is sound, else the revisions behind the damage, else the newest \
      contents as one revision. A derived list whose sources are not saved as it shows them is made anew when \
      it is opened with its definition. What is saved passes roster check. Of the database of an application the lists \
      are saved, into a file of Roster's own. A server's database is restored from a copy instead.

      Exit codes: 0 everything was saved, 1 something was lost, 2 wrong usage, 3 there is no such file, \
      it cannot be read, or the new one exists or cannot be created, 4 there is nothing to save, or the \
      new file cannot be written.
      """)

  @Argument(help: "The damaged database file.")
  var database: String

  @Option(help: "The file to create.")
  var into: String

  @Option(help: "What is printed: text for people, json for programs.")
  var output = SalvageOutput.text

  func validate() throws {
    guard !DatabasePlace(into).isServer else {
      throw ValidationError(
        "--into names a file; roster copy then takes what is saved to a server")
    }
  }

  func run() throws {
    let database = try DatabasePlace(database).salvagedFile()
    let report: SQLiteStore.SalvageReport
    do throws(StorageError) {
      report = try SQLiteStore.salvage(database, into: into)
    } catch {
      guard error.code == .unreadable else { throw error }
      throw CommandFailure(ExitStatus.input, error.description)
    }
    let outputFile = OutputFile()
    switch output {
    case .text: try print(report, to: outputFile)
    case .json: try outputFile.writeLine(json(report))
    }
    try outputFile.flush()
    if !report.isComplete {
      throw CommandFailure(ExitStatus.finding, "\(database): not everything was saved")
    }
  }

  private func print(_ report: SQLiteStore.SalvageReport, to outputFile: OutputFile) throws {
    for list in report.lists {
      try outputFile.writeLine(
        "list \(list.name.inQuotes): revisions \(list.oldestRevision) to \(list.revision), "
          + "\(list.itemCount.counting("item")) in \(list.sectionCount.counting("section")) are saved"
      )
      for loss in list.losses { try outputFile.writeLine("list \(list.name.inQuotes): \(loss)") }
    }
    for loss in report.losses { try outputFile.writeLine(loss) }
    if report.leavesOutTables {
      try outputFile.writeLine(
        "the lists only: the other tables are those of an application, which its own copies restore"
      )
    }
    if report.isComplete { try outputFile.writeLine("\(into): everything is saved") }
  }

  private func json(_ report: SQLiteStore.SalvageReport) -> JSONValue {
    let lists = report.lists.map { list -> JSONValue in
      [
        "name": .string(list.name), "revision": .number(Double(list.revision)),
        "oldest": .number(Double(list.oldestRevision)),
        "sections": .number(Double(list.sectionCount)), "items": .number(Double(list.itemCount)),
        "losses": .array(list.losses.map { .string($0) }),
        "doubtfulItems": .array(list.doubtfulItems.sorted().map { .number(Double($0.rawValue)) }),
        "doubtfulSections": .array(
          list.doubtfulSections.sorted().map { .number(Double($0.rawValue)) }),
      ]
    }
    return [
      "complete": .bool(report.isComplete), "lists": .array(lists),
      "leavesOutTables": .bool(report.leavesOutTables),
      "losses": .array(report.losses.map { .string($0) }),
    ]
  }
}

/// The forms in which a salvage reports.
enum SalvageOutput: String, ExpressibleByArgument, CaseIterable {
  case text, json
}
