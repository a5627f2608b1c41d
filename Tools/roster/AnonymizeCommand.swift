import ArgumentParser
import RosterLog
import RosterStore

struct AnonymizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "anonymize",
    abstract: "Replace the contents of a changeset log, so that it can be sent.",
    discussion: """
      Texts, keys, numbers, origins and scopes become others of the same kind and length, equal ones \
      the same. Paths, revisions, counts, white space and punctuation stay, and so do true, false, \
      null, 0 and the empty text. What the log expects holds afterwards if it held before. Look at \
      the result before you send it.
      """)

  @Argument(help: "The changeset log; - for standard input.")
  var log: String

  @Option(
    help: """
      Draw the replacements with this number, for the same result every time; who knows the number \
      can try out what the contents were. Left out, they are drawn at random.
      """)
  var seed: UInt64?

  @Option(name: [.short, .long], help: "The log to write; standard output if left out.")
  var output: String?

  func run() throws {
    let input = try InputFile(log)
    try input.requireOther(output)
    let original = try input.readLog()
    var anonymizer = LogAnonymizer(seed: seed)
    let result = try anonymizer.anonymized(original)
    let outputFile = try OutputFile(path: output)
    try outputFile.write { $0 += result.bytes }
    try outputFile.finish()
  }
}

extension InputFile {
  /// 256 MiB, because a log that is minimized or anonymized is in memory as a whole.
  private static let logByteCountMax = 1 << 28

  /// Refuses to write what is made of the log over the log itself, which would be lost.
  func requireOther(_ output: String?) throws {
    guard let output, let file = FileIdentity(output), file == FileIdentity(name) else { return }
    throw CommandFailure(
      ExitStatus.usage, "\(output): the log itself; name another file with --output")
  }

  /// Reads all of a changeset log.
  func readLog() throws -> ChangesetLog {
    do {
      return try ChangesetLog(try readAll(byteCountMax: Self.logByteCountMax))
    } catch let error as ChangesetLogError {
      throw CommandFailure(ExitStatus.input, "\(name), \(error)")
    }
  }
}
