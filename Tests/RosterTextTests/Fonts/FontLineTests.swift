#if Fonts
  import RosterText
  import RosterLayout
  import Testing

  /// Lines that are broken where the shapes on both sides depend on each other.
  @Suite struct FontLineTests {
    private func content(
      _ text: String, _ wrapping: TextOptions.Wrapping = .words, maximumLines: Int? = nil
    ) throws -> TextContent {
      TextContent(
        text, measurer: try FontFixture.units(),
        options: TextOptions(wrapping: wrapping, maximumLines: maximumLines))
    }

    @Test func wordsFillLines() throws {
      let content = try content("Hello, World and office")
      #expect(content.strings(in: 13_000) == ["Hello, World", "and office"])
      #expect(content.strings(in: 12_362) == ["Hello, World", "and office"])
      #expect(content.strings(in: 12_361) == ["Hello,", "World and", "office"])
    }

    @Test func lineIsNotKernedWithTheNextOne() throws {
      // A- is 1356 + 739, V is 1401, together with the kerning of -V they are 3376.
      let content = try content("A-V")
      #expect(content.widths(in: 10_000) == [3376])
      #expect(content.widths(in: 3000) == [1356 + 739, 1401])
    }

    @Test func ligatureIsTakenApartWhereALineIsBroken() throws {
      // The soft hyphen is within the ligature ffi.
      let content = try content("af\u{AD}fi")
      #expect(content.widths(in: 10_000) == [3235])
      #expect(content.strings(in: 3000) == ["af-", "fi"])
      #expect(content.widths(in: 3000) == [1255 + 721 + 739, 1290])
    }

    @Test func charactersOfALigatureWrapOnTheirOwn() throws {
      let content = try content("ffi", .characters)
      #expect(content.widths(in: 1980) == [1980])
      #expect(content.strings(in: 1000) == ["f", "f", "i"])
      #expect(content.widths(in: 1000).first == 721)
      #expect(content.widths(in: 1000).last == 569)
    }

    @Test func brokenWordsAreAsWideAsTheirPartsAlone() throws {
      let measurer = try FontFixture.units()
      for text in ["AVAVAVAV", "ToToToTo", "سلامسلام", "officeoffice", "Typography"] {
        let content = try content(text, .characters)
        for line in content.lines(in: Size(width: 5000, height: .infinity)) {
          let alone = measurer.width(of: content.string(of: line))
          #expect(abs(line.width - alone) < 1, "\(content.string(of: line)) of \(text)")
        }
      }
    }

    @Test func truncatedLinesFitTheirRoom() throws {
      for width in stride(from: 0.0, to: 14_000, by: 700) {
        let content = try content("Typography, office AVAV", maximumLines: 1)
        let widths = content.widths(in: width)
        #expect(widths.count == 1)
        #expect(widths.allSatisfy { $0 <= width + 0.01 })
      }
      #expect(try content("Hello, World", maximumLines: 1).strings(in: 10_000) == ["Hello…"])
    }

    @Test func measuredTextHasTheSameLinesInABoxOfItsSize() throws {
      let font = try FontFace(path: FontFixture.path)
      let text = "The quick brown fox—AV To office—jumps over the well-known lazy dog."
      for wrapping in [TextOptions.Wrapping.words, .wordsOrCharacters, .characters] {
        for size in [11, 12.5, 16.0] {
          let content = TextContent(
            text, measurer: FontMeasurer(font: font, size: size),
            options: TextOptions(wrapping: wrapping))
          for width in stride(from: 0.0, to: 500, by: 13) {
            let measured = content.measure(width: .atMost(width), height: .maxContent).size
            #expect(content.strings(in: measured.width) == content.strings(in: width))
          }
        }
      }
    }

    @Test func longTextsAndEndlessWordsAreMeasured() throws {
      let words = try content(String(repeating: "office AV ", count: 20_000))
      #expect(words.measure(width: .atMost(50_000), height: .maxContent).size.width <= 50_000)
      let word = try content(String(repeating: "AV", count: 100_000), .characters)
      #expect(word.measure(width: .atMost(50_000), height: .maxContent).size.width <= 50_000)
      let arabic = try content(String(repeating: "س", count: 50_000), .characters)
      #expect(arabic.measure(width: .atMost(50_000), height: .maxContent).size.width <= 50_000)
    }
  }
#endif
