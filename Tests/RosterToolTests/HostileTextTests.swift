import Foundation
import RosterJSON
import RosterTestKit
import Testing

/// Whatever stands in a list, a log or a name: people are shown text, and programs what it is.
struct HostileTextTests {
  /// Clears the screen, names the window, moves the cursor, turns the direction, feigns a line.
  private static let hostile =
    "a\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}2J\u{7F}\u{202E}\u{2066}\u{200F}\u{85}\u{2028}\r\nroster: all is well"
  private static let quoted = JSONValue.string(hostile).canonicalText

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let log = """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[[0,\(Self.quoted)]],"insertedItems":[[[0,0],\(Self.quoted)]]},"origin":\(Self.quoted),"at":\(Self.quoted),"userInfo":{\(Self.quoted):1},"group":\(Self.quoted)}
      {"state":[{"item":[0,0],"scope":"Row","value":\(Self.quoted)},{"header":0,"scope":"Row","value":\(Self.quoted)}],"origin":\(Self.quoted)}
      {"changeset":{"updatedItems":[[[0,0],{"title":\(Self.quoted)}]]}}

      """
    try folder.write(log, to: "log.jsonl")
    try folder.write(
      #"{"name":\#(Self.quoted),"root":{"text":\#(Self.quoted)},"expected":\#(Self.frame)}"#,
      to: "layout.json")
  }

  private static let frame = #"{"left":1,"top":1,"width":1,"height":1,"children":[]}"#

  private func run(_ arguments: String) async throws -> RosterProgram.Outcome {
    // The name is handed over by the shell as it is.
    try folder.write(Self.hostile, to: "name")
    return try await RosterProgram.shell(
      "cd '\(folder.path)'; name=$(cat name); $roster \(arguments)")
  }

  /// What would act upon a terminal, but for line feeds.
  private func acting(_ text: String) -> [String] {
    text.unicodeScalars.filter {
      $0 != "\n"
        && ([.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
          || $0.properties.isBidiControl)
    }.map { String($0.value, radix: 16) }
  }

  private static let commands = [
    "replay log.jsonl", "replay log.jsonl --viewport 0,9", "show list.sqlite --state",
    "at list.sqlite --revision 2", "lists list.sqlite", "largest list.sqlite",
    "diff list.sqlite@0 list.sqlite@3",
    "follow list.sqlite --after 0 --until 3", "undo list.sqlite", "redo list.sqlite",
    "layout layout.json --output text", "compact list.sqlite --keep-revisions 1",
    // Errors.
    "show list.sqlite --list \"$name\"x", "show \"$name\"", "replay \"$name\"", "$'\\e[2J\\u202e'",
    "show $'\\e[2J' --at $'\\e[2J'", "replay --git \"$name\"", "import git \"$name\"",
    "import trace \"$name\"", "layout \"$name\"", "check \"$name\"", "compact \"$name\" --vacuum",
    "replay log.jsonl --db \"$name\"/x", "import trace log.jsonl -o \"$name\"/x",
    "replay log.jsonl --log-level trace --list \"$name\"", "log list.sqlite --list $'\\x9b'",
  ]

  @Test(arguments: commands) func peopleAreShownText(_ command: String) async throws {
    _ = try await run("replay log.jsonl --db list.sqlite --list \"$name\" --output none")
    _ = try await run("undo list.sqlite --output none")
    let outcome = try await run(command)
    #expect(!(outcome.output + outcome.errors).isEmpty)
    #expect(acting(outcome.output).isEmpty)
    #expect(acting(outcome.errors).isEmpty)
    #expect(!(outcome.output + outcome.errors).contains("\nroster: all is well"))
  }

  @Test(arguments: ["unknown key", "member"]) func errorsOfALogShowText(_ kind: String) async throws
  {
    let line =
      kind == "member" ? #"{"expect":{"sections":[[\#(Self.quoted)]]}}"# : "{\(Self.quoted):1}"
    try folder.write("{\"changesetLog\":1}\n\(line)\n", to: "broken.jsonl")
    let outcome = try await run("replay broken.jsonl")
    #expect(outcome.exitCode == (kind == "member" ? 1 : 3))
    #expect(acting(outcome.errors).isEmpty)
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func messagesAreNotAsLongAsWhatTheyName() async throws {
    let key = String(repeating: "k", count: 100_000)
    try folder.write("{\"changesetLog\":1}\n{\"\(key)\":1}\n", to: "broken.jsonl")
    for command in ["replay broken.jsonl", "show \(key)"] {
      let outcome = try await run(command)
      #expect(outcome.exitCode == 3 || outcome.exitCode == 4)
      #expect(outcome.errors.count < 2_100)
      #expect(outcome.errors.contains("kkk … kkk"))
    }
  }

  @Test func programsGetWhatIsThere() async throws {
    _ = try await run("replay log.jsonl --db list.sqlite --list \"$name\" --output none")
    let lists = try await run("lists list.sqlite --output ndjson")
    #expect(try JSONParser().parse(lists.output)["name"]?.stringValue == Self.hostile)
    #expect(lists.output.contains(#""name":\#(Self.quoted)"#))
    let shown = try await run("show list.sqlite --state --output ndjson")
    #expect(
      shown.lines.first == #"{"items":1,"list":\#(Self.quoted),"revision":3,"sections":1}"#)
    #expect(shown.output.contains(#""model":{"title":\#(Self.quoted)}"#))
    #expect(shown.output.contains(#""value":\#(Self.quoted)"#))
    let log = try await run("log list.sqlite")
    #expect(log.output.contains(#""origin":\#(Self.quoted)"#))
  }

  @Test func textOfAModelIsStillThatModel() async throws {
    _ = try await run("replay log.jsonl --db list.sqlite --list \"$name\" --until 1 --output none")
    let shown = try await run("show list.sqlite")
    let line = try #require(shown.lines.last)
    #expect(line.hasPrefix("  0:0  "))
    #expect(try JSONParser().parse(line.dropFirst(7)) == .string(Self.hostile))
  }

  @Test func argumentsThatAreNotUTF8AreRefused() async throws {
    _ = try await run("replay log.jsonl --db list.sqlite --list main --output none")
    for command in [
      "show list.sqlite --list $'caf\\xe9'", "replay $'log\\xff.jsonl'", "check $'\\xc3'",
      "replay log.jsonl --db $'new\\xff.sqlite'", "import git $'\\xed\\xa0\\x80'",
    ] {
      let outcome = try await run(command)
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains("is not UTF-8"))
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!files.contains { $0.hasPrefix("new") })
  }

  @Test func inputWithoutAnEndIsRefused() async throws {
    let replay = try await run("replay /dev/zero --max-line-bytes 100000")
    #expect(replay.exitCode == 3)
    #expect(
      replay.errors
        == "roster: /dev/zero, line 1: the line has more than 100000 bytes, which is the limit\n")
    for command in ["layout /dev/zero", "import trace /dev/zero"] {
      let outcome = try await run(command)
      #expect(outcome.exitCode == 3)
      #expect(
        outcome.errors == "roster: /dev/zero: has more than 268435456 bytes, which is the limit\n")
    }
    let lines = try await run("replay - --max-line-bytes 30 < log.jsonl")
    #expect(lines.exitCode == 3)
    #expect(lines.errors.contains("standard input, line 2: the line has more than 30 bytes"))
    #expect(try await run("replay log.jsonl --max-line-bytes 0").exitCode == 2)
  }

  @Test func byteOrderMarksAndDepthAreNamed() async throws {
    for (file, command) in [
      ("bom.jsonl", "replay"), ("bom.json", "layout"), ("trace.json", "import trace"),
    ] {
      try folder.write("\u{FEFF}{\"changesetLog\":1}", to: file)
      let outcome = try await run("\(command) \(file)")
      #expect(outcome.exitCode == 3)
      #expect(outcome.errors.contains("byte order mark"))
    }
    let levels = 20_002
    try folder.write(
      #"{"root":"# + String(repeating: #"{"children":["#, count: levels) + "{}"
        + String(repeating: "]}", count: levels) + "}", to: "deep.json")
    let deep = try await run("layout deep.json")
    #expect(deep.exitCode == 3)
    #expect(deep.errors.contains("levels of boxes, and more than 20000 are not laid out"))
  }

  @Test func keysThatDifferInTheirNormalizationAreTwo() async throws {
    let model = "{\"e\u{301}\":2,\"\u{E9}\":1}"
    try folder.write(
      """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],{"é":1,"e\\u0301":2}]]}}
      {"expect":{"sections":[[\(model)]]}}
      """, to: "keys.jsonl")
    let outcome = try await run("replay keys.jsonl --db keys.sqlite --output none")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let shown = try await run("show keys.sqlite --output ndjson")
    #expect(Array(shown.output.utf8).contains(Array("\"model\":\(model)".utf8)))
  }
}
