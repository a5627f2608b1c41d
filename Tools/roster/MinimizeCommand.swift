import ArgumentParser
import Foundation
import RosterCore
import RosterLog

struct MinimizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "minimize",
    abstract: "Make a failing changeset log as small as it gets while it still fails.",
    discussion: """
      The check is a command of the shell. It is run for LOG first; what it ends with then is the \
      failure, and a smaller log still fails if the check ends with the same exit status. So there \
      is no rule which status is good, but one: the check ends otherwise for a log without entries. \
      A check that a signal ends counts as 128 and the number of the signal, one that takes too long \
      as \(ShellCheck.timeoutStatus).

        roster minimize bad.jsonl --check 'roster replay {} --output none' --output small.jsonl

      Entries are left out, then parts of changesets, single changes, models, and what is in them. \
      The paths and expectations of what is left are rewritten so that they mean the same items as \
      before. In the end nothing can be left out alone.

      What the check said is kept beside the output, in a file with .checks behind its name; the \
      same command goes on there if it was interrupted. Ctrl-C ends the check that is running, too. \
      The output is always the smallest log so far. Exit code 1 if LOG does not fail, or if every log \
      does.
      """)

  @Argument(help: "The changeset log; - for standard input.")
  var log: String

  @Option(
    help: ArgumentHelp(
      "The command that checks a log.",
      discussion: """
        {} stands for the path of the log, which is $LOG and $1 as well; if none of them is in the \
        command, the path is put behind it.
        """,
      valueName: "command"))
  var check: String

  @Option(
    help: "The exit status that counts as the failure; LOG must end with it. Left out, that of LOG."
  )
  var exitCode: Int?

  @Option(
    help: "A text that the check must print, on either output, for the log to count as failing.")
  var contains = ""

  @Option(help: "After how many seconds a check is ended, with all that it has started.")
  var timeout = 60

  @Option(help: "Stop after so many checks; the same command then goes on.")
  var limit: Int?

  @Option(name: [.short, .long], help: "The log to write; standard output if left out.")
  var output: String?

  func validate() throws {
    guard timeout > 0, timeout <= 1_000_000 else {
      throw ValidationError("--timeout is a number of seconds")
    }
    guard limit ?? 1 > 0 else { throw ValidationError("--limit is at least 1") }
  }

  func run() throws {
    let input = try InputFile(log)
    try input.requireOther(output)
    let original = try input.readLog()
    var options = ["check": check, "timeout": String(timeout)]
    if !contains.isEmpty { options["contains"] = contains }
    var journal = CheckJournal(log: original.bytes, options: options)
    let file = try output.map { try CheckFile(beside: $0, &journal) }
    let shell = try ShellCheck(check, timeout: timeout, text: contains)
    var progress = ProgressBar(noun: "checks")
    defer { progress.finish() }
    var written = original
    var checkCount = 0
    var minimizer = LogMinimizer(
      log: original, journal: journal, status: exitCode,
      check: { candidate in
        if let limit, checkCount == limit { throw EnoughChecked() }
        checkCount += 1
        return try shell.outcome(of: candidate)
      },
      record: { try file?.append($0) },
      report: { state in
        progress.update(
          count: state.checkCount, fraction: nil,
          rest: ", \(state.log.entries.count) entries and \(state.byteCount) bytes left")
        if state.log != written, let output {
          written = state.log
          try Self.write(state.log, to: output)
        }
      })
    var isMinimal = true
    do {
      try minimizer.run()
    } catch is EnoughChecked {
      isMinimal = false
    } catch let failure as LogMinimizer.Failure {
      file?.remove()
      throw CommandFailure(ExitStatus.finding, message(of: failure, input.name))
    }
    progress.finish()
    try finish(minimizer, from: original, isMinimal: isMinimal)
    if isMinimal { file?.remove() }
  }

  private func finish(
    _ minimizer: LogMinimizer, from original: ChangesetLog, isMinimal: Bool
  ) throws {
    try Self.write(minimizer.log, to: output)
    let words =
      "\(minimizer.log.entries.count) of \(original.entries.count) entries, "
      + "\(minimizer.log.bytes.count) of \(original.bytes.count) bytes, "
      + "\(minimizer.journal.count) checks"
      + (isMinimal ? "" : "; stopped by --limit, the same command goes on")
    StandardStreams.complain("roster: \(words)")
  }

  /// Replaces the output as a whole, so that it is always a complete log.
  private static func write(_ log: ChangesetLog, to path: String?) throws {
    let outputFile = try OutputFile(path: path)
    try outputFile.write { $0 += log.bytes }
    try outputFile.finish()
  }

  private func message(of failure: LogMinimizer.Failure, _ name: String) -> String {
    switch failure {
    case .logDoesNotFail(let outcome):
      let text = outcome.isMarked ? "" : " and does not print \(contains.inQuotes)"
      let wanted = exitCode.map { "; --exit-code asks for \($0)" } ?? ""
      return
        "\(name): does not fail: the check ends with exit status \(outcome.status)\(text)\(wanted)"
    case .everyLogFails(let outcome):
      return "\(name): the check ends with exit status \(outcome.status) for a log without entries "
        + "as well, so it does not tell a log that fails from others"
    }
  }
}

/// The limit of checks is reached.
private struct EnoughChecked: Error {}

/// The file of a journal of checks, which a later run of the same command reads.
private final class CheckFile {
  private let path: String
  private let file: FileHandle

  /// Opens the file, and reads its outcomes into the journal.
  init(beside output: String, _ journal: inout CheckJournal) throws {
    path = output + ".checks"
    let known = FileManager.default.contents(atPath: path)
    guard let length = journal.read(Array(known ?? Data())) else {
      throw CommandFailure(
        ExitStatus.usage,
        "\(path): made for another log or check; remove it, or choose another --output")
    }
    guard known != nil || FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else {
      throw CommandFailure(
        ExitStatus.input, "\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
    self.file = file
    // The last line may have been cut off.
    try file.truncate(atOffset: UInt64(length))
    if length == 0 { try append(journal.firstLine) }
  }

  func append(_ line: [UInt8]) throws { try file.write(contentsOf: Data(line)) }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
