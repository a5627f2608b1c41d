import ArgumentParser
import Foundation
import RosterReplay
import RosterLog

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Turn another history into a changeset log.",
    subcommands: [ImportGitCommand.self, ImportTraceCommand.self])
}

struct ImportGitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git",
    abstract: "Import the first-parent history of a Git repository.",
    discussion: """
      Folders are sections, files are items, both sorted bytewise; renames that Git detects are \
      moves. One changeset a commit, and at the end what the list must be like. The repository need \
      not be trusted: nothing that it names is run, and what is missing in it is not fetched. Where \
      contents of files are missing, only files that are renamed without a change are moved.
      """)

  @Argument(help: "A work tree or a bare repository.")
  var repository: String

  @Option(name: [.short, .long], help: "The log to write; standard output if left out.")
  var output: String?

  func run() async throws {
    let history = try await GitHistory(at: repository) {
      StandardStreams.complain("roster: \($0)")
    }
    try await LogFile(output).write(history, name: "git history", noun: "commits")
  }
}

struct ImportTraceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Import a text editing trace, gzipped or not.",
    discussion: """
      A Unicode scalar is an item. The trace is a JSON object with startContent, endContent and \
      txns, of which each has patches [position, deleted, "inserted"]. It has at most 256 MiB, \
      unzipped as well.
      """)

  @Argument(help: "The trace; - for standard input.")
  var file: String

  @Option(name: [.short, .long], help: "The log to write; standard output if left out.")
  var output: String?

  func run() async throws {
    let input = try InputFile(file)
    do {
      let trace = try await EditingTrace(
        try input.readAll(byteCountMax: EditingTrace.byteCountMax))
      try await LogFile(output).write(trace, name: "editing trace", noun: "changesets")
    } catch var error as ImportError {
      error.message = "\(input.name): \(error.message)"
      throw error
    }
  }
}

/// The output of an imported log.
private struct LogFile {
  private let path: String?

  init(_ path: String?) { self.path = path }

  func write(_ source: some ChangesetSource, name: String, noun: String) async throws {
    let output = try OutputFile(path: path)
    let total = try await source.changesetCount()
    var progress = ProgressBar(noun: noun)
    defer { progress.finish() }
    var count = 0
    try output.write { ChangesetLogWriter.append(ChangesetLogHeader(name: name), to: &$0) }
    let expectation = try await source.forEachChangeset { logged in
      try output.write { ChangesetLogWriter.append(.changeset(logged), to: &$0) }
      count += 1
      progress.update(count: count, fraction: Double(count) / Double(max(1, total)))
    }
    try output.write { ChangesetLogWriter.append(.expect(expectation), to: &$0) }
    try output.finish()
  }
}
