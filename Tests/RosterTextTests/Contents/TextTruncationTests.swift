import RosterLayout
import RosterText
import Testing

@Suite struct TextTruncationTests {
  private let one = TextOptions(maximumLines: 1)

  @Test func lineThatHoldsEverythingIsNotTruncated() {
    #expect(lines("one two", 7, one) == ["one two"])
    #expect(lines("one two\n", 7, one) == ["one two"])
  }

  @Test func lastLineEndsWithTheTruncationString() {
    #expect(lines("one two three", 9, one) == ["one two…"])
    #expect(lines("one two three four", 9, TextOptions(maximumLines: 2)) == ["one two", "three…"])
  }

  @Test func charactersMakeRoomForTheTruncationString() {
    #expect(lines("one two three", 7, one) == ["one tw…"])
    #expect(lines("antidisestablishment is", 5, one) == ["anti…"])
    #expect(lines("世界地図 a", 7, one) == ["世界地…"])
    #expect(lines("世界地図 a", 6, one) == ["世界…"])
  }

  @Test(arguments: [
    ("one, two", "one…"), ("one... two", "one…"), ("one?! two", "one…"), ("one; two", "one…"),
    ("one: two", "one…"), ("one\t two", "one…"), ("one) two", "one)…"),
  ])
  func punctuationBeforeTheTruncationStringIsDropped(_ text: String, _ expected: String) {
    #expect(lines(text, 7, one) == [expected])
  }

  @Test func whatIsDroppedIsTheCallersChoice() {
    let options = TextOptions(
      maximumLines: 1, truncation: TextOptions.Truncation(" [more]", dropping: []))
    #expect(lines("one, two", 12, options) == ["one, two"])
    #expect(lines("one, two three four", 12, options) == ["one,  [more]"])
  }

  @Test func newlineTruncatesToo() {
    #expect(lines("one\ntwo", 9, one) == ["one…"])
    #expect(lines("\ntwo", 9, one) == ["…"])
    #expect(size("one\ntwo", .maxContent, .maxContent, one) == Size(4, 1))
  }

  @Test func truncationStringThatDoesNotFitIsCutItself() {
    let options = TextOptions(maximumLines: 1, truncation: TextOptions.Truncation("[more]"))
    #expect(lines("one two three", 6, options) == ["[more]"])
    #expect(lines("one two three", 4, options) == ["[mor"])
    #expect(lines("one two three", 0, options) == [""])
  }

  @Test func emptyTruncationStringLeavesOnlyText() {
    let options = TextOptions(maximumLines: 1, truncation: TextOptions.Truncation("", dropping: []))
    #expect(lines("one two three", 8, options) == ["one two"])
  }

  @Test func clustersAreDroppedWhole() {
    #expect(lines("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧 a", 5, one) == ["👨‍👩‍👧👨‍👩‍👧…"])
    #expect(lines("e\u{301}e\u{301}e\u{301} a", 3, one) == ["e\u{301}e\u{301}…"])
  }

  @Test func lowBoxShowsTheLinesThatFit() {
    let content = TextContent("one two three", measurer: TerminalMeasurer())
    let drawn = content.lines(in: Size(5, 2.5)).map(content.string)
    #expect(drawn == ["one", "two…"])
    #expect(content.lines(in: Size(5, 0)).map(content.string) == ["one…"])
    #expect(content.lines(in: Size(5, 3)).map(\.isTruncated) == [false, false, false])
  }

  @Test func rangeOfATruncatedLineEndsWhereItIsCut() throws {
    let content = TextContent("one, two", measurer: TerminalMeasurer(), options: one)
    let line = try #require(content.lines(in: Size(6, 1)).first)
    #expect(content.text[line.range] == "one")
    #expect(line.width == 4)
    #expect(line.isTruncated)
  }

  @Test func truncatedTextHasTheSameLinesInABoxOfItsSize() {
    for text in ["aaa bb!! cc", "zz aab!!!!!!\nq", "one two three four", "a, b, c, d, e, f"] {
      for width in 0..<14 {
        let content = TextContent(text, measurer: TerminalMeasurer(), options: one)
        let measured = content.measure(width: .atMost(Double(width)), height: .maxContent).size
        let drawn = content.lines(in: measured).map(content.string)
        #expect(drawn == lines(text, Double(width), one), "\(text) in \(width)")
      }
    }
  }

  private func options(_ place: TextOptions.Truncation.Place, _ string: String = "…") -> TextOptions
  {
    TextOptions(
      wrapping: .wordsOrCharacters, maximumLines: 1,
      truncation: TextOptions.Truncation(string, at: place))
  }

  @Test func theBeginningGivesWay() {
    #expect(lines("one two three", 9, options(.start)) == ["…wo three"])
    #expect(lines("one two three", 13, options(.start)) == ["one two three"])
    #expect(lines("世界地図 a", 6, options(.start)) == ["…図 a"])
    #expect(lines("one two  ", 4, options(.start)) == ["…two"])
  }

  @Test func theMiddleGivesWay() {
    #expect(lines("one two three", 9, options(.middle)) == ["one…three"])
    #expect(lines("onetwothree", 9, options(.middle)) == ["onet…hree"])
    #expect(lines("onetwothree", 8, options(.middle)) == ["onet…ree"])
    #expect(lines("世界地図", 6, options(.middle)) == ["世…図"])
    #expect(lines("世界地図", 7, options(.middle)) == ["世…地図"])
  }

  @Test func thePartsOfALineTruncatedInTheMiddleAreKnown() throws {
    let content = TextContent(
      "onetwothree\n", measurer: TerminalMeasurer(), options: options(.middle))
    let line = try #require(content.lines(in: Size(8, 1)).first)
    #expect(content.text[line.visibleRange] == "onet")
    #expect(line.ending == "…")
    #expect(content.text[line.tailRange] == "ree")
    #expect(line.range == content.text.startIndex..<content.text.endIndex)
    #expect(line.isTruncated && line.width == 8)
    let whole = try #require(content.lines(in: Size(11, 1)).first)
    #expect(whole.tailRange.isEmpty && !whole.isTruncated)
  }

  @Test func whatIsDroppedStandsOnNeitherSide() {
    #expect(lines("a, one, two", 6, options(.middle)) == ["a…two"])
    #expect(lines("one two,", 5, options(.start)) == ["…two,"])
    let kept = TextOptions.Truncation("…", dropping: [], at: .middle)
    #expect(lines("a, one, two", 6, TextOptions(maximumLines: 1, truncation: kept)) == ["a,…two"])
  }

  @Test func theEndOfTheTextReachesBackToItsLastNewlineOrTab() {
    #expect(lines("one\ntwo", 9, options(.middle)) == ["one…two"])
    #expect(lines("one\ntwo", 9, options(.start)) == ["…two"])
    #expect(lines("one\ntwo\n", 9, options(.start)) == ["…two"])
    #expect(lines("one\ttwo three", 9, options(.middle)) == ["one…three"])
    #expect(lines("onetwothree\tab", 6, options(.start)) == ["…ab"])
    #expect(lines("onetwothree\tab", 6, options(.middle)) == ["one…ab"])
    var narrow = options(.start)
    narrow.tabWidth = 2
    #expect(lines("onetwothree\tab", 7, narrow) == ["…ab"])
    #expect(lines("one\n\n", 9, options(.middle)) == ["one…"])
  }

  @Test func whatTheEndLeavesIsForTheBeginning() {
    #expect(lines("onetwothree\nx", 8, options(.middle)) == ["onetwo…x"])
    #expect(size("onetwo\nx", .maxContent, .maxContent, options(.middle)) == Size(8, 1))
    #expect(lines("onetwo\nx", 8, options(.middle)) == ["onetwo…x"])
  }

  @Test func onlyTheLastLineIsTruncated() {
    var options = options(.middle)
    options.maximumLines = 2
    options.wrapping = .wordsOrCharacters
    #expect(lines("one twothreefour", 6, options) == ["one", "two…ur"])
    options.truncation.place = .start
    #expect(lines("one twothreefour", 6, options) == ["one", "…efour"])
  }

  @Test func theStringIsCutWhereverItStands() {
    for place in TextOptions.Truncation.Place.allCases {
      #expect(lines("one two three", 4, options(place, "[more]")) == ["[mor"], "\(place)")
      #expect(lines("one two three", 0, options(place)) == [""], "\(place)")
      #expect(lines("one two three", 1, options(place)) == ["…"], "\(place)")
    }
  }

  @Test func clustersAreDroppedWholeAtBothSides() {
    #expect(lines("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 5, options(.middle)) == ["👨‍👩‍👧…👨‍👩‍👧"])
    #expect(lines("e\u{301}e\u{301}e\u{301} a", 2, options(.start)) == ["…a"])
  }

  @Test func hiddenCharactersHaveTheirCursorBeforeTheString() {
    let laid = TextContent("onetwothree", measurer: TerminalMeasurer(), options: options(.middle))
      .laid(in: Size(8, 1))
    let places = (0...11).map { laid.cursor(at: TextPosition(offset: $0)).origin.x }
    #expect(places == [0, 1, 2, 3, 4, 4, 4, 4, 5, 6, 7, 8])
    #expect(laid.position(at: Point(x: 4.2, y: 0)).offset == 4)
    #expect(laid.position(at: Point(x: 5, y: 0)).offset == 8)
    #expect(laid.rectangles(of: 5..<9).map(\.size.width) == [2])
  }

  @Test func truncatedLinesAreSeenInTheirOrder() throws {
    let content = TextContent(
      "אבגדה abcde", measurer: TerminalMeasurer(), options: options(.middle))
    let line = try #require(content.lines(in: Size(7, 1)).first)
    #expect(content.string(of: line) == "אבג…cde")
    let runs = content.visualRuns(of: line)
    #expect(runs.map { String(content.text[$0.range]) } == ["cde", "דה ab", "אבג"])
    #expect(runs.map(\.isRightToLeft) == [false, true, true])
    let laid = content.laid(in: Size(7, 1))
    #expect(laid.cursor(at: TextPosition(offset: 0)).origin.x == 7)
    #expect(laid.cursor(at: TextPosition(offset: 13)).origin.x == 0)
    #expect(laid.isRightToLeft(at: TextPosition(offset: 7)))
    #expect(!laid.isRightToLeft(at: TextPosition(offset: 14)))
  }
}
