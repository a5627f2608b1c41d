import ArgumentParser
import Foundation
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore

struct DiffCommand: AsyncParsableCommand, ListCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Print what led from one revision of a list to a later one, as one batch.",
    discussion: """
      Both revisions are of the same list. The batch is composed from the journal: what was moved is \
      moved, and what came and went in between is left out. Updated items stand with their fields, before and \
      after, and removed ones with what they are called.
      """)

  @Argument(help: "The earlier revision, as DATABASE@REVISION.")
  var source: RevisionReference

  @Argument(
    help: "The later revision, as DATABASE@REVISION. Without it, or as DATABASE, the present one.")
  var target: RevisionReference?

  @Option(help: "The list; may be left out if the database has only one.")
  var list: String?

  @Option(help: "What is printed: text for people, ndjson for programs, or none.")
  var output = BatchPrinter.Output.text

  @Flag(help: "Print all operations, and not only the first ones.")
  var all = false

  func validate() throws {
    guard source.namesDatabase(of: target ?? source) else {
      throw ValidationError("both revisions must be of one database")
    }
    guard let source = source.revision, let target = target?.revision else { return }
    guard source <= target else { throw ValidationError(Self.wrongOrder) }
  }

  private static let wrongOrder = "the second revision must not be the earlier one"

  var options: DatabaseOptions {
    var options = DatabaseOptions()
    options.database = source.database
    options.list = list
    return options
  }

  func run() async throws {
    let options = options
    let dataSource = try ListDataSource(json: options.openList(showsRows: true).storage)
    let present = dataSource.snapshot.revision
    let (source, target) = (source.revision ?? present, target?.revision ?? present)
    for revision in [source, target] { try options.requireRevision(revision, of: dataSource) }
    guard source <= target else { throw CommandFailure(ExitStatus.usage, Self.wrongOrder) }
    guard source < target else { return }
    let former = output == .text ? try options.snapshot(of: dataSource, at: source) : nil
    let batch = try dataSource.batch(from: source, to: target)
    let outputFile = OutputFile()
    try BatchPrinter(output: output, outputFile: outputFile, former: former, showsAll: all)
      .print(batch)
    try outputFile.flush()
  }
}

/// A revision in a database, written `DATABASE@REVISION`, or `DATABASE` for the present one.
struct RevisionReference: ExpressibleByArgument {
  let database: String
  /// The revision; `nil` for the present one.
  let revision: Int?

  init?(argument: String) {
    guard let at = argument.lastIndex(of: "@") else {
      if argument.isEmpty { return nil }
      (database, revision) = (argument, nil)
      return
    }
    let written = argument[argument.index(after: at)...]
    if let revision = Int(written) {
      guard revision >= 0, at > argument.startIndex else { return nil }
      (database, self.revision) = (String(argument[..<at]), revision)
    } else if written.isEmpty {
      return nil
    } else {
      // The name of a file, or the user of a server, may have the sign too.
      (database, revision) = (argument, nil)
    }
  }

  /// Returns whether both name the same database, a file in whatever spelling.
  func namesDatabase(of other: RevisionReference) -> Bool {
    guard let file = FileIdentity(database), let otherFile = FileIdentity(other.database) else {
      return database == other.database
    }
    return file == otherFile
  }
}
