import RosterLayout
import RosterText
import Testing

/// Texts of which parts have measurers of their own.
@Suite struct TextPartTests {
  private let wide = TerminalMeasurer(cell: Size(2, 1))

  private func content(
    _ text: String, _ ranges: Range<Int>..., options: TextOptions = TextOptions()
  ) -> TextContent {
    TextContent(
      text, measurer: TerminalMeasurer(), options: options,
      parts: ranges.map { TextContent.Part($0, measurer: wide) })
  }

  private func width(_ content: TextContent) -> Double {
    content.measure(width: .maxContent, height: .maxContent).size.width
  }

  @Test func aPartIsMeasuredByItsMeasurer() {
    #expect(width(content("one two")) == 7)
    #expect(width(content("one two", 0..<3)) == 10)
    #expect(width(content("one two", 2..<5)) == 10)
    #expect(width(content("one two", 0..<7)) == 14)
    #expect(width(content("a世界b", 4..<7)) == 8)
  }

  @Test func linesEndWhereThePartsSay() {
    let text = content("one two", 0..<3)
    #expect(text.lines(in: Size(9, 9)).map(text.string) == ["one", "two"])
    #expect(text.lines(in: Size(9, 9)).map(\.width) == [6, 3])
    #expect(text.lines(in: Size(10, 9)).map(\.width) == [10])
  }

  @Test func partsLieOverEarlierOnes() {
    let narrow = TextContent.Part(1..<2, measurer: TerminalMeasurer())
    let text = TextContent(
      "abcd", measurer: TerminalMeasurer(),
      parts: [TextContent.Part(0..<3, measurer: wide), narrow])
    #expect(text.parts.map(\.range) == [0..<1, 1..<2, 2..<3])
    #expect(width(text) == 6)
  }

  @Test func partsEndBetweenCharacters() {
    #expect(content("e\u{301}x", 0..<1).parts.isEmpty)
    #expect(content("e\u{301}x", 1..<99).parts.map(\.range) == [0..<4])
    #expect(content("abc", -9 ..< -1, 2..<2).parts.isEmpty)
    #expect(width(content("e\u{301}x", 3..<4)) == 3)
  }

  @Test func cursorsGoByTheParts() {
    let laid = content("a bb c", 2..<4).laid(in: Size(99, 1))
    #expect(
      (0...6).map { laid.cursor(at: TextPosition(offset: $0)).origin.x } == [0, 1, 2, 4, 6, 7, 8])
    let second = content("aaaa bb", 5..<7).laid(in: Size(4, 2))
    #expect(second.cursor(at: TextPosition(offset: 6)).origin == Point(x: 2, y: 1))
  }

  @Test func truncatedLinesGoByTheParts() {
    var options = TextOptions(maximumLines: 1)
    let end = content("abcdef gh", 0..<2, options: options)
    #expect(end.lines(in: Size(6, 1)).map(end.string) == ["abc…"])
    options.truncation.place = .start
    let start = content("abc defgh", 7..<9, options: options)
    #expect(start.lines(in: Size(6, 1)).map(start.string) == ["…fgh"])
    #expect(start.lines(in: Size(6, 1)).map(\.width) == [6])
  }

  @Test func baselinesOfPartsAreAtOneHeight() {
    let high = HalfPoints(lineMetrics: LineMetrics(height: 15, baseline: 9))
    let deep = HalfPoints(lineMetrics: LineMetrics(height: 12, baseline: 4))
    let text = TextContent(
      "abc", measurer: HalfPoints(),
      parts: [TextContent.Part(1..<2, measurer: high), TextContent.Part(2..<3, measurer: deep)])
    let measured = text.measure(width: .maxContent, height: .maxContent)
    #expect(measured.baseline == 9)
    #expect(measured.size.height == 17)
  }
}
