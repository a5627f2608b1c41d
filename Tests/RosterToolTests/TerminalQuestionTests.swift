import RosterTestKit
import Testing

/// The questions of a person who opens a list in a terminal: what is here, where is something, why is it so, who did it, how
/// do I get back, what is large. Each is answered with the keys that the line below the list names.
@Suite(.enabled(if: TerminalWalk.isPossible, TerminalWalk.need))
struct TerminalQuestionTests {
  private let folder: TemporaryFolder
  private let path: String

  /// Makes a list of two sections with sixty goods each. Ben has raised the price of one and removed another.
  init() async throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "shop.sqlite")
    let goods = (0..<120).map { number in
      let model = #"{"title":"good \#(number)","price":\#(number % 10)}"#
      return "[[\(number / 60),\(number % 60)],\(model)]"
    }
    let log = try folder.write(
      """
      {"changesetLog":1}
      {"changeset":{"insertedSections":[[0,"Fruit"],[1,"Roots"]],"insertedItems":[\(goods.joined(separator: ","))]},"origin":"Ann"}
      {"changeset":{"updatedItems":[[[0,43],{"title":"good 43","price":4}]]},"origin":"Ben","userInfo":{"reason":"new prices"}}
      {"changeset":{"removedItems":[[1,10]]},"origin":"Ben"}

      """, to: "shop.jsonl")
    let outcome = try await RosterProgram.run(
      "replay", log, "--db", path, "--list", "main", "--output", "none")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  private func view(columns: Int) -> TerminalWalk {
    TerminalWalk(
      command: "'\(RosterProgram.path)' view '\(path)'", columns: columns, rows: 24)
  }

  @Test(arguments: [80, 40])
  func whatIsHere(columns: Int) async throws {
    let screens = try await view(columns: columns).screens(
      """
      --wait '1 of 119 items' --wait Fruit --wait 'good 0' --wait 'price: 0' --wait '? help' --print \
      --type '}' --wait '61 of 119 items' --wait Roots --wait 'good 60' --type c --wait 'price' --gone 'price:'
      """)
    let first = try #require(screens.first)
    #expect(first.line(with: "main")?.contains("shop.sqlite") == true)
    #expect(first.line(with: "revision 3") != nil)
  }

  @Test(arguments: [80, 40])
  func whereSomethingIs(columns: Int) async throws {
    _ = try await view(columns: columns).screens(
      """
      --wait '/ search' --type / --type 'good 4' --wait '1 of 11 matches' --type 3 --wait '1 of 1 match' \
      --keys Enter --wait 'good 43' --wait '44 of 119 items' --type / --keys C-u --type 'good 70' \
      --wait 'no match' --keys Escape
      """)
  }

  @Test(arguments: [80, 40])
  func whyARowIsSoAndWhoDidIt(columns: Int) async throws {
    _ = try await view(columns: columns).screens(
      """
      --wait '/ search' --type / --type 'good 43' --wait '1 of 1 match' --keys Enter --type i \
      --wait 'history of 0:43' --wait 'by "Ben"' --wait 'with reason: new prices' --wait 'price: 3 → 4' \
      --wait 'by "Ann"' --wait inserted --keys Escape --gone 'history of' --type '[' --wait 'past revision 2 of 3' \
      --wait '~good 43' --keys Escape --gone 'past revision'
      """)
  }

  @Test(arguments: [80, 40])
  func howToGetBack(columns: Int) async throws {
    _ = try await view(columns: columns).screens(
      """
      --wait '1 of 119 items' --type '[' --wait 'past revision 2 of 3' --type / --type 'good 70' \
      --wait '1 of 1 match' --keys Enter --wait '71 of 120 items' --type R \
      --wait 'Restore row 1:10 to revision 2?' --wait 'it comes back' --wait 'good 70' \
      --wait '⏎ restore  esc leave' --keys Enter --wait 'restored row 1:10' --wait 'past revision 2 of 4' \
      --keys Escape --gone 'past revision' --wait 'of 120 items' --wait '+good 70' --type u \
      --wait 'undid revision 4' --wait 'of 119 items'
      """)
    let log = try await RosterProgram.run("log", path)
    #expect(log.output.contains(#""origin":"roster view""#))
    #expect(log.output.contains(#""restoredTo":2"#))
  }

  @Test(arguments: [80, 40])
  func whatIsLargeAndSlow(columns: Int) async throws {
    let largest = "'\(RosterProgram.path)' largest '\(path)' --count 1"
    let walk = TerminalWalk(
      command: #"bash -c "\#(largest); exec cat""#, columns: columns, rows: 24)
    let screens = try await walk.screens(
      """
      --wait 'largest rows' --wait '"title":"good' --wait 'revisions that wrote most' \
      --wait 'revisions that changed most' --wait '122 changes' --wait 'by "Ann"' \
      --wait 'who reads the journal' --wait 'slowest commits' --print
      """)
    // How far it is, which is said meanwhile, leaves nothing behind.
    #expect(screens.first?.lines.first == #"list "main", revision 3"#)
  }
}
