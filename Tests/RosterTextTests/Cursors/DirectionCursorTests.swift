import RosterLayout
import RosterTestKit
import RosterText
import Testing

/// Cursors in text of both directions.
@Suite struct DirectionCursorTests {
  private func laid(_ text: String, _ width: Double = .infinity) -> LaidText {
    let options = TextOptions(wrapping: .wordsOrCharacters)
    return TextContent(text, measurer: TerminalMeasurer(), options: options)
      .laid(in: Size(width, .infinity))
  }

  private func places(
    _ text: LaidText, _ offsets: [Int], _ affinity: TextPosition.Affinity = .downstream
  ) -> [Double] {
    offsets.map { text.cursor(at: TextPosition(offset: $0, affinity: affinity)).origin.x }
  }

  @Test func cursorsStandAtTheLeadingEdgeOfTheirCharacter() {
    #expect(places(laid("abc אבג"), [0, 1, 2, 3, 4, 6, 8, 10]) == [0, 1, 2, 3, 7, 6, 5, 7])
    #expect(places(laid("אבג abc"), [0, 2, 4, 6, 7, 8, 9, 10]) == [7, 6, 5, 4, 0, 1, 2, 0])
    #expect(places(laid("א字"), [0, 2, 5]) == [3, 0, 0])
  }

  @Test func whereDirectionsMeetAnOffsetHasTwoPlaces() {
    #expect(places(laid("abc אבג"), [4, 6], .upstream) == [4, 6])
    #expect(places(laid("אבג abc"), [7], .upstream) == [3])
  }

  @Test func linesFromRightToLeftBeginAtTheRightOfTheirBox() {
    let text = laid("אב גד", 3)
    #expect(places(text, [0, 2, 4, 5, 7, 9]) == [3, 2, 1, 3, 2, 1])
    #expect(places(text, [5], .upstream) == [0])
    #expect(text.leftEdge(ofLine: 0) == 1)
    #expect(text.leftEdge(ofLine: 1) == 1)
    #expect(laid("ab", 9).leftEdge(ofLine: 0) == 0)
  }

  @Test func aPointerFindsTheNearestPlace() {
    let text = laid("אבג abc", 10)
    #expect(text.position(at: Point(x: 10, y: 0)).offset == 0)
    #expect(text.position(at: Point(x: 8.9, y: 0)).offset == 2)
    #expect(text.position(at: Point(x: -5, y: 0)).offset == 10)
    #expect(text.position(at: Point(x: 4.1, y: 0)).offset == 8)
    #expect(text.position(at: Point(x: .nan, y: .nan)).offset == 10)
  }

  @Test func aSelectionHasAPartForEachDirection() {
    let text = laid("abc אבג def")
    let parts = text.rectangles(of: 2..<6)
    #expect(parts.map(\.origin.x) == [2, 6])
    #expect(parts.map(\.size.width) == [2, 1])
    #expect(text.rectangles(of: 0..<14).map(\.size.width) == [11])
  }

  @Test func aSelectedNewlineIsAtTheEndOfItsLine() {
    #expect(laid("אב\nג", 5).rectangles(of: 4..<5).map(\.origin.x) == [2])
    #expect(laid("אב\nג", 5).rectangles(of: 2..<5).map(\.size.width) == [2])
    #expect(laid("אב\nג", 2).rectangles(of: 4..<5).isEmpty)
  }

  @Test func linesUpAndDownKeepTheirPlace() {
    let text = laid("אבג\nדה", 6)
    let below = text.position(movedByLines: 1, from: TextPosition(offset: 2))
    #expect(below.offset == 9)
    #expect(text.position(movedByLines: -1, from: below).offset == 2)
  }

  /// All texts of a few pieces and random longer ones, beside places that are counted off the parts
  /// of each line.
  @Test func cursorsAreWhereTheirCharactersAreSeen() {
    let pieces = ["a", "א", " ", "1", "(", "字", "\n", "\u{AD}", "ب", "e\u{301}", "\t"]
    var random = SplitMix64(seed: 9)
    for _ in 0..<3000 {
      let text = (0..<random.index(below: 12)).map { _ in
        pieces[random.index(below: pieces.count)]
      }.joined()
      check(laid(text, Double(1 + random.index(below: 12))))
    }
  }

  private func check(_ laid: LaidText) {
    let content = laid.content
    for (number, line) in laid.lines.enumerated() {
      // Tab stops and hyphens are tested elsewhere.
      let visible = content.text[line.visibleRange]
      if visible.contains("\t") || visible.contains("\u{AD}") { continue }
      var x = laid.leftEdge(ofLine: number)
      for (range, isRightToLeft) in content.visualRuns(of: line) {
        var indices = Array(content.text[range].indices)
        if isRightToLeft { indices.reverse() }
        for index in indices {
          let width = Double(TerminalMeasurer().columns(of: String(content.text[index])))
          let offset = content.offsets(content.text.startIndex..<index).upperBound
          let position = TextPosition(offset: offset)
          let cursor = laid.cursor(at: position)
          #expect(cursor.line == number, "\(content.text.debugDescription)")
          #expect(
            cursor.origin.x == (isRightToLeft ? x + width : x), "\(content.text.debugDescription)")
          #expect(laid.isRightToLeft(at: position) == isRightToLeft)
          if width > 0 {
            let middle = Point(x: x + width / 2, y: Double(number))
            let found = laid.positionBeforeCharacter(at: middle)
            #expect(found == nil && content.directions == nil || found == position)
          }
          x += width
        }
      }
    }
  }
}
