import Foundation
import GRDB
import RosterCore
import RosterJSON
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// What the commands say of a database, and that it is what the log says.
struct DatabaseCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "list.sqlite")
  }

  /// Runs a command that must succeed.
  @discardableResult
  private func roster(
    _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> RosterProgram.Outcome {
    let outcome = try await RosterProgram.run(arguments)
    #expect(outcome.exitCode == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    return outcome
  }

  @discardableResult
  private func replay(
    _ log: LogFixture, _ arguments: String...
  ) async throws -> RosterProgram.Outcome {
    try await roster(["replay", log.path, "--db", path, "--output", "ndjson"] + arguments)
  }

  private func end(_ outcome: RosterProgram.Outcome) throws -> JSONValue {
    let line = try #require(outcome.lines.last)
    return try #require(try JSONParser().parse(line)["end"])
  }

  @Test func anEmptyNameIsShown() async throws {
    try await replay(.historySmall, "--until", "0", "--list", "")
    #expect(
      try await roster(["lists", path]).output == "\"\"  revision 0  0 sections  0 items\n")
  }

  @Test(arguments: [
    ("inbox", "inbox", #""inbox""#), ("to do", "to do", #""to do""#),
    ("a  b", #""a  b""#, #""a  b""#),
    (#"say "hi""#, #""say \"hi\"""#, #""say \"hi\"""#), (#"a\n"#, #""a\\n""#, #""a\\n""#),
    ("a\nb", #""a\nb""#, #""a\nb""#),
  ])
  func aNameEndsWhereItsQuotationMarksDo(name: String, word: String, quoted: String) async throws {
    try await replay(.historySmall, "--until", "0", "--list", name)
    #expect(
      try await roster(["lists", path]).output == "\(word)  revision 0  0 sections  0 items\n")
    #expect(
      try await roster(["show", path]).output == "list \(quoted), revision 0: 0 sections, 0 items\n"
    )
    let missing = try await RosterProgram.run("show", path, "--list", "other")
    #expect(missing.exitCode == 2)
    #expect(missing.errors.hasSuffix(", only: \(word)\n"), "\(missing.errors)")
  }

  @Test func listsWithCanonicallyEquivalentNamesAreCopiedOneByOne() async throws {
    let names = ["\u{E9}", "e\u{301}"]
    for name in names { try await replay(.historySmall, "--until", "1", "--list", name) }
    let copy = folder.path(of: "copy.sqlite")
    for (count, name) in zip(1..., names) {
      try await roster(["copy", path, copy, "--list", name])
      let copied = try await roster(["lists", copy]).lines
      #expect(copied.count == count)
      #expect(copied.contains { $0.utf8.starts(with: "\(name)  revision 1".utf8) })
    }
  }

  /// As those of an application with models of its own.
  @Test(arguments: [
    ["show"], ["at", "--revision", "1"], ["log"], ["view"],
    ["follow", "--after", "0", "--until", "1"],
  ])
  func whatIsNoJSONIsNamedWithItsFile(command: [String]) async throws {
    let store = try SQLiteStore(path: path)
    let list = try #require(try store.list(named: "notes", create: true))
    _ = try list.commit(newSection(["plain text"]), on: list.load())
    try store.close()
    let outcome = try await RosterProgram.run([command[0], path] + command.dropFirst())
    #expect(outcome.exitCode == 4)
    #expect(outcome.errors.contains("roster: \(path): the model of "), "\(outcome.errors)")
    #expect(outcome.errors.contains("the stored text is no JSON"), "\(outcome.errors)")
  }

  @Test func linesForProgramsAreAsInTheirDocument() async throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/FORMATS.md").standardized
    let document = try String(contentsOf: file, encoding: .utf8)
    let section = document.components(separatedBy: "\n## Lines of other commands\n").last?
      .components(separatedBy: "\n## ").first
    let blocks = try #require(section).components(separatedBy: "```json\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    try #require(blocks.count == 2)
    let log = try folder.write(blocks[0], to: "log.jsonl")
    try await roster(["replay", log, "--db", path, "--output", "none"])
    var printed = ""
    for command in [
      ["at", path, "--revision", "2"], ["lists", path, "--versions"], ["remove", path, "main"],
    ] {
      printed += try await roster(command + ["--output", "ndjson"]).output
    }
    #expect(printed == blocks[1])
  }

  // MARK: Replaying

  @Test func replayStopsAtARevision() async throws {
    let end = try end(try await replay(.historySmall, "--until", "20"))
    #expect(end["revision"]?.intValue == 20)
    let lists = try await roster(["lists", path])
    #expect(lists.output.hasPrefix("main  revision 20  "))
  }

  @Test func replayGoesOnFromAnExistingDatabase() async throws {
    // The log in two files: the second goes on where the first has ended.
    let lines = try String(contentsOfFile: LogFixture.historySmall.path, encoding: .utf8)
      .split(separator: "\n")
    let first = try folder.write(lines[..<30].joined(separator: "\n"), to: "first.jsonl")
    let second = try folder.write(
      ([lines[0]] + lines[30...]).joined(separator: "\n"), to: "second.jsonl")
    try await roster(["replay", first, "--db", path, "--output", "none"])
    let parts = try await roster(["replay", second, "--db", path, "--output", "ndjson"])
    let whole = try await roster(
      ["replay", LogFixture.historySmall.path, "--output", "ndjson"])
    #expect(try end(parts) == end(whole))
    #expect(whole.lines.suffix(5) == parts.lines.suffix(5))
  }

  @Test func listsInOneFileAreIndependent() async throws {
    try await replay(.historySmall, "--list", "history")
    try await replay(.thrash101, "--list", "thrash")
    let lists = try await roster(["lists", path, "--output", "ndjson"])
    let names = try lists.lines.map { try JSONParser().parse($0)["name"]?.stringValue }
    #expect(names == ["history", "thrash"])
    #expect(try await roster(["check", path]).output == "\(path): all is well with 2 lists\n")
    let outcome = try await RosterProgram.run("show", path)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("--list: history, thrash"))
  }

  @Test func standardInputIsALogAndReopenGoesOn() async throws {
    let outcome = try await RosterProgram.run(
      "replay", "-", "--output", "ndjson",
      input: """
        {"changesetLog":1}
        {"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],"a"]]}}
        {"reopen":true}
        {"expect":{"revision":1,"sections":[["a"]]}}
        {"changeset":{"insertedItems":[[[0,1],"b"]]}}
        {"reopen":true}
        {"expect":{"revision":2,"sections":[["a","b"]]}}
        """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try end(outcome)["items"]?.intValue == 2)
  }

  // MARK: Looking

  @Test func journalReplaysToTheSameList() async throws {
    for log in LogFixture.short {
      try await replay(log, "--list", log.rawValue)
      let journal = try await roster(["log", path, "--list", log.rawValue])
      let copy = try folder.write(journal.output, to: "copy.jsonl")
      let replayed = try await roster(["replay", copy, "--output", "ndjson"])
      let shown = try JSONParser().parse(try #require(journal.lines.last))["expect"]
      #expect(try end(replayed)["fingerprint"] == shown?["fingerprint"])
      #expect(try end(replayed)["revision"] == shown?["revision"])
    }
  }

  @Test(arguments: [0, 1, 17, 40, 70])
  func listAtARevisionIsTheListReplayedUntilThen(_ revision: Int) async throws {
    try await replay(.historySmall)
    let until = folder.path(of: "until.sqlite")
    try await roster(
      [
        "replay", LogFixture.historySmall.path, "--db", until, "--until", "\(revision)",
        "--output", "none",
      ])
    let shown = try await roster(["show", path, "--at", "\(revision)"])
    #expect(shown.output == (try await roster(["show", until])).output)
  }

  @Test func rangeShowsThoseItemsOnly() async throws {
    try await replay(.historySmall)
    let all = try await roster(["show", path, "--output", "ndjson"])
    let some = try await roster(["show", path, "--output", "ndjson", "--range", "0:1-2"])
    #expect(some.lines.count == 4)
    #expect(some.lines[...1] == all.lines[...1])
    #expect(some.lines[2...] == all.lines[3...4])
  }

  @Test func viewForSQLShellsShowsTheItemsInOrder() async throws {
    try await replay(.thrash102)
    let queue = try DatabaseQueue(path: path)
    let rows = try await queue.read { database in
      try Row.fetchAll(
        database, sql: "SELECT section, position, model FROM list_items WHERE list = 'main'"
      ).map {
        #"{"item":[\#($0["section"] as Int),\#($0["position"] as Int)],"model":\#($0["model"] as String)}"#
      }
    }
    try queue.close()
    let shown = try await roster(["show", path, "--output", "ndjson"]).lines
      .filter { $0.hasPrefix(#"{"item""#) }
    #expect(rows == shown.map(String.init))
  }

  // MARK: Checking

  @Test(arguments: [
    ("DELETE FROM item WHERE id = (SELECT min(id) FROM item)", "item"),
    (
      "UPDATE item SET leaf = leaf + 900 WHERE id = (SELECT min(id) FROM item)", "names a leaf page"
    ),
    ("UPDATE leaf SET count = count + 1 WHERE id = (SELECT min(id) FROM leaf)", "count"),
    ("UPDATE leaf SET items = '[' WHERE id = (SELECT min(id) FROM leaf)", "unreadable"),
    ("DELETE FROM leaf WHERE id = (SELECT min(id) FROM leaf)", "no leaf page"),
    ("DELETE FROM journal WHERE id = (SELECT min(id) + 3 FROM journal)", "gap"),
    ("UPDATE journal SET change = '{}' WHERE id = (SELECT max(id) FROM journal)", "journal"),
    ("UPDATE section SET ord = (SELECT max(ord) FROM section)", "section"),
    ("UPDATE item SET model = '\"else\"' WHERE id = (SELECT max(id) FROM item)", "altered"),
  ])
  func checkFindsDamage(_ damage: String, _ words: String) async throws {
    try await replay(.historySmall)
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: damage) }
    try queue.close()
    let outcome = try await RosterProgram.run("check", path)
    #expect(outcome.exitCode == 1, "\(outcome.output)")
    #expect(outcome.output.contains(words))
    #expect(outcome.errors.contains(" finding"), "\(outcome.errors)")
  }
}
