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
      moved, and what came and went in between is left out.
      """)

  @Argument(help: "The earlier revision, as DATABASE@REVISION.")
  var source: RevisionReference

  @Argument(help: "The later revision, as DATABASE@REVISION.")
  var target: RevisionReference

  @Option(help: "The list; may be left out if the database has only one.")
  var list: String?

  @Option(help: "What is printed: text for people, ndjson for programs, or none.")
  var output = BatchPrinter.Output.text

  func validate() throws {
    guard source.namesDatabase(of: target) else {
      throw ValidationError("both revisions must be of one database")
    }
    guard source.revision <= target.revision else {
      throw ValidationError("the second revision must not be the earlier one")
    }
  }

  var options: DatabaseOptions {
    var options = DatabaseOptions()
    options.database = source.database
    options.list = list
    return options
  }

  func run() async throws {
    let options = options
    let dataSource = try ListDataSource(json: options.openList(showsRows: true).storage)
    for revision in [source.revision, target.revision] {
      try options.requireRevision(revision, of: dataSource)
    }
    guard source.revision < target.revision else { return }
    let batch = try dataSource.batch(from: source.revision, to: target.revision)
    let outputFile = OutputFile()
    try BatchPrinter(output: output, outputFile: outputFile).print(batch)
    try outputFile.flush()
  }
}

/// A revision in a database, written `DATABASE@REVISION`.
struct RevisionReference: ExpressibleByArgument {
  let database: String
  let revision: Int

  init?(argument: String) {
    guard let at = argument.lastIndex(of: "@"), at > argument.startIndex,
      let revision = Int(argument[argument.index(after: at)...]), revision >= 0
    else { return nil }
    database = String(argument[..<at])
    self.revision = revision
  }

  /// Returns whether both name the same database, a file in whatever spelling.
  func namesDatabase(of other: RevisionReference) -> Bool {
    guard let file = FileIdentity(database), let otherFile = FileIdentity(other.database) else {
      return database == other.database
    }
    return file == otherFile
  }
}
