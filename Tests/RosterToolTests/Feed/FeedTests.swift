import Foundation
import RosterTestKit
import RosterTestSupport
import Testing

/// The example, driven through a pipe.
struct FeedTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "feed.sqlite")
  }

  /// Gives the feed some instructions, which must be carried out.
  private func feed(
    _ instructions: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [String] {
    let outcome = try await RosterProgram.feed(
      "--database", path, input: instructions.joined(separator: "\n"))
    #expect(outcome.exitCode == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(outcome.errors.isEmpty, sourceLocation: sourceLocation)
    return outcome.lines.map(String.init)
  }

  // MARK: Rows

  @Test func newFeedHasPostsToBeginWith() async throws {
    #expect(try await feed() == NaiveFeed().lines)
    #expect(try await feed() == NaiveFeed().lines)
  }

  @Test func instructionShowsWhatItChangesAndTheRowsThatAreBuiltAnew() async throws {
    let lines = try await feed("like 2", "more 1", #"post "Hello""#, "move 4 1", "remove 2")
    #expect(
      lines.dropFirst(NaiveFeed().lines.count).joined(separator: "\n") == """
        revision 2
          row 2: PostRow/LikeButton is {"isLiked":true}
         2  Alice  [♥ liked]  [remove]
            What is the use of a book without pictures or conversations?
            [continue reading, 1 more]
        revision 3
          row 1: PostRow/ContinueReading is {"paragraphCount":2}
         1  Ishmael  [♡ like]  [remove]
            Call me Ishmael.
            Some years ago I thought I would sail about a little and see the watery part
            of the world.
            [continue reading, 1 more]
        revision 4
          insert row 1
          row 1: PostRow/LikeButton is {"isLiked":false}
          row 1: PostRow/ContinueReading is {"paragraphCount":1}
         1  You  [♡ like]  [remove]
            Hello
        revision 5
          move row 4 to 1
        revision 6
          remove row 2
        paragraphs read in this session: 1
        """)
  }

  @Test func theHeaderSaysWhatTheFeedIsAboutAlsoAfterARestart() async throws {
    let lines = try await feed("about", "like 2")
    #expect(
      lines[NaiveFeed().lines.count...].prefix(5).joined(separator: "\n") == """
        revision 2
          header: FeedHeader is {"isOpen":true}
        Opening lines  [less]
        How books begin that everybody knows, and what you have to say.
        revision 3
        """)
    var rows = NaiveFeed()
    _ = (rows.about(), rows.like(2))
    #expect(try await feed() == rows.lines)
    let shown = try await RosterProgram.run("show", path, "--state", "--range", "0:0-0")
    #expect(shown.lines[2] == #"  header  FeedHeader  {"isOpen":true}"#)
    let narrow = try await RosterProgram.feed("--database", path, "--width", "30")
    #expect(
      narrow.lines.prefix(4) == [
        "Opening lines  [less]", "How books begin that", "everybody knows, and what",
        "you have to say.",
      ])
    let before = try await RosterProgram.run(
      "show", path, "--state", "--at", "1", "--output", "ndjson")
    #expect(
      before.lines[1].contains(#""headerStates":[{"scope":"FeedHeader","value":{"isOpen":false}}]"#)
    )
  }

  @Test func restartShowsEveryRowAsItWas() async throws {
    var rows = NaiveFeed()
    let instructions = [
      rows.about(),
      rows.like(2), rows.more(1), rows.more(1), rows.post("Hello"), rows.move(3, to: 1),
      rows.like(4), rows.like(4), rows.remove(2),
    ]
    _ = try await feed(instructions.joined(separator: "\n"))
    #expect(try await feed() == rows.lines)
  }

  @Test func anotherWidthWrapsLinesAndIsNoRevision() async throws {
    let lines = try await feed("more 1", "width 30", "more 1")
    let shown = lines[..<(lines.firstIndex { $0.hasPrefix("revision 3") } ?? 0)]
    #expect(
      shown.suffix(17).joined(separator: "\n") == """
         1  Ishmael  [♡ like]
            [remove]
            Call me Ishmael.
            Some years ago I thought I
            would sail about a little
            and see the watery part of
            the world.
            [continue reading, 1 more]
         2  Alice  [♡ like]  [remove]
            What is the use of a book
            without pictures or
            conversations?
            [continue reading, 1 more]
         3  Gulliver  [♡ like]
            [remove]
            My father had a small
            estate in Nottinghamshire.
        """)
    let narrow = try await RosterProgram.feed(
      "--database", path, "--width", "30", input: "width 80")
    var rows = NaiveFeed()
    _ = (rows.more(1), rows.more(1))
    #expect(narrow.lines.map(String.init).suffix(rows.lines.count) == rows.lines[...])
    #expect(narrow.lines.count > 2 * rows.lines.count)
  }

  @Test(arguments: [14, 20, 30, 200, 2_000])
  func rowsAreAsWideAsTheTerminal(columns: Int) async throws {
    let outcome = try await RosterProgram.feed("--database", path, "--width", "\(columns)")
    #expect(outcome.exitCode == 0)
    #expect(outcome.lines.map { $0.count }.max() ?? 0 <= columns)
    // The title of a button has one line, and is cut off if that is too short.
    let words = outcome.lines.map { $0.replacing(/\[cont.*\]/, with: "") }.joined()
    let expected = NaiveFeed().lines.map { $0.replacing(/\[cont.*\]/, with: "") }.joined()
    #expect(words.filter(\.isLetter) == expected.filter(\.isLetter))
    let isWhole = outcome.output.contains("[continue reading, 2 more]")
    #expect(isWhole == (columns >= 30))
  }

  @Test func whatIsReadIsCountedUntilTheSessionEnds() async throws {
    let lines = try await feed("more 1", "more 1", "move 1 3", "more 1", "remove 3", "like 1")
    #expect(lines.last == "paragraphs read in this session: 3")
    #expect(try await feed("like 1").last?.hasPrefix("paragraphs") == false)
  }

  @Test func removedPostTakesItsStatesAlong() async throws {
    var rows = NaiveFeed()
    let instructions = [
      rows.like(1), rows.remove(1), rows.remove(1), rows.remove(1), rows.post("a"), rows.remove(1),
    ]
    let lines = try await feed(instructions.joined(separator: "\n"))
    #expect(lines.last == "  remove row 1")
    #expect(try await feed() == rows.headerLines + ["(no posts)"])
    #expect(try await feed("post a").last == "    a")
    #expect(try await feed() == rows.headerLines + [" 1  You  [♡ like]  [remove]", "    a"])
  }

  @Test func tenthRowKeepsItsPlace() async throws {
    var rows = NaiveFeed()
    let instructions = (0..<8).map { rows.post("\($0)") } + [rows.like(10)]
    _ = try await feed(instructions.joined(separator: "\n"))
    #expect(try await feed() == rows.lines)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func randomInstructionsDoWhatTheySay(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    var rows = NaiveFeed()
    let instructions = (0..<40).map { _ in rows.random(&random) }
    let lines = try await feed(instructions.joined(separator: "\n"))
    #expect(lines.count { $0.hasPrefix("revision ") } == 40)
    #expect(try await feed() == rows.lines)
  }

  @Test func transcriptInTheGuideIsWhatIsPrinted() async throws {
    let guide = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Roster/Roster.docc/Components.md")
    let text = try String(contentsOf: guide, encoding: .utf8)
    let block = try #require(
      text.split(separator: "```\n").first { $0.contains("| roster-feed\n") })
    let folder = URL(filePath: RosterProgram.feedPath).deletingLastPathComponent().path
    for part in "\n\(block)".split(separator: "\n$ ") {
      let (command, printed) = try #require(part.split(separator: "\n", maxSplits: 1).pair)
      let outcome = try await RosterProgram.shell(
        "cd '\(self.folder.path)'; PATH='\(folder)':\"$PATH\"; \(command)")
      #expect(outcome.lines == printed.split(separator: "\n"), "\(command)\(outcome.errors)")
    }
  }

  // MARK: The file

  @Test func fileIsAListLikeAnyOther() async throws {
    _ = try await feed("like 2")
    let check = try await RosterProgram.run("check", path)
    #expect(check.output == "\(path): all is well with 1 list\n", "\(check.errors)")
    let shown = try await RosterProgram.run("show", path, "--state", "--range", "0:1-1")
    #expect(
      shown.lines.suffix(2) == [
        #"      PostRow/ContinueReading  {"paragraphCount":1}"#,
        #"      PostRow/LikeButton  {"isLiked":true}"#,
      ])
    let log = try await RosterProgram.run("log", path)
    #expect(log.lines[1].hasSuffix(#""origin":"sample posts"}"#))
    let like = #"{"state":{"item":[0,1],"scope":"PostRow/LikeButton","value":{"isLiked":true}}}"#
    #expect(log.lines[2] == like)
    let again = try folder.write(log.output.replacing(like, with: like + "\n"), to: "log.jsonl")
    let replayed = try await RosterProgram.run(
      "replay", again, "--db", folder.path(of: "copy.sqlite"), "--list", "feed", "--output", "none")
    #expect(replayed.exitCode == 0, "\(replayed.errors)")
    let copy = try await RosterProgram.feed("--database", folder.path(of: "copy.sqlite"))
    #expect(try await feed() == copy.lines.map(String.init))
  }

  // MARK: Complaints

  @Test func instructionThatCannotBeCarriedOutIsNamedAndTheOthersAre() async throws {
    let outcome = try await RosterProgram.feed(
      "--database", path,
      input: """
        like 9
        more 3
        like
        like two
        move 1
        move 1 4
        move 0 1
        post
        post ""
        dance 3
        about 1

          like   1
        remove 2 3
        help
        quit
        like 2
        """)
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.errors == """
        roster-feed: there is no row 9; the feed has 3
        roster-feed: row 3 has no button "more"
        roster-feed: expected: like ROW
        roster-feed: expected: like ROW
        roster-feed: expected: move ROW TO
        roster-feed: there is no row 4; the feed has 3
        roster-feed: there is no row 0; the feed has 3
        roster-feed: expected: post "TEXT"
        roster-feed: expected: post "TEXT"
        roster-feed: there is no "dance"; help says what there is
        roster-feed: expected: about
        roster-feed: expected: remove ROW

        """)
    #expect(outcome.output.contains("revision 2\n"))
    #expect(!outcome.output.contains("revision 3\n"))
    #expect(outcome.output.contains("\npost \"TEXT\"   add a post"))
  }

  @Test func numberThatIsTooLargeOrTooSmallIsRefused() async throws {
    let outcome = try await RosterProgram.feed(
      "--database", path,
      input: """
        width 0
        width 2001
        width 1000000000
        like -9223372036854775808
        move 1 9223372036854775807
        width 2000
        """)
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.errors == """
        roster-feed: the width is between 1 and 2000 columns
        roster-feed: the width is between 1 and 2000 columns
        roster-feed: the width is between 1 and 2000 columns
        roster-feed: there is no row -9223372036854775808; the feed has 3
        roster-feed: there is no row 9223372036854775807; the feed has 3

        """)
    // Only the last width is another one.
    #expect(outcome.lines.count { $0.hasPrefix(" 1  Ishmael") } == 2)
    #expect(!outcome.output.contains("revision 2\n"))
  }

  @Test func textCannotActUponTheTerminal() async throws {
    let outcome = try await RosterProgram.feed(
      "--database", path, input: "post \"x\u{1B}[31m\u{202E}y\"\n\u{1B}[2J\n")
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains("x␛[31m"))
    #expect(!outcome.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    #expect(
      outcome.errors
        == #"roster-feed: there is no "\u001b[2J"; help says what there is"# + "\n")
  }

  @Test func databaseThatCannotBeUsedIsNamed() async throws {
    let diary = try folder.write(String(repeating: "Dear diary. ", count: 400), to: "diary.txt")
    for (path, words) in [
      (diary, "not a SQLite database"), (folder.path, "a folder, not a file"),
      (folder.path(of: "absent/feed.sqlite"), "the folder "),
    ] {
      // Without input: the program would not read it, and writing it would break the pipe.
      let outcome = try await RosterProgram.feed("--database", path)
      #expect(outcome.exitCode == 4)
      #expect(outcome.errors.hasPrefix("roster-feed: \(path): \(words)"), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test func helpAndWrongUsageEndAsTheirCodesSay() async throws {
    let help = try await RosterProgram.feed("--help")
    #expect(help.exitCode == 0)
    for words in [
      "--database", "feed.sqlite", "--width", "remove ROW", "width COLUMNS", "Exit codes: 0 good",
      "shift-up", "u, r", "whole screen",
    ] {
      #expect(help.output.contains(words), "\(words)")
    }
    let wrong = try await RosterProgram.feed("--data", "base")
    #expect(wrong.exitCode == 2)
    #expect(wrong.errors.contains("--data"))
    #expect(help.output.contains("2000"))
    for width in ["0", "2001", "99999999999", "100000000000000000000"] {
      let outcome = try await RosterProgram.feed("--database", path, "--width", width)
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.hasPrefix("roster-feed: The "), "\(outcome.errors)")
      #expect(outcome.errors.contains("width"), "\(outcome.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}

extension Array {
  /// The elements, if there are two.
  fileprivate var pair: (Element, Element)? { count == 2 ? (self[0], self[1]) : nil }
}
