import ArgumentParser
import Foundation
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore

struct FollowCommand: AsyncParsableCommand, ListCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Print the batches of a list as other processes commit them, until interrupted.",
    discussion: "The database is only read. Every line is written as soon as its batch is there.")

  @OptionGroup var options: DatabaseOptions

  @Option(help: "Begin with the batches after this revision; with those to come if left out.")
  var after: Int?

  @Option(help: "End after this revision, at once if the list is there and --after is left out.")
  var until: Int?

  @Option(help: "What is printed: text for people, ndjson for programs, or none.")
  var output = BatchPrinter.Output.text

  @OptionGroup var logOptions: LogOptions

  func validate() throws {
    if let after, let until, until <= after {
      throw ValidationError("--until is a revision after that of --after")
    }
  }

  func run() async throws {
    let storage = try options.openList(showsRows: true)
    var configuration = logOptions.configuration(list: storage.name)
    configuration.isShared = true
    let dataSource = try ListDataSource(json: storage.storage, configuration)
    do {
      try await follow(dataSource)
    } catch {
      await dataSource.close()
      throw error
    }
    await dataSource.close()
  }

  private func follow(_ dataSource: ListDataSource<JSONValue, JSONValue, Never>) async throws {
    let outputFile = OutputFile()
    let printer = BatchPrinter(output: output, outputFile: outputFile)
    let snapshot = dataSource.snapshot
    if let after { try options.requireRevision(after, of: dataSource) }
    if let until, after == nil, snapshot.revision >= until {
      StandardStreams.complain(
        "roster: \(options.place): the list is at revision \(snapshot.revision) already, so nothing "
          + "is to come until \(until); --after names where to begin")
      return
    }
    for try await batch in try dataSource.batches(after: after ?? snapshot.revision) {
      try printer.print(batch)
      try outputFile.flush()
      if let until, batch.target.revision >= until { return }
    }
  }
}
