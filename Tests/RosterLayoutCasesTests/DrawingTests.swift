import RosterLayout
import RosterLayoutCases
import Testing

@Suite struct DrawingTests {
  /// A box of 100 by 50 in so many others.
  private func deep(_ levels: Int) throws -> Layout.Child {
    let text =
      #"{"root":"# + String(repeating: #"{"children":["#, count: levels)
      + #"{"style":{"width":100,"height":50}}"# + String(repeating: "]}", count: levels) + "}"
    let cases = try LayoutCaseReader().read(text.utf8)
    return try #require(cases.first).layout()
  }

  @Test func linesAreIndentedToALimit() throws {
    let lines = LayoutOutline(try deep(100)).lines
    #expect(lines.count == 101)
    #expect(lines[1] == "└─ 100 × 50 at 0, 0")
    #expect(lines[100].hasSuffix(" 100: 100 × 50 at 0, 0"))
    #expect(lines.allSatisfy { $0.count < 150 })
  }

  @Test func namesInADrawingAreShortInDeepTrees() throws {
    var drawing = LayoutDrawing()
    drawing.append(try deep(200), title: "deep")
    #expect(drawing.svg.split(separator: "\n").allSatisfy { $0.count < 900 })
    #expect(drawing.svg.split(separator: "<title>").count == 202)
  }

  @Test func whatWasExpectedIsOutlined() throws {
    let layout = try deep(0)
    func svg(expected: Frame) -> String {
      var drawing = LayoutDrawing()
      drawing.append(layout, title: "box", expected: expected)
      return drawing.svg
    }
    let right = Frame(left: 0, top: 0, width: 100, height: 50)
    #expect(!svg(expected: right).contains("stroke-dasharray"))
    let wrong = Frame(left: 0, top: 0, width: 90, height: 50)
    #expect(svg(expected: wrong).contains("stroke-dasharray"))
  }

  @Test func anEmptyDrawingIsOne() {
    #expect(LayoutDrawing().svg.hasSuffix("</svg>\n"))
  }
}
