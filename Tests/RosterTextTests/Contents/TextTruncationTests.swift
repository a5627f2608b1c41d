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
}
