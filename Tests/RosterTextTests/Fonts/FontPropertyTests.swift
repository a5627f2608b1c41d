#if Fonts
  import RosterText
  import RosterLayout
  import RosterTestKit
  import Testing

  /// What holds for every text in fonts with all options at once, shown on seeded random ones.
  @Suite struct FontPropertyTests {
    private static let pieces = [
      "a", "AV", "To", "ffi", "word", " ", " ", "\t", "\n", "e\u{301}", "\u{AD}", "א", "בגד",
      "سلام", "١٢", "12.5", ".", "(", ")", "世", "\u{2067}", "\u{2069}",
    ]

    private struct Sample {
      let content: TextContent
      let width: Double
      let number: Int

      var name: Comment {
        "\(number): \(content.text.debugDescription) in \(width), \(content.options)"
      }
    }

    private func forEachSample(seed: UInt64, _ body: (Sample) -> Void) throws {
      let serif = try FontFace(path: "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf")
      let sans = try FontFace(path: FontFixture.path)
      let measurer = FontMeasurer(font: serif, size: 16, fallbacks: [sans])
      let bold = FontMeasurer(font: sans, size: 20)
      var random = SplitMix64(seed: seed)
      for number in 0..<1000 {
        let text = (0..<random.index(below: 14)).map { _ in
          Self.pieces[random.index(below: Self.pieces.count)]
        }.joined()
        let parts =
          random.happens(percent: 20)
          ? [TextContent.Part(random.index(below: 9)..<12, measurer: bold)] : []
        body(
          Sample(
            content: TextContent(
              text, measurer: measurer, options: Self.options(&random), parts: parts),
            width: Double(random.index(below: 200)), number: number))
      }
    }

    private static func options(_ random: inout SplitMix64) -> TextOptions {
      let wrappings: [TextOptions.Wrapping] = [.words, .wordsOrCharacters, .characters, .never]
      var options = TextOptions(
        wrapping: wrappings[random.index(below: 4)],
        maximumLines: [nil, 1, 1, 2][random.index(below: 4)],
        truncation: TextOptions.Truncation(
          "…", at: TextOptions.Truncation.Place.allCases[random.index(below: 3)]),
        direction: [nil, .leftToRight, .rightToLeft][random.index(below: 3)])
      options.letterSpacing = [0, 0, 0.75, 3][random.index(below: 4)]
      options.tabWidth = [nil, 31.5][random.index(below: 2)]
      options.tabStops = (0..<random.index(below: 3)).map { _ in
        TextOptions.TabStop(
          at: Double(random.index(below: 150)),
          [.start, .center, .end, .decimal(".")][random.index(below: 4)])
      }
      return options
    }

    /// Letters that are shaped in their whole text and in their line alone differ by a hair.
    @Test func widthOfALineIsTheSumOfWhatIsDrawn() throws {
      try forEachSample(seed: 41) { sample in
        for line in sample.content.lines(in: Size(width: sample.width, height: .infinity)) {
          let sum = sample.content.pieces(of: line).flatMap(\.advances).reduce(0, +)
          #expect(abs(line.width - sum) < 0.6, sample.name)
        }
      }
    }

    @Test func truncatedLinesFit() throws {
      var count = 0
      try forEachSample(seed: 42) { sample in
        let lines = sample.content.lines(in: Size(width: sample.width, height: .infinity))
        guard let line = lines.last, line.isTruncated else { return }
        count += 1
        #expect(line.width <= sample.width + 0.001, sample.name)
      }
      #expect(count > 200)
    }

    @Test func thePlaceOfACursorIsFoundAgain() throws {
      try forEachSample(seed: 43) { sample in
        let laid = sample.content.laid(in: Size(width: sample.width, height: .infinity))
        for offset in 0...sample.content.text.utf8.count {
          let cursor = laid.cursor(at: TextPosition(offset: offset))
          let found = laid.cursor(at: laid.position(at: cursor.origin))
          #expect(found.line == cursor.line, sample.name)
          #expect(abs(found.origin.x - cursor.origin.x) < 1e-6, sample.name)
        }
      }
    }
  }
#endif
