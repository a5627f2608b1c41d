import Foundation
import RosterTestKit
import Testing

/// `roster view`, without a terminal and in one.
struct ViewCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "list.sqlite")
  }

  private static let log = #"""
    {"changesetLog":1}
    {"changeset":{"insertedSections":[[0,"one"],[1,{"title":"t\u001b[31mo"}]],"insertedItems":[[[0,0],"plain \u001b[2J\u202e text"],[[0,1],42],[[0,2],null],[[0,3],[1,2]],[[1,0],{"text":"x\u0007y"}],[[1,1],"last"]]}}
    {"changeset":{"updatedItems":[[[0,1],"now"]]}}
    """#

  /// Makes a list in the file.
  private func write(_ log: String = Self.log, list: String = "main") async throws {
    let file = try folder.write(log + "\n", to: "\(list).jsonl")
    let outcome = try await RosterProgram.run(
      "replay", file, "--db", path, "--list", list, "--output", "none")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  private func view(_ arguments: String...) async throws -> RosterProgram.Outcome {
    try await RosterProgram.run(["view", path] + arguments)
  }

  // MARK: Without a terminal

  @Test func listIsPrintedWithoutAnythingThatATerminalActsUpon() async throws {
    try await write()
    let outcome = try await view()
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.output == """
        one
         plain ␛[2J\u{FFFD} text
         now

         1, 2
        {"title":"t\\u001b[31mo"}
         {"text":"x\\u0007y"}
         last

        """)
  }

  @Test func templatesAreUsedAndNamed() async throws {
    try await write()
    let outcome = try await view("--template", "# <{.}>", "--header", "{title}")
    #expect(outcome.exitCode == 0)
    #expect(outcome.lines.contains(" <now>"))
    #expect(!outcome.lines.contains("one"))
    let named = try await view("--print-templates", "--template", "it's {.}")
    #expect(named.output == "--template 'it'\\''s {.}' --header '{.}'\n")
  }

  @Test(arguments: [
    (["--template", "{a"], "template, character 1: a brace begins that does not end"),
    (["--header", "x}"], "template, character 2: a brace ends that was not begun"),
    (["--theme", "pink"], "pink"),
    (["--list", "other"], "there is no list \"other\""),
  ])
  func wrongUsageIsNamed(_ arguments: [String], _ message: String) async throws {
    try await write()
    let outcome = try await RosterProgram.run(["view", path] + arguments)
    #expect(outcome.exitCode == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(message))
  }

  @Test func oneOfSeveralListsIsToBeNamed() async throws {
    try await write(list: "a")
    try await write(list: "b")
    let outcome = try await view()
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("name one of the lists with --list: a, b"))
    #expect(try await view("--list", "b").exitCode == 0)
  }

  @Test func fileThatIsNoDatabaseIsNamed() async throws {
    #expect(try await view().exitCode == 4)
    try folder.write("text", to: "list.sqlite")
    let outcome = try await view()
    #expect(outcome.exitCode == 4)
    #expect(outcome.errors.contains("not a SQLite database"))
  }

  @Test func listWithoutRowsIsEmpty() async throws {
    try await write(
      #"{"changesetLog":1}"# + "\n" + #"{"changeset":{"insertedSections":[[0,null]]}}"#)
    let outcome = try await view()
    #expect(outcome.exitCode == 0)
    #expect(outcome.output == "")
    #expect(outcome.errors == "roster: \(path): the list \"main\" has no items\n")
  }

  @Test func bytesInLettersAndEmptyPartsAreNotPrinted() async throws {
    let rows = (0..<3).map {
      #"[[0,\#($0)],{"avatar":"data:image/png;base64,AAAA","name":"n\#($0)","city":"\#($0 == 1 ? "" : "Rome \($0)")","created":\#(1_714_979_289 + $0)}]"#
    }
    try await write(
      #"{"changesetLog":1}"# + "\n"
        + #"{"changeset":{"insertedSections":[[0,null]],"insertedItems":[\#(rows.joined(separator: ","))]}}"#
    )
    let outcome = try await view()
    #expect(
      outcome.output == """
         n0
         city: Rome 0 · created: 2024-05-06 07:08:09 UTC

         n1
         created: 2024-05-06 07:08:10 UTC

         n2
         city: Rome 2 · created: 2024-05-06 07:08:11 UTC


        """)
    let whole = try await view("--template", "{.}")
    #expect(whole.output.contains("26 characters of data") && !whole.output.contains("AAAA"))
  }

  /// Three rows with a title, a text and a number.
  private static let cities = (0..<3).map {
    #"[[0,\#($0)],{"name":"n\#($0)","city":"Rome \#($0)","size":\#($0 * 50)}]"#
  }

  private func writeCities() async throws {
    try await write(
      #"{"changesetLog":1}"# + "\n"
        + #"{"changeset":{"insertedSections":[[0,null]],"insertedItems":[\#(Self.cities.joined(separator: ","))]}}"#
    )
  }

  @Test func rowsArePrintedAsATable() async throws {
    try await writeCities()
    let outcome = try await view("--columns")
    #expect(
      outcome.output == """
         name  city    size
         n0    Rome 0     0
         n1    Rome 1    50
         n2    Rome 2   100

        """)
    let narrow = try await RosterProgram.shell("COLUMNS=14 $roster view \(path) --columns")
    #expect(narrow.lines.prefix(2) == [" name  city", " n0    Rome 0"])
  }

  @Test func rowsWithoutMembersArePrintedAsBefore() async throws {
    try await write()
    let (lines, table) = (try await view(), try await view("--columns"))
    #expect(table.exitCode == 0)
    #expect(table.output == lines.output)
  }

  @Test func widthOfTheOutputHasBounds() async throws {
    try await write()
    for columns in ["99999999999999", "0", "-3", "x"] {
      let outcome = try await RosterProgram.shell("COLUMNS=\(columns) $roster view \(path)")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.lines.contains(" last"))
    }
  }

  // MARK: In a terminal

  /// Runs the command, or another one, in a terminal; returns `nil` if there is no tmux.
  private func walk(
    _ steps: [String], size: String = "100x14", of command: [String]? = nil
  ) async throws -> RosterProgram.Outcome? {
    let screenshot = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Tools/screenshot").standardized.path(percentEncoded: false)
    let words = [screenshot, "--size", size, "--patience", "60"] + steps + ["--"]
    let line = (words + (command ?? [RosterProgram.path, "view", path])).map {
      "'\($0.replacing("'", with: "'\\''"))'"
    }
    .joined(separator: " ")
    let found = try await RosterProgram.shell("command -v tmux python3")
    guard found.lines.count == 2 else {
      print("roster view is not tried in a terminal: tmux or python3 is missing")
      return nil
    }
    let outcome = try await RosterProgram.shell(line)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome
  }

  @Test func searchIsFollowedWhileItIsTyped() async throws {
    try await write()
    let outcome = try await walk([
      "--wait", "1 of 6 items", "--type", "/", "--type", "t", "--wait", "1 of 2 matches",
      "--type", "zz", "--wait", "no match", "--keys", "BSpace BSpace", "--wait", "1 of 2 matches",
      "--keys", "Enter", "--wait", "1 of 6 items", "--type", "n", "--wait", "2 of 2 matches",
      "--wait", "6 of 6 items", "--type", "n", "--wait", "1 of 2 matches", "--wait",
      "1 of 6 items", "--type", "N", "--wait", "2 of 2 matches", "--wait", "6 of 6 items",
      "--type", "/", "--keys", "C-u", "--type", "now", "--wait", "1 of 1 match", "--wait",
      "2 of 6 items", "--keys", "Escape", "--gone", "match", "--wait", "6 of 6 items",
    ])
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test(arguments: ["40x14", "60x14", "200x14"])
  func matchesAreCountedBesideWhatIsTypedAtEveryWidth(size: String) async throws {
    try await write()
    let outcome = try await walk(
      [
        "--wait", "1 of 6 items", "--type", "/", "--type", "t", "--wait", "1 of 2 matches",
        "--type", "zz", "--wait", "no match", "--keys", "BSpace BSpace", "--wait",
        "1 of 2 matches", "--keys", "Enter", "--wait", "/ search",
      ], size: size)
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test(arguments: ["40x14", "200x14"])
  func userLooksAtRowsInColumns(size: String) async throws {
    try await writeCities()
    let outcome = try await walk(
      [
        "--wait", "1 of 3 items", "--wait", "city: Rome 0 · size: 0", "--type", "c", "--wait",
        " name  city    size", "--wait", " n2    Rome 2   100", "--gone", "city:", "--type", "C",
        "--wait", "[x] city", "--wait", "⏎ show or hide", "--wait", " name  city    size", "--keys",
        "Enter", "--wait", "[ ] city", "--wait", " name  size", "--keys", "Escape", "--wait",
        " name  size", "--wait", " n2     100", "--gone", "Rome",
        "--type", "[", "--wait", "past revision 0 of 1", "--keys", "Escape", "--wait",
        " n2     100",
        "--type", "c", "--wait", "city: Rome 0 · size: 0", "--gone", " name  size",
      ], size: size)
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func listWithoutMembersHasNoColumns() async throws {
    try await write()
    let outcome = try await walk([
      "--wait", "1 of 6 items", "--type", "c", "--wait", "have no members", "--type", "C", "--wait",
      "have no members",
    ])
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func userJumpsToSectionsAndPlaces() async throws {
    try await write()
    let outcome = try await walk([
      "--wait", "1 of 6 items", "--type", "}", "--wait", "5 of 6 items", "--type", "}", "--wait",
      "the last section", "--type", "{", "--wait", "1 of 6 items", "--type", "{", "--wait",
      "the first section", "--type", ":", "--type", "1:1", "--keys", "Enter", "--wait",
      "6 of 6 items", "--type", "{", "--wait", "5 of 6 items", "--type", ":", "--type", "2:0",
      "--keys", "Enter", "--wait", "there is no item 2:0", "--type", ":", "--type", "0", "--keys",
      "Enter",
      "--wait", "there is no item 0",
    ])
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func userIsToldWhatIsCopied() async throws {
    try await write()
    let outcome = try await walk([
      "--wait", "1 of 6 items", "--type", "y", "--wait", "choose a row first", "--type", ":",
      "--type", "2", "--keys", "Enter", "--wait", "2 of 6 items", "--type", "y", "--wait",
      "copied 0:1 as JSON, 5 bytes", "--type", "Y", "--wait", "copied 0:1 as a table, 12 bytes",
      "--keys", "Enter", "--wait", "esc list", "--type", "y", "--wait", "copied 0:1 as JSON",
    ])
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func changesOfOthersHaveSignsAndTheirMaker() async throws {
    try await write()
    let more = try folder.write(
      #"""
      {"changesetLog":1}
      {"changeset":{"updatedItems":[[[0,1],"later"]],"insertedItems":[[[0,1],"new"]]},"origin":"alice"}

      """#, to: "more.jsonl")
    let writing =
      "'\(RosterProgram.path)' replay '\(more)' --db '\(path)' --list main --output none"
    let outcome = try await walk(
      [
        "--wait", "1 of 6 items", "--wait", "revision 2", "--run", writing, "--wait",
        #"revision 3 by "alice": 1 item inserted, 1 item updated"#, "--wait", "+new", "--wait",
        "~later", "--keys", "Escape", "--gone", "+new", "--wait", " new", "--gone", "~later",
      ], size: "120x14")
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func whatOthersHaveDoneIsNamedBeforeItIsTakenBack() async throws {
    try await write()
    let more = try folder.write(
      #"""
      {"changesetLog":1}
      {"changeset":{"updatedItems":[[[0,1],"later"]]},"origin":"alice"}

      """#, to: "more.jsonl")
    let outcome = try await RosterProgram.run(
      "replay", more, "--db", path, "--list", "main", "--output", "none")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let question = #"u once more to undo revision 3 by "alice": 1 item updated"#
    let walked = try await walk(
      [
        "--wait", "later", "--type", "u", "--wait", question, "--keys", "Escape", "--gone",
        question, "--type", "u", "--wait", question, "--type", "u", "--wait",
        #"undid revision 3 by "alice": 1 item updated"#, "--wait", "now", "--type", "r", "--wait",
        "redid", "--wait", "later",
      ], size: "120x14")
    #expect(walked?.exitCode ?? 0 == 0)
  }

  @Test(arguments: ["30x10", "60x10", "200x10"])
  func pastIsNamedAtEveryWidth(size: String) async throws {
    try await write()
    let outcome = try await walk(
      [
        "--wait", "1 of 6 items", "--wait", "revision 2", "--type", "[", "--wait",
        "past revision 1 of 2", "--wait", "42", "--type", "u", "--wait", "revision 1 stays",
        "--wait", "past revision 1 of 2", "--type", "?", "--wait", "arrows, j, k", "--wait",
        "past revision 1 of 2", "--keys", "Escape", "--wait", "42", "--keys", "Escape", "--gone",
        "past revision", "--wait", "now",
      ], size: size)
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func oneOfSeveralListsIsChosen() async throws {
    try await write(list: "a")
    try await write(
      #"{"changesetLog":1}"# + "\n" + #"{"changeset":{"insertedSections":[[0,null]]}}"#, list: "b")
    let outcome = try await walk([
      "--wait", "Choose a list", "--wait", "a  revision 2  2 sections  6 items", "--type", "?",
      "--wait", "return opens it", "--keys", "Down Enter", "--wait", "The list has no items.",
      "--wait", "b  list.sqlite", "--wait", "no items", "--wait", "esc lists", "--keys", "Escape",
      "--wait", "Choose a list", "--gone", "The list has no items.", "--keys", "Enter", "--wait",
      "1 of 6 items", "--wait", " last", "--gone", "The list has no items.", "--type", "/",
      "--type", "last",
      "--wait", "1 of 1 match", "--keys", "Enter", "--keys", "Escape", "--gone", "match", "--keys",
      "Escape", "--wait", "Choose a list", "--gone", " last", "--keys", "Down Enter", "--wait",
      "The list has no items.", "--keys", "Escape", "--wait", "Choose a list",
    ])
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func terminalThatCannotPlaceItsCursorGetsTheListOnce() async throws {
    try await write()
    let line = "TERM=dumb '\(RosterProgram.path)' view '\(path)'; echo EN''DED; exec cat"
    let outcome = try await walk(
      ["--wait", "ENDED", "--wait", " last", "--gone", "q quit"], of: ["bash", "-c", line])
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func userSearchesAndGoes() async throws {
    try await write()
    let outcome = try await walk([
      "--wait", "of 6 items", "--type", "/", "--type", "PLAIN", "--keys", "Enter",
      "--wait", "1 of 6", "--type", "/", "--keys", "C-u", "--type", "last", "--keys", "Enter",
      "--wait", "6 of 6", "--type", "/", "--keys", "C-u", "--type", "no such", "--keys", "Enter",
      "--wait", "is not found", "--type", ":", "--type", "2", "--keys", "Enter",
      "--wait", "2 of 6", "--type", ":", "--type", "77", "--keys", "Enter",
      "--wait", "there is no item 77",
    ])
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func pageHasTheWholeModelAndIsLeftAtOnce() async throws {
    let long = String(repeating: "word ", count: 40) + "END"
    try await write(
      #"{"changesetLog":1}"# + "\n"
        + #"{"changeset":{"insertedSections":[[0,null]],"insertedItems":[[[0,0],{"k":"\#(long)"}]]}}"#
    )
    let outcome = try await walk(
      [
        "--wait", "1 item", "--keys", "Down Enter", "--wait", "END", "--keys", "Down", "--resize",
        "1x1", "--resize", "100x20", "--wait", "END", "--keys", "Escape", "--wait", "? help",
      ])
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test(arguments: ["Enter", "Space"])
  func firstRowIsOpenedBeforeOneIsChosen(key: String) async throws {
    try await write()
    let outcome = try await walk(
      [
        "--wait", "1 of 6 items", "--keys", key, "--wait", "0:0", "--wait", "esc list", "--keys",
        "Escape", "--gone", "0:0", "--type", "y", "--wait", "copied 0:0 as JSON", "--type", ":",
        "--type", "6", "--keys", "Enter", "--wait", "6 of 6 items", "--keys", key, "--wait", "1:1",
        "--wait", "esc list", "--keys", "Escape", "--wait", "6 of 6 items",
      ])
    #expect(outcome?.exitCode ?? 0 == 0)
    try await write(
      #"{"changesetLog":1}"# + "\n" + #"{"changeset":{"insertedSections":[[0,null]]}}"#,
      list: "empty")
    let empty = try await walk(
      ["--wait", "The list has no items.", "--keys", key, "--wait", "there is no row here"],
      of: [RosterProgram.path, "view", path, "--list", "empty"])
    #expect(empty?.exitCode ?? 0 == 0)
  }

  @Test func userGoesBackAndForthInTime() async throws {
    try await write()
    let outcome = try await walk([
      "--wait", "now", "--type", "[", "--wait", "revision 1 of 2", "--wait", "42", "--keys",
      "Down", "--keys", "Escape", "--wait", "now", "--type", "u", "--wait",
      "undid revision 2: 1 item updated", "--wait", "42", "--type", "r", "--wait", "redid",
      "--wait", "now", "--type", "[[[[[[[[", "--wait", "oldest",
    ])
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func userGoesToARevisionByItsNumber() async throws {
    let updates = (1...700).map { #"{"changeset":{"updatedItems":[[[0,1],"now \#($0)"]]}}"# }
    try await write(([Self.log] + updates).joined(separator: "\n"))
    let outcome = try await walk([
      "--wait", "now 700", "--type", ":", "--type", "@310", "--keys", "Enter", "--wait",
      "past revision 310 of 702", "--wait", "~now 308", "--type", "]", "--wait",
      "past revision 311 of 702", "--wait", "~now 309", "--type", ":", "--type", "@703", "--keys",
      "Enter", "--wait", "there is no revision 703; the list is at 702", "--wait",
      "past revision 311 of 702", "--type", ":", "--type", "@x", "--keys", "Enter", "--wait",
      "there is no item @x", "--type", "/", "--type", "309", "--wait", "1 of 1 match", "--keys",
      "Enter", "--wait", "past revision 311", "--type", ":", "--type", "@702", "--keys", "Enter",
      "--gone", "past revision", "--wait", "now 700",
    ])
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func userAsksWhyARowIsAsItIs() async throws {
    let info = #"{"commit":"588ca1df","title":"Count"}"#
    let reason = #""origin":"alice","at":"2026-01-31T10:00:00Z","userInfo":\#(info)"#
    let more = [
      #"{"changeset":{"updatedItems":[[[1,0],{"text":"x","n":1}]]},\#(reason)}"#,
      #"{"changeset":{"movedItems":[[[1,0],[0,0]]]},"origin":"bob"}"#,
    ]
    try await write(([Self.log] + more).joined(separator: "\n"))
    let outcome = try await walk(
      [
        "--wait", "1 of 6 items", "--type", "i", "--wait", "history of 0:0", "--wait",
        #"by "bob""#, "--wait", "2026-01-31T10:00:00Z, by", "--wait", "committed 20", "--wait",
        "with title: Count", "--wait", "with commit: 588ca1df", "--wait",
        "moved from 1:0 to 0:0", "--wait",
        #"by "alice""#, "--wait", "n: nothing → 1", "--wait", "inserted", "--keys", "Escape",
        "--gone", "history of",
        "--type", "[", "--wait", "past revision 3 of 4", "--type", ":", "--type", "1:0", "--keys",
        "Enter", "--wait", "5 of 6 items", "--type", "i", "--wait", "history of 1:0", "--wait",
        "n: nothing → 1", "--gone", "moved from", "--keys", "Escape", "--wait",
        "past revision 3 of 4",
      ], size: "120x20")
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func whatOthersHaveSaidStaysOnItsLine() async throws {
    let origin = #""origin":"ann\n  removed\u001b[2J\u202ex\u2028y""#
    let hostile = origin + #","userInfo":{"reason":"a\nb\u0085c\u001b"}"#
    let change = #"{"changeset":{"updatedItems":[[[0,1],"later"]]},\#(hostile)}"#
    try await write([Self.log, change].joined(separator: "\n"))
    let name = #"by "ann\n  removed\u001b[2J\u202ex\u2028y""#
    let outcome = try await walk(
      [
        "--wait", "1 of 6 items", "--type", ":", "--type", "0:1", "--keys", "Enter", "--wait",
        "2 of 6 items", "--wait", name, "--type", "i", "--wait", "history of 0:1", "--wait", name,
        "--wait", #"with reason: "a\nb\u0085c\u001b""#, "--keys", "Escape", "--gone",
        "history of", "--type", "u", "--wait", "u once more to undo revision 3 \(name)",
      ], size: "150x20")
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func rowsThatAnEarlierRevisionHasChangedAreGoneTo() async throws {
    let rows = (0..<200).map { #"[[0,\#($0)],"row \#($0)"]"# }.joined(separator: ",")
    try await write(
      [
        #"{"changesetLog":1}"#,
        #"{"changeset":{"insertedSections":[[0,null]],"insertedItems":[\#(rows)]}}"#,
        #"{"changeset":{"updatedItems":[[[0,70],"tea"],[[0,150],"rice"]]},"origin":"Ann"}"#,
        #"{"changeset":{"updatedItems":[[[0,0],"first"]]}}"#,
      ].joined(separator: "\n"))
    let outcome = try await walk(
      [
        "--wait", "1 of 200 items", "--wait", "[ earlier  i history", "--type", "n", "--wait",
        "no row has a sign", "--type", "[", "--wait", "past revision 2 of 3", "--wait",
        #"by "Ann": 2 items updated"#, "--wait", "n change", "--type", "n", "--wait", "~tea",
        "--wait", "71 of 200 items", "--wait", "1 of 2 rows with a sign", "--wait",
        #"by "Ann": 2 items updated"#, "--type", "n", "--wait", "~rice", "--wait",
        "151 of 200 items", "--type", "n", "--wait", "71 of 200 items", "--type", "N", "--wait",
        "151 of 200 items", "--wait", "2 of 2 rows with a sign", "--type", "/", "--type",
        "row 19", "--wait", "of 11 matches", "--keys", "Enter", "--type", "N", "--wait", "row 19",
        "--gone", "with a sign",
      ], size: "80x14")
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func rowOfAnEarlierRevisionIsRestoredAfterAQuestion() async throws {
    try await write()
    let question = "Restore row 0:1 to revision 1?"
    let outcome = try await walk(
      [
        "--wait", "1 of 6 items", "--type", "R", "--wait", "once [ has gone back", "--type", "[",
        "--wait", "past revision 1 of 2", "--type", ":", "--type", "0:1", "--keys", "Enter",
        "--wait", "2 of 6 items", "--type", "R", "--wait", question, "--wait",
        "1 field changes · Enter restores, Esc leaves it", "--wait", #""now" → 42"#, "--wait",
        "⏎ restore  esc leave  R section", "--wait", "past revision 1 of 2", "--keys", "Escape",
        "--gone", question, "--keys", "Enter", "--wait", "0:1", "--wait", "esc list", "--gone",
        question, "--keys", "Escape", "--gone", "esc list", "--type", "R", "--wait", question,
        "--keys", "Enter", "--wait", "restored row 0:1", "--wait", "past revision 1 of 3", "--keys",
        "Escape",
        "--gone", "past revision", "--wait", "42", "--gone", "now", "--type", "u", "--wait",
        "undid revision 3", "--wait", "now",
      ], size: "120x14")
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  /// The first revision has two sections. The second one removed one of them, and the third one changed the other.
  private static let restoredLog = """
    {"changesetLog":1}
    {"changeset":{"insertedSections":[[0,"one"],[1,"two"]],"insertedItems":[[[0,0],"a"],[[0,1],"b"],[[0,2],"c"],[[0,3],"d"],[[1,0],"x"],[[1,1],"y"]]}}
    {"changeset":{"removedSections":[1]}}
    {"changeset":{"removedItems":[[0,1]],"updatedItems":[[[0,2],"C"]],"insertedItems":[[[0,3],"n"]]}}
    """

  @Test(arguments: ["40x24", "80x24", "200x24"])
  func sectionAndListOfAnEarlierRevisionAreRestored(size: String) async throws {
    try await write(Self.restoredLog)
    let outcome = try await walk(
      [
        "--wait", "1 of 4 items", "--type", ":", "--type", "@1", "--keys", "Enter", "--wait",
        "past revision 1 of 3", "--type", ":", "--type", "1:0", "--keys", "Enter", "--wait",
        "5 of 6 items",
        // The row alone cannot come back.
        "--type", "R", "--wait", "the section of", "--wait", "R asks about section instead.",
        "--gone", "⏎ restore", "--keys", "Enter", "--wait", "the section of", "--type", "R",
        "--wait", "Restore section 1 with its items", "--wait", "2 rows come back", "--wait",
        "1:1  y · comes back", "--wait", "⏎ restore  esc leave", "--keys", "Enter", "--wait",
        "restored section 1 with its items", "--wait", "past revision 1 of 4",
        // What is as it was is not restored.
        "--type", "RR", "--wait", "It is the same now, at revision 4.", "--wait",
        "R asks about list instead.", "--type", "R", "--wait", "Restore the list to revision 1?",
        "--wait", "1 row comes back, 1 goes, 1 changes", "--wait", "0:1  b · comes back",
        "--wait", #"0:2  c · "C" → "c""#, "--wait", "0:3  n · goes", "--wait",
        "R asks about row instead.", "--keys", "Enter", "--wait", "restored the list", "--wait",
        "past revision 1 of 5", "--keys", "Escape", "--gone", "past revision",
      ], size: size)
    guard let outcome else { return }
    #expect(outcome.exitCode == 0)
    let former = try await RosterProgram.run("show", path, "--at", "1")
    let restored = try await RosterProgram.run("show", path, "--at", "5")
    #expect(former.lines.dropFirst().elementsEqual(restored.lines.dropFirst()))
    #expect(former.lines.count == 9)
    let log = try await RosterProgram.run("log", path)
    #expect(log.output.contains(#""section":"h"#))
    #expect(log.output.contains(#""origin":"roster view""#))
  }

  @Test func restorationThatWasSaidOfAnotherListIsRefused() async throws {
    try await write()
    let more = try folder.write(
      #"{"changesetLog":1}"# + "\n" + #"{"changeset":{"insertedItems":[[[0,0],"new"]]}}"# + "\n",
      to: "more.jsonl")
    let writing =
      "'\(RosterProgram.path)' replay '\(more)' --db '\(path)' --list main --output none"
    let outcome = try await walk(
      [
        "--wait", "1 of 6 items", "--type", "[", "--wait", "past revision 1 of 2", "--type", "RRR",
        "--wait", "Restore the list to revision 1?", "--wait", "1 row changes", "--run", writing,
        "--wait", "past revision 1 of 3", "--keys", "Enter", "--wait", "so nothing was done",
        "--type", "RRR", "--wait", "1 row goes, 1 changes", "--wait", "0:0  new · goes",
      ], size: "80x24")
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test(arguments: ["40x14", "200x14"])
  func fileThatMayOnlyBeReadSaysSoBeforeAnythingIsDone(size: String) async throws {
    try await write()
    // The folder may be written, since SQLite needs that for reading as well.
    let folder = URL(filePath: path).deletingLastPathComponent().path
    for (item, permissions) in [(path, 0o444), (folder, 0o777)] {
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: item)
    }
    let view = "'\(RosterProgram.path)' view '\(path)'"
    // Root may write each file.
    let line =
      "[ $(id -u) = 0 ] && exec setpriv --reuid 65534 --clear-groups \(view); exec \(view)"
    let outcome = try await walk(
      [
        "--wait", "1 of 6 items", "--wait", "/ search", "--gone", "u undo", "--type", "u",
        "--wait", "no undo: the file may only be read", "--type", "r", "--wait",
        "no redo: the file may only", "--type", "R", "--wait", "no restore: the file may only",
        "--type", "?", "--wait", "u, r, R: no undo, redo and restore:", "--keys", "Escape",
        "--gone", "u, r, R", "--type", "[", "--wait", "past revision 1 of 2", "--gone", "R restore",
        "--type", "R",
        "--wait", "no restore: the file may only", "--wait", "past revision 1 of 2",
      ], size: size, of: ["bash", "-c", line])
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func earlierRevisionIsNotChanged() async throws {
    try await write()
    let outcome = try await walk(
      [
        "--wait", "u undo", "--type", "[", "--wait", "esc present", "--gone", "u undo",
        "--type", "u", "--wait", "revision 1 stays as it was", "--wait", "revision 1 of 2",
        "--type", "r", "--wait", "revision 1 stays as it was", "--wait", "revision 1 of 2",
        "--keys", "Escape", "--wait", "u undo", "--wait", "revision 2",
      ], size: "120x14")
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test(arguments: ["80x14", "40x14"])
  func keysAreNamedInNarrowTerminals(size: String) async throws {
    try await write()
    let outcome = try await walk(
      [
        "--wait", "/ search  q quit  ? help", "--type", "[", "--wait", "esc present",
        "--type", "?", "--wait", "esc list  q quit",
      ], size: size)
    #expect(outcome?.exitCode ?? 0 == 0)
  }

  @Test func shellHasTheTerminalWhileTheUserIsAway() async throws {
    try await write()
    // The words that are waited for are not those that are typed.
    let isCooked = "stty -a | grep -q -e -icanon || echo COO''KED"
    let outcome = try await walk(
      [
        "--wait", "bash", "--type", "'\(RosterProgram.path)' view '\(path)'", "--keys", "Enter",
        "--wait", "6 items", "--print", "--keys", "C-z", "--wait", "Stopped", "--type", isCooked,
        "--keys", "Enter", "--wait", "COOKED", "--type", "fg", "--keys", "Enter", "--wait",
        "6 items", "--print", "--keys", "q", "--gone", "6 items", "--wait", "COOKED",
      ], of: ["bash", "--norc", "-i"])
    guard let outcome else { return }
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == 28)
    #expect(lines.prefix(14).elementsEqual(lines.suffix(14)))
    #expect(lines.dropFirst().first == "one")
  }
}
