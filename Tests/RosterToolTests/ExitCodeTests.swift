import Foundation
import GRDB
import RosterJSON
import RosterStore
import RosterTestKit
import Testing

/// Every way in which a command can end, its code, and the words that tell the user what to do.
struct ExitCodeTests {
  private static let header = #"{"changesetLog":1}"#
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func expect(
    _ code: Int32, _ words: String, _ arguments: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await RosterProgram.run(arguments)
    #expect(outcome.exitCode == code, "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(
      words.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(words),
      "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(!outcome.errors.contains("Fatal error"), sourceLocation: sourceLocation)
  }

  /// Replays a log, whose header is prepended.
  private func expectReplay(
    _ code: Int32, _ words: String, _ lines: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let log = try folder.write(
      ([Self.header] + lines).joined(separator: "\n") + "\n", to: "log.jsonl")
    for mode in ["sync", "async"] {
      try await expect(
        code, words, ["replay", log, "--mode", mode, "--output", "none"],
        sourceLocation: sourceLocation)
    }
  }

  private func database(_ name: String = "list.sqlite") async throws -> String {
    let path = folder.path(of: name)
    let log = try folder.write(
      Self.header + "\n" + #"{"changeset":{"insertedSections":[0]}}"#, to: "small.jsonl")
    let outcome = try await RosterProgram.run("replay", log, "--db", path, "--output", "none")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return path
  }

  // MARK: 0 and 1

  @Test func goodLogEndsWith0() async throws {
    try await expectReplay(
      0, "", #"{"changeset":{"insertedSections":[0]}}"#, #"{"expect":{"counts":[0]}}"#)
  }

  @Test(arguments: [
    (#"{"counts":[1]}"#, "counts: expected [1], found [0]"),
    (#"{"revision":2}"#, "revision: expected 2, found 1"),
    (
      #"{"sections":[["a",{"b":1.5}]]}"#,
      #"models of section 0: expected ["a",{"b":1.5}], found []"#
    ),
    (#"{"sections":[]}"#, "number of sections: expected 0, found 1"),
    (#"{"sectionModels":["A"]}"#, #"section models: expected ["A"], found [null]"#),
    (#"{"fingerprint":"0000000000000000"}"#, "fingerprint: expected 0000000000000000"),
    (#"{"error":{}}"#, "a refusal was expected"),
    (
      #"{"state":{"item":[0,0],"scope":"Row"}}"#,
      #"state of scope "Row" of the item at [0, 0]: there is no such item"#
    ),
  ])
  func failedExpectationNamesItsLine(_ expectation: String, _ words: String) async throws {
    try await expectReplay(
      1, "log.jsonl, line 3: " + words, #"{"changeset":{"insertedSections":[0]}}"#,
      #"{"expect":\#(expectation)}"#)
  }

  @Test func refusalThatNobodyExpectedNamesItsLine() async throws {
    let words = "log.jsonl, line 2: the changeset was refused: removeItem at source path [0, 0]"
    let refused = #"{"changeset":{"removedItems":[[0,0]]}}"#
    try await expectReplay(1, words, refused)
    try await expectReplay(1, words, refused, #"{"changeset":{}}"#)
    try await expectReplay(1, words, refused, #"{"expect":{"revision":0}}"#)
    try await expectReplay(1, words, refused, #"{"reopen":true}"#)
  }

  @Test func refusalForAnotherReasonIsAFailure() async throws {
    try await expectReplay(
      1, "refused for another reason", #"{"changeset":{"removedItems":[[0,0]]}}"#,
      #"{"expect":{"error":{"reason":"duplicate"}}}"#)
  }

  @Test(arguments: [
    (#"{"item":[0,0],"scope":"A","value":[2]}"#, "[2], found [1]"),
    (#"{"item":[0,0],"scope":"A"}"#, "none, found [1]"),
    (#"{"item":[0,0],"scope":"A","version":2,"value":[1]}"#, "[1] of version 2, found [1]"),
    (#"{"item":[0,0],"scope":"D","value":null}"#, "null, found none"),
    (#"{"item":[0,0],"scope":"A#1","value":"none"}"#, #""none", found none"#),
    (#"{"item":[0,0],"scope":"C","value":"é"}"#, #""é", found "é" of version 7"#),
  ])
  func failedExpectationOfAStateNamesTheScope(_ state: String, _ words: String) async throws {
    let list = """
      {"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],"a"]]},"state":[      {"item":[0,0],"scope":"A","value":[1]},{"item":[0,0],"scope":"C","version":7,"value":"é"}]}
      """
    let scope = try #require(try JSONParser().parse(state)["scope"]?.stringValue)
    for line in [#"{"reopen":true}"#, #"{"changeset":{}}"#] {
      try await expectReplay(
        1,
        "log.jsonl, line 4: state of scope \"\(scope)\" of the item at [0, 0]: expected " + words,
        list, line, #"{"expect":{"state":[{"item":[0,0],"scope":"B"},\#(state)]}}"#)
    }
  }

  @Test func refusedStateThatNobodyExpectedNamesItsLine() async throws {
    let refused = #"{"state":{"item":[0,3],"scope":"A","value":1}}"#
    let words = "log.jsonl, line 2: the state was refused: setState at target path [0, 3]"
    try await expectReplay(1, words, refused)
    try await expectReplay(1, words, refused, #"{"changeset":{}}"#)
    try await expectReplay(
      1, "the state of line 2 was refused for another reason", refused,
      #"{"expect":{"error":{"kind":"insertItem"}}}"#)
    try await expectReplay(
      0, "", refused, #"{"expect":{"error":{"kind":"setState","reason":"outOfBounds","item":3}}}"#)
  }

  @Test func closedPipeEndsWithoutAWord() async throws {
    let outcome = try await RosterProgram.shell(
      "TMPDIR='\(folder.path(of: ""))' $roster replay '\(LogFixture.thrash101.path)' "
        + "--output ndjson | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}; ls '\(folder.path(of: ""))'"
    )
    #expect(outcome.output == "141\n", "the signal, and nothing temporary left")
    #expect(outcome.errors.isEmpty)
  }

  @Test(arguments: [
    (#""insertedItems":[[[0,1],DEEP]]"#, "insertItem", "target path [0, 1]"),
    (#""updatedItems":[[[0,0],DEEP]]"#, "updateItem", "source path [0, 0]"),
    (#""insertedSections":[[1,DEEP]]"#, "insertSection", "target section 1"),
    (#""updatedSections":[[0,DEEP]]"#, "updateSection", "source section 0"),
  ])
  func aModelThatIsNestedTooDeepIsRefusedWithItsPlace(
    _ part: String, _ kind: String, _ place: String
  ) async throws {
    let list = #"{"changeset":{"insertedSections":[0],"insertedItems":[[[0,0],"a"]]}}"#
    let deep = String(repeating: "[", count: 513) + String(repeating: "]", count: 513)
    let change = "{\"changeset\":{\(part.replacing("DEEP", with: deep))}}"
    try await expectReplay(
      1,
      "log.jsonl, line 3: the change was refused: \(kind) at \(place): the model has more than 512 levels",
      list, change, #"{"changeset":{"removedItems":[[0,0]]}}"#)
    try await expectReplay(
      0, "", list, change, #"{"expect":{"error":{"kind":"\#(kind)"},"revision":1}}"#)
    try await expectReplay(
      1, "the change of line 3 was refused for another reason", list, change,
      #"{"expect":{"error":{"reason":"duplicate"}}}"#)
  }

  @Test func userInfoThatIsNestedTooDeepIsRefused() async throws {
    // With the object around them these are 545 levels.
    let deep = String(repeating: "[", count: 544) + String(repeating: "]", count: 544)
    let change = #"{"changeset":{"insertedSections":[0]},"userInfo":{"a":\#(deep)}}"#
    try await expectReplay(
      1, "log.jsonl, line 2: the change was refused: the user info has more than 544 levels", change
    )
    try await expectReplay(0, "", change, #"{"expect":{"error":{},"revision":0}}"#)
    try await expectReplay(
      1, "refused for another reason", change, #"{"expect":{"error":{"kind":"insertSection"}}}"#)
  }

  @Test(arguments: ["TERM", "HUP"]) func aSignalLeavesNoTemporaryFolder(
    _ signal: String
  ) async throws {
    let outcome = try await RosterProgram.shell(
      """
      cd '\(folder.path)' || exit 99
      \(RosterProgram.startShell)
      mkdir scratch; export TMPDIR="$PWD/scratch"; mkfifo log.jsonl; exec 8<>log.jsonl
      printf '%s\\n' '\(Self.header)' '{"changeset":{"insertedSections":[0]}}' >&8
      start "$roster" replay log.jsonl --output ndjson
      ls scratch | wc -l; kill -\(signal) $server; wait $server; echo $?; ls scratch
      """)
    let code = signal == "TERM" ? 143 : 129
    #expect(
      outcome.lines.map { $0.filter { $0 != " " } } == ["1", "\(code)"], "\(outcome.errors)")
  }

  @Test func aSignalLeavesNoFileOfACopy() async throws {
    // The name of the list fills the pipe, so the copy waits before it is whole.
    let outcome = try await RosterProgram.shell(
      """
      cd '\(folder.path)' || exit 99
      mkdir scratch; export TMPDIR="$PWD/scratch"; mkfifo out
      printf '%s\\n' '\(Self.header)' '{"changeset":{"insertedSections":[0]}}' >log.jsonl
      "$roster" replay log.jsonl --db list.sqlite --list main --output none
      "$roster" copy list.sqlite copy.sqlite --list main --as "$(printf '%0100000d' 7)" >out &
      copier=$!
      exec 6<out; read -n 1 -u 6 first; ls scratch | wc -l; ls | grep -c unfinished
      kill -TERM $copier; wait $copier; echo $?; ls scratch; ls | grep unfinished
      """)
    let lines = outcome.lines.map { $0.filter { $0 != " " } }
    #expect(lines.count == 3, "\(outcome.output)\(outcome.errors)")
    #expect(lines.first == "1" && lines.dropFirst().first != "0" && lines.last == "143")
  }

  @Test func aSignalLeavesNoLogOfACheck() async throws {
    let outcome = try await RosterProgram.shell(
      """
      cd '\(folder.path)' || exit 99
      mkdir scratch; export TMPDIR="$PWD/scratch"; mkfifo begun gate; exec 8<>gate
      printf '%s\\n' '\(Self.header)' '{"changeset":{"insertedSections":[0]}}' >log.jsonl
      "$roster" minimize log.jsonl --check 'test -f "$1"; echo begun >begun; read line <gate' &
      minimizer=$!
      read line <begun; ls scratch/*; kill -TERM $minimizer; wait $minimizer; echo $?; ls scratch
      echo >&8
      """)
    #expect(outcome.lines.count == 2, "\(outcome.output)")
    #expect(outcome.lines.first?.hasSuffix("log.jsonl") == true, "\(outcome.output)")
    #expect(outcome.lines.last == "143", "\(outcome.errors)")
  }

  @Test func aSignalEndsACheckToo() async throws {
    let check = "exec 7>begun; echo begun >&7; read line <gate; echo went on >&7"
    let outcome = try await RosterProgram.shell(
      """
      cd '\(folder.path)' || exit 99
      mkfifo begun gate; exec 8<>gate
      printf '%s\\n' '\(Self.header)' '{"changeset":{"insertedSections":[0]}}' >log.jsonl
      "$roster" minimize log.jsonl --check '\(check)' & minimizer=$!
      exec 6<begun; read line <&6; kill -TERM $minimizer; wait $minimizer; echo $?
      # A check that is still there says so before its end.
      echo >&8; cat <&6
      """)
    #expect(outcome.lines == ["143"], "\(outcome.output)\(outcome.errors)")
  }

  // MARK: 2

  @Test(arguments: [
    ["replay"], ["replay", "a", "b"], ["replay", "a", "--git", "."], ["nonsense"], ["show"],
    ["replay", "a", "--mode", "often"], ["replay", "a", "--durability", "none"],
    ["replay", "a", "--output", "xml"], ["replay", "a", "--until", "soon"], ["lists"], ["check"],
    ["show", "a", "--range", "1-2"], ["show", "a", "--range", "0:2-1"],
    ["show", "a", "--range", "0:-1-2"], ["show", "a", "--range", "9223372036854775807:0-0"],
    ["show", "a", "--range", "0:0-9223372036854775807"],
    ["show", "a", "--range", "99999999999999999999:0-0"], ["show", "a", "--range", "a:b-c"],
    ["largest"], ["largest", "a", "--count", "0"], ["largest", "a", "--count", "21"],
    ["check", "a", "--journal-tail=-1"], ["import", "svn", "."], ["layout"],
    ["layout", "a", "--output", "xml"],
  ])
  func wrongUsageEndsWith2(_ arguments: [String]) async throws {
    try await expect(2, "Usage: roster", arguments)
  }

  @Test func wrongUsageOfReplaySaysWhatIsWrong() async throws {
    try await expect(
      2, "Name a changeset log or a repository with --git, not both.",
      ["replay", "a", "--git", "."])
    try await expect(2, "--until is not negative", ["replay", "a", "--until", "-1"])
  }

  @Test func aLogIsNotReplacedByWhatIsMadeOfIt() async throws {
    let text = Self.header + "\n" + #"{"changeset":{"insertedSections":[[0,"name"]]}}"# + "\n"
    let log = try folder.write(text, to: "log.jsonl")
    let link = folder.path(of: "link.jsonl")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: log)
    for output in [log, link] {
      let words = "\(output): the log itself; name another file with --output"
      try await expect(2, words, ["anonymize", log, "-o", output])
      try await expect(2, words, ["minimize", log, "--check", "false", "-o", output])
    }
    #expect(try String(contentsOfFile: log, encoding: .utf8) == text)
  }

  @Test func listThatIsNotThereIsNamed() async throws {
    let path = try await database()
    // Nothing but the tables.
    let empty = folder.path(of: "empty.sqlite")
    try SQLiteStore(path: empty).close()
    try await expect(2, "\(empty): there is no list in the database\n", ["show", empty])
    try await expect(
      2, "\(empty): there is no list \"other\"\n", ["show", empty, "--list", "other"])
    for command in ["show", "largest", "log"] {
      try await expect(
        2, #"there is no list "other", only: main"#, [command, path, "--list", "other"])
    }
  }

  @Test(arguments: ["2", "99", "-1"]) func revisionThatIsNotThereIsNamed(
    _ revision: String
  ) async throws {
    let path = try await database()
    try await expect(
      2, "there is no revision \(revision); the list is at 1", ["show", path, "--at", revision])
  }

  /// An index that no list has is no flaw of the log: the changeset is refused, and the log may expect that.
  @Test(arguments: ["9007199254740993", "9223372036854775807", "-9223372036854775808"])
  func anIndexThatNoListHasIsRefusedWithItsPath(index: String) async throws {
    let refused = #"{"changeset":{"removedItems":[[0,\#(index)]]}}"#
    let section = #"{"changeset":{"insertedSections":[0]}}"#
    try await expectReplay(
      1, "log.jsonl, line 3: the changeset was refused: removeItem at source path [0, \(index)]",
      section, refused)
    let path = try await database()
    let log = try folder.write(
      """
      \(Self.header)
      \(refused)
      {"expect":{"error":{"kind":"removeItem","reason":"outOfBounds","section":0,"item":\(index)}}}

      """, to: "refused.jsonl")
    let outcome = try await RosterProgram.run("replay", log, "--db", path, "--output", "ndjson")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(
      outcome.lines.first?.hasPrefix(
        #"{"refused":{"line":2,"kind":"removeItem","reason":"outOfBounds","section":0,"item":\#(index),"#
      ) == true)
  }

  // MARK: 3

  @Test(arguments: [
    (#"{"changeset":"#, "line 2, column 14: expected a value"),
    (#"{"unknown":1}"#, #"line 2: unknown key "unknown""#),
    (#"{"changeset":{"swappedItems":[]}}"#, #"line 2: changeset: unknown key "swappedItems""#),
    (#"[]"#, "line 2: "),
    (#"{"changeset":{"removedItems":[[0]]}}"#, "line 2: "),
    (#"{"state":[]}"#, "line 2: state: expected at least one state"),
    (
      #"{"state":[{"item":[0,0],"scope":"A"},{"item":[0,0],"scope":"A/"}]}"#,
      "line 2: state[1].scope: expected the path of a scope"
    ),
  ])
  func malformedEntryNamesItsLine(_ entry: String, _ words: String) async throws {
    try await expectReplay(3, "log.jsonl, " + words, entry)
  }

  @Test(arguments: ["sync", "async"]) func whatIsAppliedBeforeAMalformedLineIsPrinted(
    mode: String
  ) async throws {
    let log = try folder.write(
      """
      \(Self.header)
      {"changeset":{"insertedSections":[0]}}
      {"changeset":{"removedItems":[[0,7]]}}
      oops

      """, to: "log.jsonl")
    let path = folder.path(of: "list.sqlite")
    let outcome = try await RosterProgram.run(
      "replay", log, "--db", path, "--mode", mode, "--output", "ndjson")
    #expect(outcome.exitCode == 3)
    #expect(outcome.errors.contains("log.jsonl, line 4"), "\(outcome.errors)")
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines.first?.hasPrefix(#"{"batch":{"from":0,"to":1,"#) == true)
    #expect(outcome.lines.last?.hasPrefix(#"{"refused":{"line":3,"#) == true)
  }

  @Test func aLogThatCannotBeReadCreatesNoDatabase() async throws {
    let newer = try folder.write(#"{"changesetLog":2}"#, to: "newer.jsonl")
    let path = folder.path(of: "list.sqlite")
    for log in [folder.path(of: "absent"), folder.path(of: ""), newer] {
      for options in [[], ["--model-key", "id"]] {
        try await expect(3, log, ["replay", log, "--db", path] + options)
        #expect(!FileManager.default.fileExists(atPath: path))
      }
    }
    try await expect(3, "the name of the file to read is empty", ["replay", ""])
    try await expect(
      3, "no git repository", ["replay", "--git", folder.path(of: "absent"), "--db", path])
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func headerThatCannotBeReadIsNamed() async throws {
    let newer = try folder.write(#"{"changesetLog":2}"#, to: "newer.jsonl")
    try await expect(3, "newer.jsonl, line 1: version 2", ["replay", newer])
    let empty = try folder.write("", to: "empty.jsonl")
    try await expect(3, "empty.jsonl, line 1: the log is empty", ["replay", empty])
    let none = try folder.write(#"{"changeset":{}}"#, to: "none.jsonl")
    try await expect(3, "none.jsonl, line 1: expected the header", ["replay", none])
  }

  @Test func inputThatIsNoFileIsNamed() async throws {
    let absent = folder.path(of: "absent")
    for command in [["replay"], ["import", "trace"], ["layout"]] {
      try await expect(3, "\(absent): cannot be read: No such file", command + [absent])
      let path = folder.path(of: "")
      try await expect(3, "\(path): a folder, not a file", command + [path])
    }
    for command in [["replay", "--git"], ["import", "git"]] {
      try await expect(3, "no git repository", command + [absent])
    }
  }

  @Test(
    arguments: [
      "replay small.jsonl", "minimize small.jsonl --check false", "copy list.sqlite new.sqlite",
    ],
    ["/dev/null/x", "none", "small.jsonl"])
  func folderForTemporaryFilesThatCannotBeUsedIsNamed(
    _ command: String, _ temporary: String
  ) async throws {
    _ = try await database()
    let outcome = try await RosterProgram.shell(
      "cd '\(folder.path)'; TMPDIR=\(temporary) exec \"$roster\" \(command)")
    #expect(outcome.exitCode == 3, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("\(temporary): no temporary folder can be made in it: "),
      "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "new.sqlite")))
  }

  // MARK: 4

  @Test(arguments: ["show", "lists", "largest", "check", "log"])
  func fileThatIsNoDatabaseIsNamedAndLeftAlone(_ command: String) async throws {
    let text = String(repeating: "This is a diary, and no database. ", count: 40)
    let diary = try folder.write(text, to: "diary.txt")
    try await expect(4, "\(diary): not a SQLite database", [command, diary])
    #expect(try String(contentsOfFile: diary, encoding: .utf8) == text)
    let absent = folder.path(of: "absent.sqlite")
    try await expect(4, "\(absent): no such file", [command, absent])
    #expect(!FileManager.default.fileExists(atPath: absent))
    try await expect(4, #"roster: "" is not a path"#, [command, ""])
  }

  @Test(arguments: ["replay", "show", "lists", "check", "log"])
  func databaseOfSomebodyElseIsNamedAndLeftAlone(_ command: String) async throws {
    let path = folder.path(of: "other.sqlite")
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "CREATE TABLE place (name TEXT)") }
    try queue.close()
    let before = try Data(contentsOf: URL(filePath: path))
    let log = LogFixture.historySmall.path
    try await expect(
      4, "a SQLite database, but not one of Roster's",
      command == "replay" ? [command, log, "--db", path] : [command, path])
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func databaseThatCannotBeCreatedIsNamed() async throws {
    let log = LogFixture.historySmall.path
    let path = folder.path(of: "absent/list.sqlite")
    try await expect(4, "\(path): the folder ", ["replay", log, "--db", path])
    try await expect(
      4, "a folder, not a file", ["replay", log, "--db", folder.path(of: "")])
  }

  @Test func databaseOfANewerRosterIsNamed() async throws {
    let path = try await database()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "PRAGMA user_version = 1000") }
    try queue.close()
    try await expect(4, "written by a newer Roster", ["lists", path])
  }
}
