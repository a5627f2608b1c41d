import Foundation
import RosterTestKit
import RosterTestSupport
import Testing

/// The example on the whole screen of a terminal, as its user sees it.
@Suite(.enabled(if: TerminalWalk.isPossible, TerminalWalk.need))
struct FeedScreenTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "feed.sqlite")
  }

  /// What stands between two rows.
  private static let line = String(repeating: "─", count: 60)

  /// Takes a walk, by default through the feed, and returns the screens that were printed.
  private func screens(
    _ steps: String, columns: Int = 60, rows: Int = 18, of command: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [TerminalWalk.Screen] {
    try await TerminalWalk(
      command: command ?? "'\(RosterProgram.feedPath)' --database '\(path)'", columns: columns,
      rows: rows
    ).screens(steps, sourceLocation: sourceLocation)
  }

  // MARK: Walks

  @Test func feedFillsTheScreen() async throws {
    let screen = try #require(try await screens("--wait Alice --print", rows: 12).first)
    #expect(screen.lines[0].hasSuffix("3 posts"))
    #expect(
      screen.lines[1...].joined(separator: "\n") == """
         Write a post; return adds it
         Opening lines                                      [about]
        \(Self.line)
         Ishmael                                 [♡ like]  [remove]
         Call me Ishmael.
         [continue reading, 2 more]
        \(Self.line)
         Alice                                   [♡ like]  [remove]
         What is the use of a book without pictures or
         conversations?
         tab focus  ? help  q quit  n write  u undo      revision 1
        """)
  }

  @Test func rowsRememberWhatTheUserDoesAlsoAfterTheTerminalIsGone() async throws {
    let steps = """
      --wait Gulliver --keys 'Tab Tab Tab Enter' --wait '♥ liked' --keys 'Tab Tab Enter' \
      --wait 'Some years ago' --wait '1 read' --keys n --type 'Half a po' --wait 'Half a po' \
      \(TerminalWalk.stored("text...Half a po", in: path)) --print
      """
    let before = try #require(try await screens(steps).first)
    #expect(before.line(with: "Ishmael")?.contains("♥ liked") == true)
    // The terminal has gone with the feed in it.
    let after = try #require(try await screens("--wait Gulliver --print").first)
    #expect(after.lines.dropFirst().dropLast() == before.lines.dropFirst().dropLast())
    #expect(after.lines[1] == " Half a po")
  }

  @Test func postsAreWrittenMovedRemovedAndBroughtBack() async throws {
    let found = try await screens(
      """
      --wait Gulliver --keys n --type 'Hello, world' --keys Enter --wait '4 posts' --print \
      --keys 'Tab Tab S-Down' --wait $'\(Self.line)\\n You ' --print --keys d --wait 'removed what You said' \
      --wait '3 posts' --print --keys u --wait '4 posts' \
      --wait 'undone: brought back what You said; r' --print --keys r --wait 'redone: removed what You said' \
      --keys u --wait 'undone: brought' --keys u --wait 'undone: moved what You said; r'
      """, rows: 24)
    try #require(found.count == 4)
    #expect(found[0].lines[1] == " Write a post; return adds it")
    #expect(found[0].lines[4].hasPrefix(" You "))
    #expect(found[0].lines[5] == " Hello, world")
    for screen in [found[1], found[3]] {
      let rows = try ["Ishmael ", "You ", "Alice "].map { try #require(screen.row(of: $0)) }
      #expect(rows == rows.sorted())
    }
    #expect(found[2].row(of: "Hello, world") == nil)
  }

  @Test(arguments: [60, 24]) func keysAreListedAtAnyWidth(columns: Int) async throws {
    let found = try await screens(
      """
      --wait '3 posts' --wait Ishmael --type '?' --wait 'write a post' --wait 'esc feed' --keys d \
      --type '?' --gone 'write a post' --wait '3 posts' --print
      """, columns: columns)
    #expect(found.first?.line(with: "Ishmael") != nil)
  }

  @Test func fieldTakesLettersAndNamesItsOwnKeys() async throws {
    let found = try await screens(
      """
      --wait Gulliver --keys n --wait '⏎ add  esc leave' --gone 'q quit' --type '?q' --wait '?q' --print \
      --keys Escape --wait 'q quit' --print
      """)
    try #require(found.count == 2)
    for screen in found { #expect(screen.lines[1] == " ?q") }
  }

  @Test func longDraftGoesOnInTheNextLine() async throws {
    let found = try await screens(
      """
      --wait Gulliver --keys n \
      --type 'A text that is longer than a field of this screen has columns, so it goes on' \
      --wait 'goes on' --wait 'A text that is longer' --print --keys Enter --wait '4 posts' \
      --wait 'Write a post' --print
      """)
    try #require(found.count == 2)
    #expect(found[0].lines[1].hasPrefix(" A text that is longer"))
    #expect(found[0].lines[2].hasSuffix("goes on"))
    #expect(found[1].lines[1] == " Write a post; return adds it")
    #expect(found[1].line(with: "goes on") != nil)
  }

  @Test func mouseLikesScrollsAndDrags() async throws {
    // Presses, drags and releases as a terminal reports them: button; column; row.
    let found = try await screens(
      """
      --wait Alice --type $'\\e[<0;44;5M\\e[<0;44;5m' --wait '♥ liked' \
      --type $'\\e[<0;3;5M' --type $'\\e[<32;3;7M' --type $'\\e[<32;3;10M' \
      --type $'\\e[<0;3;10m' --wait 'moved to place 2' --print --type $'\\e[<65;3;10M' \
      --gone 'What is the use' --print
      """, rows: 14)
    try #require(found.count == 2)
    #expect(found[0].lines[4].hasPrefix(" Alice "))
    #expect(found[0].line(with: "Ishmael")?.contains("♥ liked") == true)
    // Three lines further down, below the header.
    #expect(found[1].lines[1...3] == found[0].lines[1...3])
    #expect(found[1].lines[4...9] == found[0].lines[7...12])
  }

  @Test func rowsAreLaidOutForTheSizeOfTheTerminal() async throws {
    let steps = """
      --wait Gulliver --resize 34x18 --gone 'book without' --print \
      --resize 60x18 --wait 'book without' --print
      """
    let found = try await screens(steps)
    try #require(found.count == 2)
    #expect(found[0].lines.allSatisfy { $0.count <= 34 })
    #expect(found[0].lines[4] == " Ishmael       [♡ like]  [remove]")
    #expect(found[1].lines[4] == " Ishmael                                 [♡ like]  [remove]")
  }

  @Test func terminalIsAsBeforeWhenTheUserLeaves() async throws {
    let script = try folder.write(
      """
      echo before; stty -g > '\(folder.path)/before'
      '\(RosterProgram.feedPath)' --database '\(path)'
      echo "exit code $?"; stty -g > '\(folder.path)/after'
      cmp '\(folder.path)/before' '\(folder.path)/after' && echo "the same"
      exec cat
      """, to: "session.sh")
    let screen = try #require(
      try await screens(
        "--wait Gulliver --keys q --wait 'the same' --print", of: "bash '\(script)'"
      ).first)
    #expect(screen.lines.prefix(3) == ["before", "exit code 0", "the same"])
    #expect(screen.lines.dropFirst(3).joined().isEmpty)
  }

  @Test func fileThatCannotBeUsedIsNamedBelowTheCommand() async throws {
    let command = """
      bash -c "'\(RosterProgram.feedPath)' --database '\(folder.path)'; echo \\"exit code \\$?\\"; cat"
      """
    let screen = try #require(
      try await screens("--wait 'exit code' --print", columns: 200, of: command).first)
    #expect(screen.lines[0].contains("a folder, not a file"))
    #expect(screen.lines[1] == "exit code 4")
  }
}
