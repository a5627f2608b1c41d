import ArgumentParser
import RosterEngine
import RosterJSON
import RosterStore

struct EraseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Erase from a file what was in lists and is in none any more.",
    discussion: """
      Without it what was removed or replaced stays in the file: as long as its revision is kept, and \
      then in pages that nothing uses. Each list is compacted to its newest revision, the index of words is \
      made anew, and the file and its log are written anew. What was removed or replaced cannot be undone \
      then. Close what has the file open first. Of the database of an application the lists are compacted; \
      the application then runs VACUUM and PRAGMA wal_checkpoint(TRUNCATE).

      A damaged file is not erased: what would be erased may be what it can be saved by.

      Exit codes: 0 nothing is left, 1 the file is damaged, 2 wrong usage, 4 a subscriber still needs a \
      revision, another connection reads or writes, or the file cannot be written.
      """)

  @Argument(help: "The database file.")
  var database: String

  @Option(help: "What is printed: text for people, ndjson for programs.")
  var output = ListingOutput.text

  func validate() throws {
    guard !DatabasePlace(database).isServer else {
      throw ValidationError(
        "erase is for files; on a server, compact the list and let the server vacuum its tables")
    }
  }

  func run() throws {
    let place = DatabasePlace(database)
    let opened = try place.open(isReadOnly: false)
    guard let file = opened.file else { throw ValidationError("erase is for files") }
    let outputFile = OutputFile()
    let findings = try file.check()
    try place.requireNone(of: findings, to: outputFile, "nothing was erased")
    let listCount = try file.lists().count
    let removedCount = try file.erase()
    switch output {
    case .text:
      let rest =
        file.isOfApplication
        ? "what they took is erased by VACUUM and then PRAGMA wal_checkpoint(TRUNCATE), which are the application's to run"
        : "nothing is left of what is in no list"
      try outputFile.writeLine(
        "\(removedCount.counting("revision")) of \(listCount.counting("list")) removed; \(rest)")
    case .ndjson:
      try outputFile.writeLine(
        .object([
          "removed": .number(Double(removedCount)), "lists": .number(Double(listCount)),
        ]))
    }
    try outputFile.flush()
    try opened.close()
  }
}
