import RosterLayout
import RosterTestKit
import RosterText
import Testing

/// What holds for every text with all options at once, shown on seeded random ones: directions, tab
/// stops, spacing, truncation, parts with measurers of their own.
@Suite struct TextOptionPropertyTests {
  private static let pieces = [
    "a", "bc", "word", "longer", " ", " ", "  ", "\t", "\t", "\n", "\r\n", "世", "e\u{301}", "👨‍👩‍👧",
    "🇩🇪", "\u{AD}", "\u{200B}", "א", "בגד", "سلام", "١٢", "12.5", "1,234", ".", ",", "(", ")", "-",
    "\u{2067}", "\u{2069}", "\u{202E}", "\u{200F}", "\u{301}", "क्षि",
  ]

  /// A text with its options in a box.
  private struct Sample {
    let content: TextContent
    let width: Double
    let number: Int
    let seed: UInt64

    var name: Comment {
      "\(number) of seed \(seed): \(content.text.debugDescription) in \(width), \(content.options)"
    }

    var lines: [TextLine] { content.lines(in: Size(width, .infinity)) }
  }

  private func forEachSample(
    seed: UInt64, count: Int = 3000, _ body: (Sample) throws -> Void
  ) rethrows {
    var random = SplitMix64(seed: seed)
    for number in 0..<count {
      let text = (0..<random.index(below: 20)).map { _ in
        Self.pieces[random.index(below: Self.pieces.count)]
      }.joined()
      let options = Self.options(&random)
      let parts =
        random.happens(percent: 20)
        ? [TextContent.Part(random.index(below: 9)..<9, measurer: TerminalMeasurer())] : []
      let width = random.happens(percent: 10) ? Double.infinity : Double(random.index(below: 20))
      try body(
        Sample(
          content: TextContent(
            text, measurer: TerminalMeasurer(), options: options, parts: parts),
          width: width, number: number, seed: seed))
    }
  }

  private static func options(_ random: inout SplitMix64) -> TextOptions {
    let wrappings: [TextOptions.Wrapping] = [.words, .wordsOrCharacters, .characters, .never]
    let alignments: [TextOptions.TabStop.Alignment] = [
      .start, .center, .end, .decimal("."), .decimal(","),
    ]
    let places = TextOptions.Truncation.Place.allCases
    var options = TextOptions(
      wrapping: wrappings[random.index(below: 4)],
      maximumLines: [nil, 1, 1, 2][random.index(below: 4)],
      truncation: TextOptions.Truncation(
        ["…", "...", "", "…字"][random.index(below: 4)], at: places[random.index(below: 3)]),
      direction: [nil, .leftToRight, .rightToLeft][random.index(below: 3)])
    options.letterSpacing = [0, 0, 1, 2][random.index(below: 4)]
    options.lineSpacing = [0, 0, 1, 2][random.index(below: 4)]
    options.tabWidth = [nil, 0, 3, 4][random.index(below: 4)]
    options.tabStops = (0..<random.index(below: 3)).map { _ in
      TextOptions.TabStop(
        at: Double(random.index(below: 16)), alignments[random.index(below: 5)])
    }
    options.showsControls = random.happens(percent: 50)
    return options
  }

  @Test func widthOfALineIsTheSumOfWhatIsDrawn() {
    forEachSample(seed: 21) { sample in
      for line in sample.lines {
        let sum = sample.content.pieces(of: line).flatMap(\.advances).reduce(0, +)
        #expect(line.width == sum, sample.name)
      }
    }
  }

  @Test func rangesOfLinesJoinedAreTheTextUpToWhatIsLeftOut() {
    forEachSample(seed: 22) { sample in
      let text = sample.content.text
      var end = text.startIndex
      for line in sample.lines {
        #expect(line.range.lowerBound == end, sample.name)
        #expect(line.visibleRange.upperBound <= line.tailRange.lowerBound, sample.name)
        #expect(line.tailRange.upperBound <= line.range.upperBound, sample.name)
        end = line.range.upperBound
      }
      if !(sample.lines.last?.isTruncated ?? false) { #expect(end == text.endIndex, sample.name) }
    }
  }

  @Test func truncatedLinesFitAndKeepTheirCharactersWhole() {
    var counts: [TextOptions.Truncation.Place: Int] = [:]
    forEachSample(seed: 23) { sample in
      guard let line = sample.lines.last, line.isTruncated else { return }
      counts[sample.content.options.truncation.place, default: 0] += 1
      let text = sample.content.text
      #expect(line.width <= sample.width, sample.name)
      let boundaries = Set(text.indices).union([text.endIndex])
      #expect(boundaries.contains(line.visibleRange.upperBound), sample.name)
      #expect(boundaries.contains(line.tailRange.lowerBound), sample.name)
      #expect(!text[line.tailRange].contains { $0.isNewline || $0 == "\t" }, sample.name)
      if sample.content.options.truncation.place == .start {
        #expect(line.visibleRange.isEmpty, sample.name)
      }
    }
    for place in TextOptions.Truncation.Place.allCases {
      #expect(counts[place, default: 0] > 50, "\(place)")
    }
  }

  /// One character more on either side, and the line is too wide.
  @Test func asMuchIsShownAsFits() {
    forEachSample(seed: 24) { sample in
      var options = sample.content.options
      (options.maximumLines, options.wrapping) = (1, .characters)
      options.truncation = TextOptions.Truncation("…", dropping: [], at: options.truncation.place)
      let text = sample.content.text.filter { $0 != "\t" && !$0.isNewline }
      let content = TextContent(text, measurer: TerminalMeasurer(), options: options)
      guard let line = content.lines(in: Size(sample.width, .infinity)).first, line.isTruncated,
        line.ending == "…"
      else { return }
      func fits(_ character: Character) -> Bool {
        let one = TextContent(
          String(character), measurer: TerminalMeasurer(), options: options)
        let width = one.measure(width: .maxContent, height: .maxContent).size.width
        return line.width + width <= sample.width
      }
      let hidden = text[line.visibleRange.upperBound..<line.tailRange.lowerBound]
      if options.truncation.place != .end, let last = hidden.last, !last.isWhitespace {
        #expect(!fits(last), sample.name)
      }
      if options.truncation.place != .start, let first = hidden.first, !first.isWhitespace {
        #expect(!fits(first), sample.name)
      }
    }
  }

  @Test func measuredTextHasTheSameLinesInABoxOfItsSize() {
    forEachSample(seed: 25) { sample in
      let size = sample.content.measure(width: .atMost(sample.width), height: .maxContent).size
      let drawn = sample.content.lines(in: size).map(sample.content.string)
      #expect(drawn == sample.lines.map(sample.content.string), sample.name)
    }
  }

  @Test func textIsAsHighAsItsLines() {
    forEachSample(seed: 26) { sample in
      let spacing = sample.content.options.lineSpacing
      let size = sample.content.measure(width: .atMost(sample.width), height: .maxContent).size
      #expect(size.height == Double(sample.lines.count) * (1 + spacing), sample.name)
      for (number, line) in sample.lines.enumerated() {
        let top = Double(number) * (1 + spacing)
        #expect(line.baseline == top + 1 + (spacing / 2).rounded(.down), sample.name)
      }
    }
  }

  /// Cursors stand at the leading edges of characters where they are drawn.
  @Test func cursorsAreWhereCharactersAreDrawn() {
    forEachSample(seed: 27) { sample in
      let laid = sample.content.laid(in: Size(sample.width, .infinity))
      for (number, line) in laid.lines.enumerated() where line.width <= sample.width {
        var x = laid.leftEdge(ofLine: number)
        let pieces = TextDirections.visualOrder(sample.content.pieces(of: line), level: \.level)
        for piece in pieces {
          let width = piece.advances.reduce(0, +)
          let leading = piece.level & 1 == 1 ? x + width : x
          x += width
          if piece.source.isEmpty { continue }
          let cursor = laid.cursor(at: TextPosition(offset: piece.source.lowerBound))
          #expect(cursor.line == number, sample.name)
          #expect(cursor.origin.x == leading, sample.name)
        }
      }
    }
  }

  @Test func thePlaceOfACursorIsFoundAgain() {
    forEachSample(seed: 28, count: 800) { sample in
      let laid = sample.content.laid(in: Size(sample.width, .infinity))
      let text = sample.content.text
      for index in Array(text.indices) + [text.endIndex] {
        let offset = text.utf8.distance(from: text.startIndex, to: index)
        for affinity in [TextPosition.Affinity.upstream, .downstream] {
          let cursor = laid.cursor(at: TextPosition(offset: offset, affinity: affinity))
          let found = laid.cursor(at: laid.position(at: cursor.origin))
          #expect(found == cursor, sample.name)
        }
      }
    }
  }
}
