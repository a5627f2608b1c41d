import Foundation
import RosterJSON
import RosterTestKit
import Testing

struct LayoutCommandTests {
  private static let box = #"{"style":{"width":60,"height":20}}"#
  private static let row =
    #"{"name":"row","root":{"style":{"flexDirection":"row","width":100},"#
    + #""children":[\#(box),{"text":"a b"}]}}"#

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func layOut(
    _ text: String, _ arguments: String...
  ) async throws -> RosterProgram.Outcome {
    let path = try folder.write(text, to: "cases.json")
    return try await RosterProgram.run(["layout", path] + arguments)
  }

  // MARK: JSON

  @Test func aCaseIsALineOfJSON() async throws {
    let outcome = try await layOut(Self.row, "--output", "json")
    #expect(
      outcome.output
        == #"{"name":"row","frame":{"left":0,"top":0,"width":100,"height":20,"children":["#
        + #"{"left":0,"top":0,"width":60,"height":20,"children":[]},"#
        + #"{"left":60,"top":0,"width":30,"height":20,"children":[]}]}}"# + "\n")
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
  }

  @Test func jsonIsWhatProgramsGet() async throws {
    #expect(try await layOut(Self.row).output.hasPrefix("{"))
  }

  @Test(arguments: ["[ROW,ROW]", "ROW\nROW\n"])
  func arraysAndLinesAreRead(_ form: String) async throws {
    let text = form.replacing("ROW", with: Self.row)
    #expect(try await layOut(text).lines.count == 2)
    #expect(try await RosterProgram.run("layout", "-", input: text).lines.count == 2)
  }

  @Test func aCaseWithoutANameHasNone() async throws {
    let outcome = try await layOut(#"{"root":{}}"#)
    #expect(
      outcome.output
        == #"{"name":null,"frame":{"left":0,"top":0,"width":0,"height":0,"children":[]}}"# + "\n")
  }

  @Test func numbersAreAsShortAsTheyCanBe() async throws {
    let outcome = try await layOut(
      #"{"root":{"children":[{"style":{"left":-0.2,"width":10.4,"height":7}}]}}"#)
    let child = #"{"left":0,"top":0,"width":10,"height":7,"children":[]}"#
    #expect(outcome.output.contains(child), "\(outcome.output)")
  }

  // MARK: Expectations

  @Test func whatIsAsExpectedEndsWith0() async throws {
    let outcome = try await layOut(
      #"{"root":\#(Self.box),"expected":{"left":0,"top":0,"width":60,"height":20}}"#)
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
  }

  @Test(arguments: ["json", "text", "svg", "html"])
  func whatIsNotAsExpectedIsSaid(_ form: String) async throws {
    let expected = #"{"left":0,"top":0,"width":61,"height":20,"children":[]}"#
    let outcome = try await layOut(
      #"[{"name":"x","root":\#(Self.box),"expected":\#(expected)},\#(Self.row)]"#,
      "--output", form)
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("x (ltr):\n  root: width: expected 61, got 60\n"))
    #expect(outcome.errors.contains("cases.json: 1 of 2 cases not as expected"))
    #expect(!outcome.output.isEmpty, "what came out is printed all the same")
  }

  // MARK: Forms for people

  @Test func textIsATree() async throws {
    let outcome = try await layOut("[\(Self.row),{\"root\":{}}]", "--output", "text")
    #expect(
      outcome.output == """
        row (ltr)
          100 × 20 at 0, 0
          ├─ 60 × 20 at 0, 0
          └─ 30 × 20 at 60, 0  "a b"

        case 2 (ltr)
          0 × 0 at 0, 0

        """)
  }

  @Test func aDrawingHasEveryBoxAndTitle() async throws {
    let text = Self.row.replacing(#""name":"row""#, with: #""name":"<&""#)
    let svg = try await layOut("[\(text),\(Self.row)]", "--output", "svg").output
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    #expect(svg.hasSuffix("</svg>\n"))
    #expect(svg.contains(">&lt;&amp; (ltr)</text>") && svg.contains(">row (ltr)</text>"))
    #expect(svg.components(separatedBy: "<title>").count == 7, "three boxes a case")
    #expect(svg.contains(#"<title>root.children[1]: 30 × 20 at 60, 0 "a b"</title>"#))
  }

  @Test func aPageShowsWhatDiffersFromWhatWasExpected() async throws {
    let expected = #"{"left":0,"top":0,"width":61,"height":20,"children":[]}"#
    let html = try await layOut(
      #"[{"name":"<x","root":\#(Self.box),"expected":\#(expected)},\#(Self.row)]"#, "--output",
      "html"
    ).output
    #expect(html.hasPrefix("<!doctype html>") && html.hasSuffix("</html>\n"))
    #expect(html.contains("<h2>&lt;x (ltr)</h2>") && html.contains("<h2>row (ltr)</h2>"))
    #expect(html.contains("<pre>root: width: expected 61, got 60</pre>"))
    #expect(html.components(separatedBy: "class=\"differs\"").count == 2)
  }

  // MARK: Input that is wrong

  @Test(arguments: [
    ("{", "cases.json, line 1, column 2: expected an object key"),
    (
      #"{"name":"x","root":{"children":[{"style":{"flexBasis":true}}]}}"#,
      #"cases.json, case "x", root.children[0].style.flexBasis: expected a number"#
    ),
    (#"[{"root":{"style":{"colour":1}}}]"#, "cases.json, case 1, root.style.colour: unknown"),
  ])
  func malformedCasesEndWith3(_ text: String, _ words: String) async throws {
    let outcome = try await layOut(text)
    #expect(outcome.exitCode == 3)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func deepTreesAreLaidOut() async throws {
    let levels = 10_000
    let text =
      #"{"root":"# + String(repeating: #"{"children":["#, count: levels) + Self.box
      + String(repeating: "]}", count: levels) + "}"
    let outcome = try await layOut(text)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(#""width":60,"height":20,"children":[]"#))
  }

  @Test func treesThatAreTooDeepAreRefused() async throws {
    let outcome = try await layOut(String(repeating: "[", count: 200_000))
    #expect(outcome.exitCode == 3)
    #expect(outcome.errors.contains("more than 100000 levels of nesting"))
  }
}
