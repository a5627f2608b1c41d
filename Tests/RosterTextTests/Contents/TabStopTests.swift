import RosterLayout
import RosterText
import Testing

@Suite struct TabStopTests {
  private func options(_ stops: TextOptions.TabStop..., width: Double? = nil) -> TextOptions {
    var options = TextOptions()
    (options.tabStops, options.tabWidth) = (stops, width)
    return options
  }

  /// A line with the tabs as spaces.
  private func drawn(_ text: String, _ options: TextOptions) -> [String] {
    let content = TextContent(text, measurer: TerminalMeasurer(), options: options)
    return content.lines(in: Size(.infinity, .infinity)).map { line in
      let pieces = content.pieces(of: line)
      #expect(pieces.flatMap(\.advances).reduce(0, +) == line.width)
      return pieces.map { piece in
        piece.text == "\t" ? String(repeating: ".", count: Int(piece.advances[0])) : piece.text
      }.joined()
    }
  }

  @Test func theDistanceOfStopsMayBeGiven() {
    #expect(drawn("a\tb\tc", options(width: 4)) == ["a...b...c"])
    #expect(drawn("abcd\tb", options(width: 4)) == ["abcd....b"])
    #expect(drawn("a\tb", options(width: 2.4)) == ["a.b"])
    for width in [0, -1, .nan, .infinity] {
      #expect(drawn("a\tb", options(width: width)) == ["ab"], "\(width)")
    }
  }

  @Test func aTabReachesToTheNextStop() {
    let stops = options(TextOptions.TabStop(at: 5), TextOptions.TabStop(at: 3))
    #expect(drawn("a\tb\tc", stops) == ["a..b.c"])
    #expect(drawn("abc\tb", stops) == ["abc..b"])
  }

  @Test func otherStopsBeginBehindTheLastOne() {
    #expect(drawn("a\tb\tc", options(TextOptions.TabStop(at: 5))) == ["a....b..c"])
    #expect(drawn("a\tb\tc", options(TextOptions.TabStop(at: 9), width: 4)) == ["a........b..c"])
  }

  @Test func textStandsAtItsStop() {
    #expect(drawn("a\tbcd", options(TextOptions.TabStop(at: 9, .end))) == ["a.....bcd"])
    #expect(drawn("a\tbcd", options(TextOptions.TabStop(at: 9, .center))) == ["a......bcd"])
    #expect(drawn("a\tbcde", options(TextOptions.TabStop(at: 9, .center))) == ["a......bcde"])
    #expect(drawn("a\tbc\td", options(TextOptions.TabStop(at: 5, .end))) == ["a..bc...d"])
    #expect(
      drawn("a\tb c  \nd\te f", options(TextOptions.TabStop(at: 6, .end))) == [
        "a..b c", "d..e f",
      ])
  }

  @Test func numbersStandAtTheirPoint() {
    let stops = options(TextOptions.TabStop(at: 6, .decimal(".")))
    #expect(
      drawn("a\t9.5\nb\t12\nc\t1,234.56\nd\t.5\ne\t-0.123 kg", stops) == [
        "a....9.5", "b...12", "c1,234.56", "d......5", "e...-0.123 kg",
      ])
    let comma = options(TextOptions.TabStop(at: 6, .decimal(",")))
    #expect(drawn("a\t9,5\nb\t1.234,5", comma) == ["a....9,5", "b1.234,5"])
  }

  @Test func textThatIsTooWideBeginsAtOnce() {
    #expect(drawn("ab\tcdefgh", options(TextOptions.TabStop(at: 5, .end))) == ["abcdefgh"])
    #expect(
      drawn("ab\tcdefgh\ti", options(TextOptions.TabStop(at: 5, .end), width: 9)) == [
        "abcdefgh.i"
      ])
  }

  @Test func lineThatEndsWithinATextDoesNotMoveIt() {
    let stops = options(TextOptions.TabStop(at: 6, .end))
    #expect(lines("a\tbb cc", 4, stops) == ["a\tbb", "cc"])
    #expect(lines("\ta", 4, stops) == ["", "a"])
  }

  @Test func stopsThatAreNoneDoNotCount() {
    let stops = options(
      TextOptions.TabStop(at: .nan), TextOptions.TabStop(at: -3), TextOptions.TabStop(at: 0, .end),
      TextOptions.TabStop(at: .infinity, .center))
    #expect(drawn("a\tb", stops) == ["a.......b"])
  }

  @Test func stopsAreCellsInATerminal() {
    #expect(drawn("a\tb", options(TextOptions.TabStop(at: 3.4))) == ["a..b"])
    let wide = TerminalMeasurer(cell: Size(10, 20))
    let stops = options(TextOptions.TabStop(at: 56, .center))
    // The text of 30 begins at 45, which is no cell.
    #expect(size("a\tbbb", .maxContent, .maxContent, stops, measurer: wide).width == 70)
  }

  @Test func textFromRightToLeftHasItsStopsFromTheRight() throws {
    let end = options(TextOptions.TabStop(at: 7, .end))
    let content = TextContent("א\tבג", measurer: TerminalMeasurer(), options: end)
    let laid = content.laid(in: Size(10, 1))
    // |   גב    א|
    #expect(laid.cursor(at: TextPosition(offset: 3)).origin.x == 5)
    #expect(laid.cursor(at: TextPosition(offset: 7)).origin.x == 3)
    let decimal = options(TextOptions.TabStop(at: 4, .decimal(".")))
    let number = TextContent("א\t12.5", measurer: TerminalMeasurer(), options: decimal)
    // |   12.5  א|: the point is seen four cells from the right.
    let cursor = number.laid(in: Size(10, 1)).cursor(at: TextPosition(offset: 5))
    #expect(cursor.origin.x == 5)
  }
}
