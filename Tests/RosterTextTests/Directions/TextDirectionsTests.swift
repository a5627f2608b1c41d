import RosterLayout
import RosterTestKit
import RosterText
import Testing

@Suite struct TextDirectionsTests {
  /// What is seen of a text in one line, from left to right; brackets are mirrored.
  private func seen(_ text: String, _ direction: WritingDirection? = nil) -> String {
    lines(text, .infinity, direction).joined(separator: "⏎")
  }

  /// What is seen of each line.
  private func lines(
    _ text: String, _ width: Double, _ direction: WritingDirection? = nil
  ) -> [String] {
    let content = TextContent(
      text, measurer: TerminalMeasurer(), options: TextOptions(direction: direction))
    return content.lines(in: Size(width, .infinity)).map { line in
      content.visualRuns(of: line).map { range, isRightToLeft in
        let part = content.text[range]
        return isRightToLeft
          ? String(part.reversed().map(TextDirections.mirrored)) : String(part)
      }.joined()
    }
  }

  @Test func partsAreSeenInTheirDirections() {
    #expect(seen("abc אבג def") == "abc גבא def")
    #expect(seen("אבג abc דהו") == "והד abc גבא")
    #expect(seen("אב 12 גד") == "דג 12 בא")
    #expect(seen("abc (אבג) def") == "abc (גבא) def")
    #expect(seen("אב (גד) abc") == "abc (דג) בא")
    #expect(seen("ab") == "ab")
    #expect(seen("") == "")
  }

  @Test func theDirectionOfAParagraphIsThatOfItsFirstLetterUnlessItIsGiven() {
    #expect(seen("12 אב!") == "!בא 12")
    #expect(seen("12 ab, אב!") == "12 ab, בא!")
    #expect(seen("ab, אב!", .rightToLeft) == "!בא ,ab")
    #expect(seen("אב, ab!", .leftToRight) == "בא, ab!")
    #expect(seen("ab!", .rightToLeft) == "!ab")
  }

  @Test func everyParagraphHasADirectionOfItsOwn() {
    #expect(seen("ab!\nאב!\r\n12!\u{2029}אב!") == "ab!⏎!בא⏎12!⏎!בא")
    let text = TextContent("ab\nאב\r\n\nג", measurer: TerminalMeasurer())
    let lines = text.lines(in: Size(10, .infinity))
    #expect(
      lines.map(text.direction)
        == [.leftToRight, .rightToLeft, .leftToRight, .rightToLeft])
  }

  @Test func everyLineIsReorderedOnItsOwn() {
    // The middle of the line would be seen at its end if the whole paragraph were one line.
    #expect(lines("אבג דהו abc", 8) == ["והד גבא", "abc"])
    #expect(lines("ab אב גד cd", 6) == ["ab בא", "דג cd"])
  }

  @Test func whiteSpaceAtTheEndOfALineIsAtTheEndOfItsParagraph() {
    let text = "ab א  "
    let directions = TextDirections(resolving: text, direction: nil)
    let runs = directions.runs(in: 0..<text.utf8.count, lineEnd: text.utf8.count)
    #expect(runs.map(\.range) == [0..<3, 3..<5, 5..<7])
    #expect(runs.map(\.level) == [0, 1, 0])
    let inner = directions.runs(in: 0..<4, lineEnd: 7)
    #expect(inner.map(\.range) == [0..<3, 3..<4])
    #expect(
      TextDirections(resolving: "א a ", direction: nil).runs(in: 3..<5, lineEnd: 5).count == 2)
  }

  @Test func textThatRunsFromLeftToRightIsNotResolved() {
    let plain = [
      "", "abc", "a\u{300} ÄÖ Ωж 字 한 ไทย", "👩‍👧 “x” – …", "\u{200E}\u{2066}x\u{2069}", "\u{FF01}",
    ]
    for text in plain {
      #expect(TextDirections(text) == nil, "\(text)")
    }
    #expect(TextDirections("abc", direction: .rightToLeft) != nil)
    for text in ["א", "ا", "١", "\u{200F}", "\u{202B}", "\u{202E}", "\u{2067}", "ﬠ", "𐤀", "𞤀"] {
      #expect(TextDirections(text) != nil, "\(text)")
    }
  }

  /// The scalars of the planes in which some run from right to left.
  @Test func noScalarFromRightToLeftIsMissed() {
    for value in UInt32(0)..<0x20000 {
      guard let scalar = Unicode.Scalar(value), value > 0x7F else { continue }
      // The sign has the direction of the scalar, or of what the scalar begins.
      let text = "\(Character(scalar))!"
      guard TextDirections(text, direction: .leftToRight) == nil else { continue }
      let directions = TextDirections(resolving: text, direction: .leftToRight)
      let runs = directions.runs(in: 0..<text.utf8.count, lineEnd: nil)
      let isMissed = runs.contains { $0.isRightToLeft }
      #expect(!isMissed, "U+\(String(value, radix: 16))")
    }
  }

  @Test func nothingIsLostOrDeep() {
    let count = 20_000
    let pieces = [
      "\u{2067}", "\u{202B}", "\u{2068}", "\u{202B}\u{2067}", "(", "א(", "a(א)",
      "\u{2068}א\u{2069}", "א1,", "a\u{300}", "\u{2069}", "[א(b]c)",
    ]
    for piece in pieces {
      let text = "a" + String(repeating: piece, count: count) + "א"
      let directions = TextDirections(resolving: text, direction: nil)
      let runs = directions.runs(in: 0..<text.utf8.count, lineEnd: text.utf8.count)
      #expect(runs.allSatisfy { $0.level <= 126 })
      #expect(runs.reduce(0) { $0 + $1.range.count } == text.utf8.count)
      #expect(TextDirections.visualOrder(runs).count == runs.count)
    }
  }
}
