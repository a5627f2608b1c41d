import RosterLayout
import RosterText
import Testing

@Suite struct LaidTextTests {
  private func laid(
    _ text: String, _ width: Double, _ options: TextOptions = TextOptions(),
    height: Double = .infinity, measurer: any TextMeasurer = TerminalMeasurer()
  ) -> LaidText {
    TextContent(text, measurer: measurer, options: options).laid(in: Size(width, height))
  }

  /// Where the cursors of the offsets are: line and column.
  private func cursors(_ text: LaidText, _ offsets: [Int]) -> [[Double]] {
    offsets.map { offset in
      let cursor = text.cursor(at: TextPosition(offset: offset))
      return [Double(cursor.line), cursor.origin.x]
    }
  }

  @Test func cursorsStandBetweenCharacters() {
    #expect(
      cursors(laid("a字b", 10), [0, 1, 4, 5]) == [[0, 0], [0, 1], [0, 3], [0, 4]])
    #expect(cursors(laid("👨‍👩‍👧x", 10), [0, 18, 19]) == [[0, 0], [0, 2], [0, 3]])
    #expect(cursors(laid("e\u{301}x", 10), [0, 3, 4]) == [[0, 0], [0, 1], [0, 2]])
    #expect(cursors(laid("a\tb", 20), [1, 2, 3]) == [[0, 1], [0, 8], [0, 9]])
  }

  @Test func anOffsetWithinACharacterIsItsStart() {
    #expect(cursors(laid("ab👨‍👩‍👧x", 10), [2, 3, 9, 19]) == [[0, 2], [0, 2], [0, 2], [0, 2]])
    #expect(
      cursors(laid("🇩🇪🇫🇷", 10), [4, 8, 12, 15, 16]) == [[0, 0], [0, 2], [0, 2], [0, 2], [0, 4]])
    #expect(cursors(laid("ab", 10), [-1, .min, 3, .max]) == [[0, 0], [0, 0], [0, 2], [0, 2]])
  }

  @Test func aWrappedLineEndsWhereTheNextBegins() {
    let text = laid("one two", 4)
    let end = TextPosition(offset: 4, affinity: .upstream)
    #expect(text.cursor(at: end).line == 0)
    #expect(text.cursor(at: end).origin == Point(x: 4, y: 0))
    #expect(text.cursor(at: TextPosition(offset: 4)).origin == Point(x: 0, y: 1))
    #expect(text.position(at: Point(x: 9, y: 0.5)) == end)
    #expect(text.position(at: Point(x: 0, y: 1)) == TextPosition(offset: 4))
    #expect(text.lineEnd(of: TextPosition(offset: 1)) == end)
    #expect(text.lineStart(of: end) == TextPosition(offset: 0))
    #expect(text.lineStart(of: TextPosition(offset: 4)) == TextPosition(offset: 4))
  }

  @Test func affinityDoesNotCountBehindANewline() {
    let text = laid("a\nb", 4)
    #expect(text.cursor(at: TextPosition(offset: 2, affinity: .upstream)).line == 1)
    #expect(text.position(at: Point(x: 9, y: 0)) == TextPosition(offset: 1))
    #expect(text.lineEnd(of: TextPosition(offset: 0)) == TextPosition(offset: 1))
  }

  @Test func hangingSpacesDoNotMoveTheCursorOutOfTheBox() {
    let text = laid("one    two", 4)
    #expect(cursors(text, [3, 4, 5, 6]) == [[0, 3], [0, 4], [0, 4], [0, 4]])
    #expect(text.position(at: Point(x: 4, y: 0)).offset == 7)
    #expect(cursors(laid("longer", 4), [6]) == [[0, 6]])
  }

  @Test func theCursorHasALineBehindTheLastNewline() {
    let text = laid("a\n", 4)
    #expect(text.lines.count == 1)
    #expect(text.cursorLineCount == 2)
    #expect(text.cursor(at: TextPosition(offset: 2)).origin == Point(x: 0, y: 1))
    #expect(text.position(at: Point(x: 3, y: 1)) == TextPosition(offset: 2))
    #expect(text.position(at: Point(x: 3, y: 99)) == TextPosition(offset: 2))
    #expect(text.position(movedByLines: -1, from: TextPosition(offset: 2)).offset == 0)
  }

  @Test func anEmptyTextHasACursor() {
    let text = laid("", 4)
    let cursor = text.cursor(at: TextPosition(offset: 0))
    #expect(cursor == TextRectangle(line: 0, origin: .zero, size: Size(0, 1)))
    #expect(text.position(at: Point(x: 2, y: 5)) == TextPosition(offset: 0))
    #expect(text.position(movedByLines: 1, from: TextPosition(offset: 0)).offset == 0)
    #expect(text.cursorHeight == 1)
    #expect(text.rectangles(of: 0..<0).isEmpty)
    #expect(text.wordRange(at: TextPosition(offset: 0)) == 0..<0)
  }

  @Test func whatIsTruncatedHasItsCursorBeforeTheEnding() {
    let text = laid("one two three", 6, TextOptions(maximumLines: 1))
    #expect(text.content.string(of: text.lines[0]) == "one\u{2026}")
    #expect(cursors(text, [2, 3, 4, 9, 13]) == [[0, 2], [0, 3], [0, 3], [0, 3], [0, 3]])
    #expect(text.position(at: Point(x: 9, y: 9)).offset == 3)
    #expect(text.rectangles(of: 5..<13).isEmpty)
    #expect(text.rectangles(of: 0..<13).map(\.size.width) == [3])
    #expect(text.cursorLineCount == 1)
  }

  @Test func theSoftHyphenIsAsWideAsItIsDrawn() {
    let text = laid("extra\u{AD}ordinary", 9)
    #expect(cursors(text, [5, 7, 8]) == [[0, 5], [1, 0], [1, 1]])
    #expect(text.cursor(at: TextPosition(offset: 7, affinity: .upstream)).origin.x == 6)
    #expect(cursors(laid("extra\u{AD}ordinary", 20), [5, 7, 8]) == [[0, 5], [0, 5], [0, 6]])
  }

  @Test func theNearerEdgeOfACharacterIsFound() {
    let text = laid("a字b", 10)
    let places = [-1, 0, 0.4, 0.5, 1.9, 2, 3, 3.4, 3.5, 99].map { x in
      text.position(at: Point(x: x, y: 0)).offset
    }
    #expect(places == [0, 0, 0, 1, 1, 4, 4, 4, 5, 5])
    #expect(text.position(at: Point(x: .nan, y: .nan)).offset == 0)
    #expect(text.position(at: Point(x: .infinity, y: .infinity)).offset == 5)
    #expect(text.position(at: Point(x: -.infinity, y: -.infinity)).offset == 0)
  }

  @Test func movingByLinesStaysAtItsPlace() {
    let text = laid("wide one\nab\nwide two", 20)
    let start = TextPosition(offset: 6)
    let short = text.position(movedByLines: 1, from: start)
    #expect(short.offset == 11)
    #expect(text.position(movedByLines: 1, from: short, x: 6).offset == 18)
    #expect(text.position(movedByLines: 1, from: short).offset == 14)
    #expect(text.position(movedByLines: 2, from: start).offset == 18)
    #expect(text.position(movedByLines: 3, from: start).offset == 20)
    #expect(text.position(movedByLines: -1, from: start).offset == 0)
    #expect(text.position(movedByLines: .max, from: short).offset == 20)
    #expect(text.position(movedByLines: .min, from: short).offset == 0)
  }

  @Test func selectedNewlinesAreVisible() {
    let text = laid("ab\n\ncd", 20)
    let rectangles = text.rectangles(of: 1..<5)
    #expect(rectangles.map(\.origin) == [Point(x: 1, y: 0), Point(x: 0, y: 1), Point(x: 0, y: 2)])
    #expect(rectangles.map(\.size) == [Size(2, 1), Size(1, 1), Size(1, 1)])
    #expect(laid("abcd\nx", 4).rectangles(of: 0..<6).map(\.size.width) == [4, 1])
    #expect(text.rectangles(of: 0..<2).map(\.size.width) == [2])
  }

  @Test func selectedTextOfAWrappedLineReachesToItsEnd() {
    let text = laid("one two", 4)
    #expect(text.rectangles(of: 0..<7).map(\.size.width) == [4, 3])
    #expect(text.rectangles(of: 2..<4).map(\.line) == [0])
    #expect(text.rectangles(of: 4..<5).map(\.line) == [1])
    #expect(text.rectangles(of: -5..<99).map(\.size.width) == [4, 3])
  }

  @Test func wordsHaveTheirApostrophesAndDigitsTheirPoints() {
    let text = laid("don't  pay 3.14, foo_1(x)!", 80)
    var stops = [0]
    while let last = stops.last, last < text.content.text.utf8.count {
      stops.append(text.position(after: TextPosition(offset: last), by: .word).offset)
    }
    #expect(stops == [0, 5, 10, 15, 16, 22, 23, 24, 26])
    var back = [26]
    while let last = back.last, last > 0 {
      back.append(text.position(before: TextPosition(offset: last), by: .word).offset)
    }
    #expect(back == [26, 24, 23, 22, 17, 15, 11, 7, 0])
    #expect(text.wordRange(at: TextPosition(offset: 2)) == 0..<5)
    #expect(text.wordRange(at: TextPosition(offset: 5)) == 5..<7)
    #expect(text.wordRange(at: TextPosition(offset: 12)) == 11..<15)
    #expect(text.wordRange(at: TextPosition(offset: 26)) == 24..<26)
  }

  @Test func linesOfTheTextAreBetweenNewlines() {
    let text = laid("ab\r\ncd", 1)
    func after(_ offset: Int) -> Int {
      text.position(after: TextPosition(offset: offset), by: .line).offset
    }
    func before(_ offset: Int) -> Int {
      text.position(before: TextPosition(offset: offset), by: .line).offset
    }
    #expect([0, 2, 3, 4, 6].map(after) == [2, 2, 2, 6, 6])
    #expect([0, 2, 4, 6].map(before) == [0, 0, 4, 4])
  }
}
