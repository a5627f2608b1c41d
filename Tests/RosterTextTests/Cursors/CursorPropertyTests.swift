import RosterLayout
import RosterTestKit
import RosterText
import Testing

/// What holds for the cursors of every text: all texts of a few pieces in some widths, beside a
/// computation that knows only the lines and the columns of their parts.
@Suite struct CursorPropertyTests {
  private static let pieces = ["a", "b ", "\n", "字", "\t", "e\u{301}", "🇩🇪", "\u{AD}"]
  private static let options = [
    TextOptions(), TextOptions(wrapping: .wordsOrCharacters), TextOptions(wrapping: .characters),
    TextOptions(wrapping: .never), TextOptions(wrapping: .wordsOrCharacters, maximumLines: 2),
  ]

  /// Calls a function with every text of up to three pieces in every width, then with random longer
  /// ones.
  private func forEachText(_ body: (TextContent, Double) -> Void) {
    for count in 0...3 {
      var digits = Array(repeating: 0, count: count)
      repeat {
        let text = digits.map { Self.pieces[$0] }.joined()
        for options in Self.options {
          let content = TextContent(text, measurer: TerminalMeasurer(), options: options)
          for width in [0, 1, 2, 3, 9, Double.infinity] { body(content, width) }
        }
      } while Self.advance(&digits)
    }
    var random = SplitMix64(seed: 11)
    for _ in 0..<1500 {
      let text = (0..<random.index(below: 20)).map { _ in
        Self.pieces[random.index(below: Self.pieces.count)]
      }
      let options = Self.options[random.index(below: Self.options.count)]
      let content = TextContent(text.joined(), measurer: TerminalMeasurer(), options: options)
      body(content, Double(random.index(below: 12)))
    }
  }

  private static func advance(_ digits: inout [Int]) -> Bool {
    for index in digits.indices {
      digits[index] += 1
      if digits[index] < pieces.count { return true }
      digits[index] = 0
    }
    return false
  }

  private func offsets(_ text: String) -> [Int] {
    text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) } + [text.utf8.count]
  }

  private func name(_ content: TextContent, _ width: Double) -> Comment {
    "\(content.text.debugDescription) in \(width), \(content.options)"
  }

  @Test func cursorsAreWhereTheLinesSay() {
    forEachText { content, width in
      let (text, laid) = (content.text, content.laid(in: Size(width, .infinity)))
      for offset in offsets(text) {
        for affinity in [TextPosition.Affinity.upstream, .downstream] {
          let cursor = laid.cursor(at: TextPosition(offset: offset, affinity: affinity))
          let (line, x) = naiveCursor(in: laid, width, offset, affinity)
          #expect(cursor.line == line, name(content, width))
          #expect(cursor.origin == Point(x: x, y: Double(line)), name(content, width))
          #expect(cursor.size == Size(0, 1))
        }
      }
    }
  }

  /// A line is the first one whose end is behind the offset; the place is the number of columns of
  /// what stands before it.
  private func naiveCursor(
    in laid: LaidText, _ width: Double, _ offset: Int, _ affinity: TextPosition.Affinity
  ) -> (line: Int, x: Double) {
    let text = laid.content.text
    let index = text.utf8.index(text.startIndex, offsetBy: offset)
    for (number, line) in laid.lines.enumerated() {
      let isLast = number == laid.lines.count - 1
      let newline = text[line.range].last?.isNewline ?? false
      let isHidden = isLast && line.isTruncated && index >= line.range.upperBound
      let isEnd = index == line.range.upperBound && !newline && (isLast || affinity == .upstream)
      // Where a line is empty, its start is the end of the one before.
      guard isHidden || isEnd && index > line.range.lowerBound || index < line.range.upperBound
      else { continue }
      if isHidden { return (number, columns(text[line.visibleRange])) }
      let part = text[line.range.lowerBound..<index]
      let x = index == line.range.upperBound && line.ending == "-" ? line.width : columns(part)
      return (number, min(x, max(width, line.width)))
    }
    return (laid.lines.count, 0)
  }

  private func columns(_ part: Substring) -> Double {
    Double(TerminalMeasurer().columns(of: String(part)))
  }

  @Test func cursorsOfALineAscend() {
    forEachText { content, width in
      let laid = content.laid(in: Size(width, .infinity))
      var last = (line: 0, x: 0.0)
      for offset in offsets(content.text) {
        for affinity in [TextPosition.Affinity.upstream, .downstream] {
          let cursor = laid.cursor(at: TextPosition(offset: offset, affinity: affinity))
          let isBehind = cursor.line == last.line && cursor.origin.x >= last.x
          #expect(cursor.line > last.line || isBehind, name(content, width))
          last = (cursor.line, cursor.origin.x)
        }
      }
    }
  }

  @Test func thePlaceOfACursorIsFoundAgain() {
    forEachText { content, width in
      let laid = content.laid(in: Size(width, .infinity))
      for offset in offsets(content.text) {
        for affinity in [TextPosition.Affinity.upstream, .downstream] {
          let cursor = laid.cursor(at: TextPosition(offset: offset, affinity: affinity))
          let found = laid.position(at: cursor.origin)
          #expect(laid.cursor(at: found) == cursor, name(content, width))
          // Of several cursors at one place, the last one is found.
          if cursor.line < laid.lines.count, laid.lines[cursor.line].isTruncated { continue }
          #expect(found.offset >= offset, name(content, width))
        }
      }
    }
  }

  @Test func theNearestCursorIsFound() {
    forEachText { content, width in
      let laid = content.laid(in: Size(width, .infinity))
      let cursors = offsets(content.text).flatMap { offset in
        [TextPosition.Affinity.upstream, .downstream].map {
          laid.cursor(at: TextPosition(offset: offset, affinity: $0))
        }
      }
      for line in 0..<laid.cursorLineCount {
        for x in [-1, 0, 0.4, 0.5, 1, 1.7, 2.5, 8, 30] {
          let found = laid.cursor(at: laid.position(at: Point(x: x, y: Double(line) + 0.5)))
          let distances = cursors.filter { $0.line == line }.map { abs($0.origin.x - x) }
          #expect(found.line == line, name(content, width))
          #expect(abs(found.origin.x - x) == distances.min(), name(content, width))
        }
      }
    }
  }

  @Test func selectionsCoverWhatIsBetweenTheirCursors() {
    forEachText { content, width in
      let laid = content.laid(in: Size(width, .infinity))
      let offsets = offsets(content.text)
      for (place, lower) in offsets.enumerated() {
        var area = 0.0
        for upper in offsets[place...] {
          let rectangles = laid.rectangles(of: lower..<upper)
          #expect(Set(rectangles.map(\.line)).count == rectangles.count)
          #expect(rectangles.allSatisfy { $0.size.width > 0 && $0.line < laid.lines.count })
          let total = rectangles.reduce(0) { $0 + $1.size.width }
          #expect(total >= area, name(content, width))
          area = total
          let start = laid.cursor(at: TextPosition(offset: lower))
          let end = laid.cursor(at: TextPosition(offset: upper, affinity: .upstream))
          if start.line == end.line {
            #expect(total == end.origin.x - start.origin.x, name(content, width))
          }
        }
      }
    }
  }

  @Test func movingForwardAndBackVisitsTheSameCharacters() {
    forEachText { content, width in
      let laid = content.laid(in: Size(width, .infinity))
      var forward = [TextPosition(offset: 0)], back = [TextPosition(offset: .max)]
      for _ in content.text {
        forward.append(laid.position(after: forward[forward.count - 1], by: .character))
        back.append(laid.position(before: back[back.count - 1], by: .character))
      }
      #expect(forward.map(\.offset) == offsets(content.text), name(content, width))
      #expect(back.dropFirst().reversed().map(\.offset) == offsets(content.text).dropLast())
    }
  }

  @Test func aLineUpLeadsBackFromALineDown() {
    forEachText { content, width in
      let laid = content.laid(in: Size(width, .infinity))
      for offset in offsets(content.text) {
        let position = TextPosition(offset: offset)
        let cursor = laid.cursor(at: position)
        guard cursor.line + 1 < laid.cursorLineCount else { continue }
        let below = laid.position(movedByLines: 1, from: position)
        #expect(laid.cursor(at: below).line == cursor.line + 1, name(content, width))
        let back = laid.position(movedByLines: -1, from: below, x: cursor.origin.x)
        #expect(laid.cursor(at: back) == cursor, name(content, width))
      }
    }
  }
}
