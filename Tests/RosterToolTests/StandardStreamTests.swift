import Foundation
import RosterTestKit
import Testing

/// What becomes of commands whose standard input, output or error is closed, full or not read.
struct StandardStreamTests {
  private static let log = #"""
    {"changesetLog":1}
    {"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],"a"],[[0,1],"b"]]}}
    {"changeset":{"updatedItems":[[[0,1],"c"]]}}

    """#

  /// A way to run every command, for a file `log.jsonl` and a database `list.sqlite`.
  private static let commands = [
    "--help", "replay --help", "replay log.jsonl", "replay log.jsonl --output ndjson",
    "replay log.jsonl --viewport 0,10", "replay - < log.jsonl", "import trace trace.json",
    "import git repository", "show list.sqlite", "show list.sqlite --output ndjson",
    "lists list.sqlite", "check list.sqlite", "log list.sqlite",
    "follow list.sqlite --after 0 --until 2", "at list.sqlite --revision 1",
    "diff list.sqlite@0 list.sqlite@2", "undo list.sqlite", "redo list.sqlite",
    "compact list.sqlite --keep-revisions 5", "layout layout.json",
  ]

  private let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    try folder.write(Self.log, to: "log.jsonl")
    try folder.write(#"{"txns":[{"patches":[[0,0,"a"]]}]}"#, to: "trace.json")
    try folder.write(#"{"root":{"text":"words"}}"#, to: "layout.json")
    let made = try await shell(
      """
      git init -q repository
      git -C repository -c user.name=A -c user.email=a@example.org commit -q --allow-empty -m 1
      $roster replay log.jsonl --db list.sqlite --output none
      $roster undo list.sqlite --output none
      cp list.sqlite undone.sqlite
      $roster redo list.sqlite --output none
      """)
    #expect(made.exitCode == 0, "\(made.errors)")
  }

  private func shell(_ line: String) async throws -> RosterProgram.Outcome {
    try await RosterProgram.shell("set -e; cd '\(folder.path)'; set +e; \(line)")
  }

  /// The code with which a command ends.
  private func code(_ command: String, _ redirections: String) async throws -> Int {
    let database = command.hasPrefix("redo") ? "undone.sqlite" : "list.sqlite"
    let outcome = try await shell(
      "cp \(database) copy.sqlite; $roster \(command.replacing("list.sqlite", with: "copy.sqlite")) "
        + "\(redirections); code=$?; $roster check copy.sqlite >check.txt || exit 99; exit $code")
    return Int(outcome.exitCode ?? -1)
  }

  #if os(Linux)
    @Test(arguments: commands) func outputThatCannotBeWrittenIsAFailure(
      _ command: String
    ) async throws {
      #expect(try await code(command, ">/dev/full 2>errors.txt") == 3)
      let errors = try String(contentsOfFile: folder.path(of: "errors.txt"), encoding: .utf8)
      #expect(errors == "roster: standard output: cannot be written: No space left on device\n")
    }
  #endif

  @Test(arguments: commands) func closedOutputIsAFailure(_ command: String) async throws {
    #expect(try await code(command, ">&- 2>errors.txt") == 3)
    let errors = try String(contentsOfFile: folder.path(of: "errors.txt"), encoding: .utf8)
    #expect(errors == "roster: standard output: cannot be written: Bad file descriptor\n")
  }

  @Test(arguments: commands) func nothingThatIsClosedEndsInACrash(_ command: String) async throws {
    let input = command.contains("<") ? "" : "<&-"
    #expect(try await code(command, ">&- 2>&-") == 3)
    #expect(try await code(command, "\(input) >&- 2>&-") == 3)
    #expect(try await code(command, "\(input) >output.txt 2>&-") == 0)
  }

  @Test(arguments: commands) func outputThatIsNotReadOnEndsByTheSignal(
    _ command: String
  ) async throws {
    // The reader is gone before anything is written.
    let outcome = try await shell(
      """
      mkfifo gone; exec 8<>gone; exec 9>gone; exec 8<&-
      cp \(command.hasPrefix("redo") ? "undone.sqlite" : "list.sqlite") copy.sqlite
      $roster \(command.replacing("list.sqlite", with: "copy.sqlite")) >&9
      echo $?
      """)
    #expect(outcome.output == "141\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test func closedInputCannotBeRead() async throws {
    for command in ["replay -", "layout -", "import trace -"] {
      let outcome = try await shell("$roster \(command) <&-")
      #expect(outcome.exitCode == 3)
      #expect(outcome.errors == "roster: standard input: cannot be read: Bad file descriptor\n")
    }
  }

  @Test func fileThatIsOpenedDoesNotTakeThePlaceOfOutput() async throws {
    let outcome = try await shell("$roster import trace trace.json --output made.jsonl >&- 2>&-")
    #expect(outcome.exitCode == 0)
    let made = try String(contentsOfFile: folder.path(of: "made.jsonl"), encoding: .utf8)
    #expect(made.hasPrefix(#"{"changesetLog":1,"#))
  }

  @Test func exampleEndsWithoutACrashToo() async throws {
    let feed = RosterProgram.feedPath
    let closed = try await shell("echo show | '\(feed)' --database feed.sqlite >&- 2>&-")
    // A crash would be 128 and the number of its signal.
    #expect(closed.exitCode ?? 255 < 128)
    #if os(Linux)
      let full = try await shell("echo show | '\(feed)' --database feed.sqlite >/dev/full")
      #expect(full.exitCode == 3)
      #expect(full.errors.hasPrefix("roster-feed: standard output cannot be written: "))
    #endif
  }
}
