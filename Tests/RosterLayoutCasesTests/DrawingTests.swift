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

  @Test func everyBoxHasAPathThatCanBeFollowed() throws {
    var drawing = LayoutDrawing()
    drawing.append(try deep(200), title: "deep")
    let paths = drawing.svg.split(separator: "<title>").dropFirst().map { $0.prefix { $0 != ":" } }
    #expect(Set(paths).count == 201)
    #expect(paths[39].hasSuffix(".children[0] (box 40)"))
    #expect(paths[40] == "box 40.children[0]")
    #expect(paths[80] == "box 80.children[0]")
  }

  @Test func textsAreDrawnInTheirLines() throws {
    let text = #"{"style":{"width":85,"padding":10},"text":"be sea longer a"}"#
    let cases = try LayoutCaseReader().read(#"{"root":\#(text)}"#.utf8)
    var drawing = LayoutDrawing()
    drawing.append(try #require(cases.first).layout(), title: "text")
    let lines = drawing.svg.split(separator: "\n").filter { $0.contains("textLength") }
    #expect(
      lines.map { String($0.split(separator: ">")[1].prefix { $0 != "<" }) } == [
        "be sea", "longer", "a",
      ])
    let tops = lines.compactMap { line in
      line.firstRange(of: " y=\"").flatMap { Double(line[$0.upperBound...].prefix { $0 != "\"" }) }
    }
    #expect(tops.count == 3 && tops == tops.sorted() && Set(tops).count == 3)
  }

  @Test(arguments: [
    ("ltr", #""paddingStart":10,"paddingEnd":5"#, "ltr", 10.0),
    ("rtl", #""paddingStart":10,"paddingEnd":5"#, "rtl", 90.0),
    ("rtl", #""padding":3,"border":4"#, "rtl", 93.0),
    ("rtl", #""direction":"ltr","padding":3"#, "ltr", 3.0),
    ("ltr", #""direction":"rtl","padding":3"#, "rtl", 97.0),
  ]) func linesBeginWhereTheirDirectionDoes(
    direction: String, style: String, drawn: String, start: Double
  ) throws {
    let text = #"{"direction":"\#(direction)","root":{"style":{"width":100},"#
    let child = #""children":[{"style":{\#(style)},"text":"be sea longer"}]}}"#
    let layoutCase = try #require(try LayoutCaseReader().read((text + child).utf8).first)
    let layout = try layoutCase.layout()
    var drawing = LayoutDrawing()
    drawing.append(layout, title: "text", direction: layoutCase.direction)
    var page = LayoutPage()
    page.append(layout, title: "text", direction: layoutCase.direction)
    for content in [drawing.svg, page.html] {
      let lines = content.split(separator: "\n").filter { $0.contains("textLength") }
      #expect(lines.count == 2)
      #expect(lines.allSatisfy { $0.hasPrefix("<text x=\"\(Int(start * 4))\"") })
      #expect(lines.allSatisfy { $0.contains("direction=\"rtl\"") == (drawn == "rtl") })
    }
  }

  @Test func aPageShowsBothLayoutsAndWhatDiffers() throws {
    let layout = try deep(1)
    let right = Frame(
      left: 0, top: 0, width: 100, height: 50,
      children: [Frame(left: 0, top: 0, width: 100, height: 50)])
    var wrong = right
    wrong.children[0].width = 90
    func html(expected: Frame?) -> String {
      var page = LayoutPage()
      page.append(layout, title: "a<b", expected: expected)
      return page.html
    }
    #expect(!html(expected: nil).contains("radio"))
    #expect(!html(expected: right).contains("stroke-dasharray"))
    let page = html(expected: wrong)
    #expect(page.split(separator: "stroke-dasharray").count == 2)
    #expect(page.contains("root.children[0]: width: expected 90, got 100"))
    #expect(page.split(separator: "type=\"radio\"").count == 4)
    #expect(page.contains("<h2>a&lt;b</h2>"))
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

  @Test func aBoxWithoutAWidthIsDrawnAsALine() throws {
    let cases = try LayoutCaseReader().read(#"{"root":{"style":{"width":0,"height":9}}}"#.utf8)
    let layout = try #require(cases.first).layout()
    var drawing = LayoutDrawing()
    drawing.append(
      layout, title: "line", expected: Frame(left: 0, top: 0, width: 5, height: 0))
    let rectangles = drawing.svg.split(separator: "<rect x=").dropFirst()
    #expect(rectangles.count == 2)
    #expect(rectangles.allSatisfy { !$0.contains("width=\"0\"") && !$0.contains("height=\"0\"") })
  }

  @Test func anEmptyDrawingIsOne() {
    #expect(LayoutDrawing().svg.hasSuffix("</svg>\n"))
  }
}
