import RosterLayout
import RosterTestKit
import RosterText
import Testing

/// What holds for every text, shown on seeded random ones.
@Suite struct TextPropertyTests {
  private static let pieces = [
    "a", "bc", "word", "longer", " ", " ", "  ", "-", ",", "(", ")", "12", "$", "%", "\n", "\r\n",
    "世", "界", "。", "e\u{301}", "👨‍👩‍👧", "🇩🇪", "❤️", "\u{A0}", "\u{AD}", "\u{200B}", "\u{2060}", "한", "א",
    "ภา", "क्षि", "\u{301}", "\u{200D}", "\u{2028}", "/", "\u{3000}", "±", "\u{FE0F}", "\u{1F1E9}",
  ]
  private static let wrappings: [TextOptions.Wrapping] = [
    .words, .wordsOrCharacters, .characters, .never,
  ]

  private func forEachText(
    seed: UInt64, with extra: [String] = [], _ body: (String, TextOptions.Wrapping, Double) -> Void
  ) {
    var random = SplitMix64(seed: seed)
    let pieces = Self.pieces + extra
    for _ in 0..<1500 {
      let count = random.index(below: 24)
      let text = (0..<count).map { _ in pieces[random.index(below: pieces.count)] }.joined()
      body(text, Self.wrappings[random.index(below: 4)], Double(random.index(below: 16)))
    }
  }

  @Test func rangesOfLinesJoinedAreTheText() {
    forEachText(seed: 1, with: ["\t"]) { text, wrapping, width in
      let content = TextContent(
        text, measurer: TerminalMeasurer(), options: TextOptions(wrapping: wrapping))
      let lines = content.lines(in: Size(width, .infinity))
      let joined = lines.map { String(text[$0.range]) }.joined()
      #expect(joined.utf8.elementsEqual(text.utf8), "\(text.debugDescription) in \(width)")
      for (line, next) in zip(lines, lines.dropFirst()) {
        #expect(line.range.upperBound == next.range.lowerBound)
      }
      for line in lines {
        #expect(line.range.clamped(to: line.visibleRange) == line.visibleRange)
      }
    }
  }

  @Test func linesEndBetweenCharacters() {
    forEachText(seed: 2, with: ["\t"]) { text, wrapping, width in
      let content = TextContent(
        text, measurer: TerminalMeasurer(), options: TextOptions(wrapping: wrapping))
      let boundaries = Set(text.indices).union([text.endIndex])
      for line in content.lines(in: Size(width, .infinity)) {
        #expect(boundaries.contains(line.range.upperBound), "\(text.debugDescription) in \(width)")
        #expect(boundaries.contains(line.visibleRange.upperBound))
      }
    }
  }

  @Test func lineThatIsWiderThanTheRoomCannotBeBroken() {
    forEachText(seed: 3, with: ["\t"]) { text, wrapping, width in
      let options = TextOptions(wrapping: wrapping)
      let content = TextContent(text, measurer: TerminalMeasurer(), options: options)
      for line in content.lines(in: Size(width, .infinity)) where line.width > width {
        let places =
          switch wrapping {
          case .words: wordBreaks(of: text)
          case .wordsOrCharacters, .characters: Array(text.indices)
          case .never: text.indices.filter { $0 > text.startIndex && isNewline(text, before: $0) }
          }
        let seen = places.filter { place in
          line.visibleRange.contains(place) && place > line.visibleRange.lowerBound
            && TerminalMeasurer().columns(of: String(text[place..<line.visibleRange.upperBound]))
              > 0
        }
        // Nothing that takes a column stands behind a place to break.
        #expect(seen.isEmpty, "\(text.debugDescription) in \(width), \(wrapping)")
      }
    }
  }

  /// Where words may be broken: not at soft hyphens, for which there may be no room.
  private func wordBreaks(of text: String) -> [String.Index] {
    let characters = Set(text.indices)
    return text.lineBreakOpportunities.map(\.index).filter {
      characters.contains($0) && text[..<$0].last != "\u{AD}"
    }
  }

  private func isNewline(_ text: String, before index: String.Index) -> Bool {
    text[text.index(before: index)].isNewline
  }

  @Test func widthOfALineIsThatOfWhatIsDrawn() {
    forEachText(seed: 4) { text, wrapping, width in
      let options = TextOptions(wrapping: wrapping, maximumLines: 3)
      let content = TextContent(text, measurer: TerminalMeasurer(), options: options)
      for line in content.lines(in: Size(width, .infinity)) {
        let drawn = Double(TerminalMeasurer().columns(of: content.string(of: line)))
        #expect(line.width == drawn, "\(text.debugDescription) in \(width)")
      }
    }
  }

  @Test func truncatedLinesFitTheirRoom() {
    forEachText(seed: 5, with: ["\t"]) { text, wrapping, width in
      let options = TextOptions(wrapping: wrapping, maximumLines: 2)
      let content = TextContent(text, measurer: TerminalMeasurer(), options: options)
      let lines = content.lines(in: Size(width, .infinity))
      #expect(lines.count <= 2)
      if let last = lines.last, last.isTruncated {
        #expect(last.width <= width, "\(text.debugDescription) in \(width)")
      }
    }
  }

  @Test func narrowerTextIsNotLower() {
    forEachText(seed: 6) { text, wrapping, _ in
      let options = TextOptions(wrapping: wrapping)
      var height = Double.infinity
      for width in 0...20 {
        let measured = size(text, .atMost(Double(width)), .maxContent, options).height
        #expect(measured <= height, "\(text.debugDescription) in \(width)")
        height = measured
      }
    }
  }

  @Test func measuredTextHasTheSameLinesInABoxOfItsSize() {
    forEachText(seed: 7, with: ["\t"]) { text, wrapping, width in
      for maximum in [nil, 1, 2] {
        let options = TextOptions(wrapping: wrapping, maximumLines: maximum)
        let content = TextContent(text, measurer: TerminalMeasurer(), options: options)
        let measured = content.measure(width: .atMost(width), height: .maxContent).size
        let drawn = content.lines(in: measured).map(content.string)
        let expected = content.lines(in: Size(width, .infinity)).map(content.string)
        #expect(drawn == expected, "\(text.debugDescription) in \(width), \(wrapping)")
      }
    }
  }

  @Test func rememberedSizesAreThoseOfAFreshText() {
    forEachText(seed: 8) { text, wrapping, width in
      let options = TextOptions(wrapping: wrapping, maximumLines: 4)
      let content = TextContent(text, measurer: TerminalMeasurer(), options: options)
      for room in [width, width + 1, 3, width, 5, 2, 1, width, 0, .infinity, width] {
        let remembered = content.measure(width: .atMost(room), height: .maxContent).size
        let fresh = size(text, .atMost(room), .maxContent, options)
        #expect(remembered == fresh, "\(text.debugDescription) in \(room)")
      }
    }
  }

  @Test func smallestAndLargestWidthBoundAllOthers() {
    forEachText(seed: 9) { text, wrapping, width in
      let options = TextOptions(wrapping: wrapping)
      let smallest = size(text, .minContent, .maxContent, options)
      let largest = size(text, .maxContent, .maxContent, options)
      let between = size(text, .atMost(width), .maxContent, options)
      #expect(smallest.width <= largest.width)
      #expect(between.width <= largest.width)
      #expect(between.width <= max(smallest.width, width))
      #expect(largest.height <= between.height)
    }
  }
}
