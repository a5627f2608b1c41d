#if Fonts
  import RosterText
  import RosterLayout
  import Testing

  /// The options of texts in a font.
  @Suite struct FontOptionTests {
    private func content(
      _ text: String, _ configure: (inout TextOptions) -> Void = { _ in }
    ) throws -> TextContent {
      var options = TextOptions(wrapping: .wordsOrCharacters)
      configure(&options)
      return TextContent(text, measurer: try FontFixture.units(), options: options)
    }

    private func width(
      _ text: String, _ configure: (inout TextOptions) -> Void = { _ in }
    ) throws -> Double {
      let lines = try content(text, configure).lines(in: Size(width: .infinity, height: .infinity))
      return try #require(lines.first).width
    }

    @Test func everyCharacterHasRoomBehindIt() throws {
      #expect(try width("AV") { $0.letterSpacing = 100 } == 2671 + 200)
      #expect(try width("a\u{301}") { $0.letterSpacing = 100 } == 1355)
      #expect(try width("AV") { $0.letterSpacing = -100 } == 2671 - 200)
    }

    @Test func lettersWithRoomBetweenThemAreNoLigature() throws {
      #expect(try width("ffi") == 1980)
      #expect(try width("ffi") { $0.letterSpacing = 10 } == 2 * 721 + 569 + 30)
      let font = try FontFace(path: FontFixture.path)
      let forced = FontMeasurer(
        font: font, size: 2048, features: [FontFeature("liga", isOn: true)])
      var options = TextOptions()
      options.letterSpacing = 10
      let content = TextContent("ffi", measurer: forced, options: options)
      #expect(content.widths(in: .infinity) == [1980 + 30])
    }

    @Test func lettersThatAreJoinedStayTogether() throws {
      #expect(try width("سلام") { $0.letterSpacing = 100 } == 4206)
    }

    /// The arrow has no mirror image, the bracket of a quotation has: what runs to the left is it.
    @Test func theGivenDirectionDecidesWhatIsShaped() throws {
      let measurer = try FontFixture.units()
      // Kerned is what is seen: "T." from the left, ".T" from the right.
      let text = "\u{5D0}T."
      var runs: [Double] = []
      for direction in [WritingDirection.leftToRight, .rightToLeft] {
        runs.append(try width(text) { $0.direction = direction })
      }
      #expect(runs[0] != runs[1])
      #expect(runs[0] == measurer.width(of: "\u{5D0}") + measurer.width(of: "T."))
    }

    @Test func linesHaveRoomAboveAndBelow() throws {
      let content = try content("a\nb") { $0.lineSpacing = 100 }
      let measured = content.measure(width: .maxContent, height: .maxContent)
      #expect(measured.size.height == 2 * (2384 + 100))
      #expect(measured.baseline == 1951.0)
    }

    @Test func textStandsAtItsStop() throws {
      let stop = TextOptions.TabStop(at: 9000, .end)
      #expect(try width("a\toffice") { $0.tabStops = [stop] } == 9000)
      let laid = try content("a\t12.5") {
        $0.tabStops = [TextOptions.TabStop(at: 9000, .decimal("."))]
      }.laid(in: Size(width: .infinity, height: .infinity))
      #expect(laid.cursor(at: TextPosition(offset: 4)).origin.x == 9000)
      #expect(try width("a\tb") { $0.tabWidth = 3000 } == 3000 + measured("b"))
    }

    private func measured(_ text: String) throws -> Double {
      try FontFixture.units().width(of: text)
    }

    @Test func truncatedLinesFitTheirRoom() throws {
      for place in TextOptions.Truncation.Place.allCases {
        for room in stride(from: 0.0, to: 14_000, by: 700) {
          let content = try content("Typography, office AVAV") {
            $0.maximumLines = 1
            $0.truncation.place = place
            $0.letterSpacing = room > 7000 ? 50 : 0
          }
          for line in content.lines(in: Size(width: room, height: .infinity)) {
            #expect(line.width <= room + 0.01, "\(place) in \(room)")
            // Nothing is kerned across the string.
            let head = try measured(String(content.text[line.visibleRange]))
            let tail = try measured(String(content.text[line.tailRange]))
            guard content.options.letterSpacing == 0, line.isTruncated else { continue }
            let sum = try head + measured(line.ending) + tail
            #expect(abs(line.width - sum) < 0.5, "\(place) in \(room)")
          }
          let size = content.measure(width: .atMost(room), height: .maxContent).size
          #expect(content.strings(in: size.width) == content.strings(in: room))
        }
      }
    }

    @Test func cursorsAreFoundAgain() throws {
      for place in TextOptions.Truncation.Place.allCases {
        let content = try content("AV office (שלום) سلام To\tAV fi 12.5") {
          $0.maximumLines = 1
          $0.truncation.place = place
          $0.letterSpacing = 20
          $0.tabStops = [TextOptions.TabStop(at: 30_000, .decimal("."))]
        }
        for room in [4000.0, 9000, 17_000, 60_000] {
          let laid = content.laid(in: Size(width: room, height: .infinity))
          for offset in 0...content.text.utf8.count {
            let cursor = laid.cursor(at: TextPosition(offset: offset))
            let found = laid.cursor(at: laid.position(at: cursor.origin))
            #expect(abs(found.origin.x - cursor.origin.x) < 1e-6, "\(offset) in \(room), \(place)")
          }
        }
      }
    }

    @Test func boldPartsAreMeasuredInTheirFont() throws {
      let bold = FontMeasurer(
        font: try FontFace(path: "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"), size: 2048
      )
      let content = TextContent(
        "one two", measurer: try FontFixture.units(),
        parts: [TextContent.Part(0..<3, measurer: bold)])
      let expected = try bold.width(of: "one") + measured(" two")
      #expect(content.widths(in: .infinity) == [expected])
      #expect(try expected > measured("one two"))
    }
  }
#endif
