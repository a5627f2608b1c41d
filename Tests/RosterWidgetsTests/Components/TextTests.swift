import RosterComponents
import RosterJSON
import RosterLayout
import RosterText
import Testing

@testable import RosterWidgets

@Suite("Texts")
struct TextTests {
  @Test func aTextIsAViewOfItsText() {
    let view = WidgetTree(Text("Hello")).view
    #expect(view.spec.className == "text")
    #expect(view.spec.attributes == ["text": "Hello"])
    #expect(view.spec.accessibility == Accessibility(label: "Hello", traits: [.staticText]))
    #expect(view.events.isEmpty)
  }

  @Test func anEmptyTextTakesNoRoom() throws {
    let tree = WidgetTree(Text(""))
    #expect(tree.view.spec.accessibility == nil)
    #expect(try tree.frames(width: 10) == [ViewFrame(0, 0, 10, 0)])
  }

  @Test func aRoleIsAStyle() {
    let attributes = TextRole.allCases.map { WidgetTree(Text("a", $0)).view.spec.attributes }
    #expect(
      attributes == [
        ["text": "a"], ["text": "a", "color": "secondaryText"], ["text": "a", "bold": true],
        ["text": "a", "bold": true], ["text": "a", "color": "accent", "underline": true],
        ["text": "a", "color": "error"],
      ])
    #expect(
      WidgetTree(Text("a", .title)).view.spec.accessibility?.traits == [.staticText, .header])
  }

  @Test func changesCountForOneText() {
    let text = Text("a", .headline).color(.accent).background(.surface).bold(false).dim().italic()
      .underlined().struckThrough().alignment(.center).truncation(.middle)
    #expect(
      WidgetTree(text).view.spec.attributes == [
        "text": "a", "color": "accent", "background": "surface", "dim": true, "italic": true,
        "underline": true, "strikethrough": true, "align": "center", "truncation": "middle",
      ])
    #expect(text == text.self)
    #expect(text != Text("a", .headline))
  }

  @Test func spacingAndStopsAreAttributesIfTheyAreSet() {
    let text = Text("a\t1,5").letterSpacing(2).lineSpacing(-0.5).tabs(
      [
        TextOptions.TabStop(at: 8), TextOptions.TabStop(at: 12, .center),
        TextOptions.TabStop(at: 20, .end), TextOptions.TabStop(at: 30, .decimal(".")),
        TextOptions.TabStop(at: 40, .decimal(",")),
      ], width: 4)
    #expect(
      WidgetTree(text).view.spec.attributes == [
        "text": "a\t1,5", "letterSpacing": 2, "lineSpacing": -0.5, "tabWidth": 4,
        "tabStops": [
          ["at": 8], ["at": 12, "align": "center"], ["at": 20, "align": "end"],
          ["at": 30, "align": "decimal"], ["at": 40, "align": "decimal", "decimal": ","],
        ],
      ])
    let none = Text("a").letterSpacing(0).lineSpacing(.nan).tabs([], width: .infinity)
    #expect(WidgetTree(none).view.spec.attributes == ["text": "a"])
  }

  @Test func spacingAndStopsTakeRoom() throws {
    func size(_ text: Text) throws -> [ViewFrame?] { try WidgetTree(Node(text)).frames(width: 40) }
    #expect(try size(Text("a\nb").lineSpacing(1)) == [ViewFrame(0, 0, 40, 4)])
    #expect(try size(Text("aaaa bbbb").letterSpacing(4)) == [ViewFrame(0, 0, 40, 2)])
    #expect(
      try size(Text("a\tb").tabs([TextOptions.TabStop(at: 40)])) == [ViewFrame(0, 0, 40, 2)])
    #expect(try size(Text("a\tb").tabs([], width: 39)) == [ViewFrame(0, 0, 40, 1)])
  }

  /// Where bold text is wider, a bold part of a text is.
  @Test func boldPartsAreMeasuredAsBoldText() throws {
    let wide = TerminalMeasurer(cell: Size(width: 2, height: 1))
    func width(_ text: Text, _ bold: TerminalMeasurer?) throws -> Double? {
      let tree = WidgetTree(Node<Never> { Flex(.row) { text } }) { $0.boldTextMeasurer = bold }
      return try tree.frames(width: 40)[0]?.size.width
    }
    let pieces = Text([TextPiece("ab").bold(), TextPiece("cd")])
    #expect(try width(pieces, nil) == 4)
    #expect(try width(pieces, wide) == 6)
    #expect(try width(Text([TextPiece("ab").bold(false), TextPiece("cd")]).bold(), wide) == 6)
  }

  @Test func whatGivesWayIsMeasured() throws {
    for truncation in TextEllipsis.allCases {
      let text = Text("one\ntwo").lines(1).truncation(truncation)
      let tree = WidgetTree(Node<Never> { Flex(.row) { text } })
      let width = try tree.frames(width: 40)[0]?.size.width
      #expect(width == [.end: 4, .middle: 7, .start: 4, .none: 3][truncation], "\(truncation)")
    }
  }

  @Test func linesBreakWhereThereIsNoMoreRoom() throws {
    #expect(try WidgetTree(Text("one two three")).frames(width: 8) == [ViewFrame(0, 0, 8, 2)])
    #expect(
      try WidgetTree(Text("one two three").lines(1)).frames(width: 8) == [ViewFrame(0, 0, 8, 1)])
    #expect(
      try WidgetTree(Text("one two three").lines(0)).frames(width: 5) == [ViewFrame(0, 0, 5, 3)])
  }

  @Test func theTitleHasRoomAroundIt() throws {
    #expect(try WidgetTree(Text("a", .title)).frames(width: 8) == [ViewFrame(0, 0, 8, 3)])
  }

  @Test func aTextGivesWayInARow() throws {
    let tree = WidgetTree(
      Node<Never> {
        ViewNode("row") {
          Text("a long name").lines(1)
          Button("x", action: Action())
        }
        .direction(.row)
      })
    #expect(
      try tree.frames(width: 10)
        == [ViewFrame(0, 0, 10, 1), ViewFrame(0, 0, 7, 1), ViewFrame(7, 0, 3, 1)])
  }

  @Test func piecesAreSpansOfTheirText() {
    let text = Text([
      TextPiece("Zoë").bold(), TextPiece(" likes "), TextPiece("this").color(.accent).underlined(),
      TextPiece("").italic(), TextPiece(".").link("https://a.example"),
    ])
    #expect(text.text == "Zoë likes this.")
    #expect(
      WidgetTree(text).view.spec.attributes["spans"] == [
        ["from": 0, "to": 4, "bold": true],
        ["from": 11, "to": 15, "color": "accent", "underline": true],
        ["from": 15, "to": 16, "link": "https://a.example"],
      ])
  }

  @Test func spansEndBetweenCharacters() {
    func span(_ range: Range<Int>) -> TextSpan {
      var span = TextSpan(range)
      span.isItalic = true
      return span
    }
    // "é" of two scalars takes the first three bytes.
    let text = "e\u{301}x"
    let ranges = [-5..<1, 0..<2, 1..<3, 1..<4, 3..<99, 4..<9, 2..<2, -3 ..< -1]
    #expect(
      Text(text, spans: ranges.map(span)).spans.map(\.range) == [0..<3, 0..<4, 3..<4])
  }
}

@Suite("Labels")
struct LabelTests {
  @Test func anIconStandsBeforeTheText() throws {
    let tree = WidgetTree(Label("Saved", icon: .text("✓")))
    #expect(tree.view.spec.className == "box")
    #expect(tree.view.children.map(\.spec.className) == ["text", "text"])
    #expect(tree.view.children[0].spec.attributes == ["text": "✓", "color": "accent"])
    #expect(
      try tree.frames(width: 20)
        == [ViewFrame(0, 0, 20, 1), ViewFrame(0, 0, 1, 1), ViewFrame(2, 0, 5, 1)])
    #expect(tree.tree.views.accessibilityElements().map(\.label) == ["Saved"])
  }

  @Test func anIconMayBeAPicture() {
    let tree = WidgetTree(Label("Saved", icon: .image("disk")))
    #expect(tree.view.children[0].spec.className == "image")
    #expect(tree.view.children[0].spec.attributes == ["source": "disk", "color": "accent"])
  }

  @Test func withoutAnIconThereIsOnlyText() throws {
    let tree = WidgetTree(Label("Saved"))
    #expect(try tree.frames(width: 9) == [ViewFrame(0, 0, 9, 1), ViewFrame(0, 0, 5, 1)])
    #expect(WidgetTree(Label("")).tree.views.accessibilityElements().isEmpty)
  }
}
