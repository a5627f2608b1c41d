import RosterLayout
import RosterText
import Testing

@Suite struct TextSpacingTests {
  private func spaced(_ letters: Double, lines: Double = 0) -> TextOptions {
    var options = TextOptions(wrapping: .wordsOrCharacters)
    (options.letterSpacing, options.lineSpacing) = (letters, lines)
    return options
  }

  @Test func everyCharacterHasRoomBehindIt() {
    #expect(size("abc", .maxContent, .maxContent, spaced(1)) == Size(6, 1))
    #expect(size("a c", .maxContent, .maxContent, spaced(2)) == Size(9, 1))
    #expect(size("字e\u{301}🇩🇪", .maxContent, .maxContent, spaced(1)) == Size(8, 1))
  }

  @Test func whatIsNotSeenHasNoRoomBehindIt() {
    #expect(size("a\u{200B}b\u{AD}c", .maxContent, .maxContent, spaced(1)) == Size(6, 1))
    #expect(size("a\tb", .maxContent, .maxContent, spaced(1)) == Size(10, 1))
    #expect(size("a\nb", .maxContent, .maxContent, spaced(1)) == Size(2, 2))
  }

  @Test func lettersThatAreJoinedStayTogether() {
    #expect(size("سلام", .maxContent, .maxContent, spaced(3)) == Size(4, 1))
    #expect(size("שלום", .maxContent, .maxContent, spaced(3)) == Size(16, 1))
  }

  @Test func linesEndWhereTheRoomIsUsedUp() {
    #expect(lines("one two", 8, spaced(0)) == ["one two"])
    #expect(lines("one two", 8, spaced(1)) == ["one", "two"])
    #expect(lines("abcd", 4, spaced(1)) == ["ab", "cd"])
  }

  @Test func whatIsDrawnAtTheEndOfALineIsSpacedAsWell() throws {
    var options = spaced(1)
    options.maximumLines = 1
    #expect(lines("abcdef", 6, options) == ["ab…"])
    let content = TextContent("ab\u{AD}cd", measurer: TerminalMeasurer(), options: spaced(1))
    #expect(content.lines(in: Size(6, 9)).map(content.string) == ["ab-", "cd"])
    #expect(content.lines(in: Size(6, 9)).map(\.width) == [6, 4])
  }

  @Test func cursorsStandBeforeTheirCharacter() {
    let laid = TextContent("ab", measurer: TerminalMeasurer(), options: spaced(2))
      .laid(in: Size(9, 9))
    #expect((0...2).map { laid.cursor(at: TextPosition(offset: $0)).origin.x } == [0, 3, 6])
    #expect(laid.position(at: Point(x: 2, y: 0)).offset == 1)
    #expect(laid.rectangles(of: 0..<1).map(\.size.width) == [3])
  }

  @Test func aTerminalHasWholeCells() {
    for (length, width) in [(0.4, 3.0), (0.6, 6), (-1, 3), (.nan, 3), (.infinity, 3)] {
      #expect(size("abc", .maxContent, .maxContent, spaced(length)).width == width, "\(length)")
    }
    let wide = TerminalMeasurer(cell: Size(8, 16))
    #expect(size("ab", .maxContent, .maxContent, spaced(3), measurer: wide) == Size(16, 16))
    #expect(size("ab", .maxContent, .maxContent, spaced(5), measurer: wide) == Size(32, 16))
    #expect(size("ab", .maxContent, .maxContent, spaced(0, lines: 9), measurer: wide).height == 32)
  }

  @Test func halfOfTheRoomOfALineIsAboveIt() {
    func baselines(_ lines: Double) -> [Double] {
      let content = TextContent(
        "a\nb", measurer: TerminalMeasurer(), options: spaced(0, lines: lines))
      return content.lines(in: Size(9, .infinity)).map(\.baseline)
    }
    #expect(baselines(0) == [1, 2])
    #expect(baselines(1) == [1, 3])
    #expect(baselines(2) == [2, 5])
    #expect(baselines(-1) == [1, 2])
    #expect(size("a\nb", .maxContent, .maxContent, spaced(0, lines: 2)) == Size(1, 6))
  }

  @Test func baselinesOfAMeasuredTextHaveTheRoom() {
    let measured = TextContent("a\nb", measurer: HalfPoints(), options: spaced(0, lines: 3))
      .measure(width: .maxContent, height: .maxContent)
    #expect(measured.size.height == 26)
    #expect(measured.baseline == 9.5)
    #expect(measured.lastBaseline == 22.5)
  }

  @Test func aLowBoxHasTheLinesThatFit() {
    let content = TextContent(
      "a b c", measurer: TerminalMeasurer(), options: spaced(0, lines: 1))
    #expect(content.lines(in: Size(1, 4)).map(content.string) == ["a", "…"])
    #expect(content.lines(in: Size(1, 3)).map(content.string) == ["…"])
    #expect(content.lines(in: Size(1, 6)).map(content.string) == ["a", "b", "c"])
  }

  @Test func cursorsAndPointsGoByTheHeightOfLines() {
    let laid = TextContent("a\nb", measurer: TerminalMeasurer(), options: spaced(0, lines: 1))
      .laid(in: Size(9, 9))
    #expect(laid.cursor(at: TextPosition(offset: 2)).origin == Point(x: 0, y: 2))
    #expect(laid.cursor(at: TextPosition(offset: 2)).size == Size(0, 2))
    #expect(laid.position(at: Point(x: 0, y: 1.5)).offset == 0)
    #expect(laid.position(at: Point(x: 0, y: 2)).offset == 2)
    #expect(laid.cursorHeight == 4)
  }

  @Test func lengthsLessThanZeroMoveTogether() {
    let content = TextContent("abc", measurer: HalfPoints(), options: spaced(-0.25, lines: -4))
    #expect(content.lines(in: Size(9, 9)).map(\.width) == [0.75])
    #expect(content.lines(in: Size(9, 9)).map(\.baseline) == [6])
    let none = TextContent("abc\nd", measurer: HalfPoints(), options: spaced(-9, lines: -99))
    #expect(none.measure(width: .maxContent, height: .maxContent).size == Size(0, 0))
  }
}

/// Characters of half a point, in lines of ten points.
struct HalfPoints: TextMeasurer {
  var width = 0.5
  var lineMetrics = LineMetrics(height: 10, baseline: 8)
  var tabWidth: Double { 4 }

  func measure(_ runs: inout [TextRun], of text: String) {
    for index in runs.indices { runs[index].width = Double(runs[index].columns) * width }
  }
}
