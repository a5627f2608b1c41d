import RosterLayout
import RosterText
import Testing

@Suite struct TextLineTests {
  @Test func rangesOfLinesFollowOneAnother() {
    let content = TextContent("one  two\nthree", measurer: TerminalMeasurer())
    let lines = content.lines(in: Size(4, .infinity))
    #expect(lines.map { String(content.text[$0.range]) } == ["one  ", "two\n", "three"])
    #expect(lines.map { String(content.text[$0.visibleRange]) } == ["one", "two", "three"])
    #expect(lines.map(\.width) == [3, 3, 5])
    #expect(lines.map(\.baseline) == [1, 2, 3])
  }

  @Test func softHyphenIsSeenOnlyWhereTheLineIsBroken() {
    let text = "extra\u{AD}ordinary"
    #expect(lines(text, 13) == ["extraordinary"])
    #expect(lines(text, 9) == ["extra-", "ordinary"])
    #expect(size(text, .maxContent) == Size(13, 1))
    #expect(size(text, .minContent) == Size(8, 2))
    #expect(size("extra\u{AD}ord", .minContent) == Size(6, 2))
  }

  @Test func hyphenNeedsRoomAsWell() {
    #expect(lines("ab\u{AD}cd\u{AD}ef", 4) == ["ab-", "cdef"])
    #expect(lines("ab\u{AD}cd\u{AD}ef", 5) == ["abcd-", "ef"])
    #expect(lines("a ab\u{AD}c", 4) == ["a", "abc"])
    #expect(lines("ab\u{AD}c", 2) == ["ab-", "c"])
  }

  @Test func tabsReachToTheNextStopOfTheirLine() {
    #expect(size("\tb", .maxContent).width == 9)
    #expect(size("abc\tb", .maxContent).width == 9)
    #expect(size("abcdefgh\tb", .maxContent).width == 17)
    #expect(size("a\t\tb", .maxContent).width == 17)
    #expect(size("a\nabc\tb", .maxContent) == Size(9, 2))
    #expect(size("abc\tb", .maxContent, measurer: TerminalMeasurer(tabColumns: 4)).width == 5)
    #expect(size("abc\tb", .maxContent, measurer: TerminalMeasurer(tabColumns: 0)).width == 4)
  }

  @Test func lineMayEndBehindATab() {
    #expect(lines("abc\tb", 8) == ["abc", "b"])
  }

  /// Three tenths added up are a hair more than 0.3.
  @Test func roundingOfSumsMovesNoWord() {
    let tenth = TerminalMeasurer(cell: Size(0.1, 1))
    #expect(0.1 + 0.1 + 0.1 > 0.3)
    #expect(lines("a b", 0.3, measurer: tenth) == ["a b"])
    #expect(lines("a b", 0.29, measurer: tenth) == ["a", "b"])
    #expect(size("a b", .atMost(0.3), measurer: tenth).height == 1)
  }

  /// Of any words, as many stand in the first line as fit by their number of cells.
  @Test func aRoomOfSomeCellsHoldsThatManyOfAnyWidth() {
    for cell in [0.1, 0.3, 0.7, 1 / 3.0, 13.37] {
      let measurer = TerminalMeasurer(cell: Size(cell, 1))
      for count in 1...40 {
        let text = Array(repeating: "a", count: count).joined(separator: " ")
        let room = Double(2 * count - 1) * cell
        #expect(lines(text, room, measurer: measurer) == [text], "\(count) of \(cell)")
        #expect(lines(text + " a", room, measurer: measurer) == [text, "a"], "\(count) of \(cell)")
      }
    }
  }
}
