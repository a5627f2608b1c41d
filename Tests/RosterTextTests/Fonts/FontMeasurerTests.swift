#if Fonts
  import RosterText
  import RosterLayout
  import Testing

  /// Expected widths are sums of the advances in the tables of the font, as fontTools and HarfBuzz's
  /// binding for Python show them.
  @Suite struct FontMeasurerTests {
    @Test(arguments: [
      ("", 0.0), ("A", 1401), ("a", 1255), (" ", 651), ("-", 739), ("a a", 3161),
      ("a\u{301}", 1255), ("日本", 2458), ("שלום", 4532), ("Hello, World", 12362),
    ])
    func widthIsTheSumOfTheAdvances(_ text: String, _ width: Double) throws {
      #expect(try FontFixture.units().width(of: text) == width)
    }

    @Test func pairsAreKerned() throws {
      #expect(try FontFixture.units().width(of: "AV") == 2671)
      #expect(try FontFixture.units().width(of: "A V") == 3453)
      let plain = try FontFixture.units(features: [FontFeature("kern", isOn: false)])
      #expect(plain.width(of: "AV") == 2802)
    }

    @Test func lettersAreJoinedToLigatures() throws {
      #expect(try FontFixture.units().width(of: "ffi") == 1980)
      #expect(try FontFixture.units().width(of: "office") == 5619)
      let plain = try FontFixture.units(features: [FontFeature("liga", isOn: false)])
      #expect(plain.width(of: "ffi") == 2 * 721 + 569)
    }

    @Test func arabicLettersAreJoined() throws {
      let apart = try ["س", "ل", "ا", "م"].map { try FontFixture.units().width(of: $0) }
      #expect(try FontFixture.units().width(of: "سلام") == 4206)
      #expect(apart.reduce(0, +) > 4206)
    }

    @Test func scriptsAreShapedApart() throws {
      let measurer = try FontFixture.units()
      let mixed = measurer.width(of: "abcשלוםabcسلام")
      #expect(mixed == 2 * measurer.width(of: "abc") + 4532 + 4206)
    }

    @Test func directionsAreShapedApart() throws {
      let measurer = try FontFixture.units()
      // Kerned is what is seen: T before o, or o before T.
      #expect(measurer.width(of: "To") == 2156)
      #expect(measurer.width(of: "\u{202E}To\u{202C}") == 2504)
      #expect(measurer.width(of: "a\u{202E}To\u{202C}a") == 2 * 1255 + 2504)
      #expect(measurer.width(of: "سلام12") == 4206 + 2606)
    }

    @Test func lineIsAsHighAsTheFontSays() throws {
      let metrics = FontMeasurer(font: try FontFace(path: FontFixture.path), size: 16).lineMetrics
      #expect(metrics.height == 18.625)
      #expect(metrics.baseline == 14.8515625)
      let content = TextContent("a\nb", measurer: try FontFixture.units())
      let measured = content.measure(width: .maxContent, height: .maxContent)
      #expect(measured.size.height == 2 * 2384)
      #expect(measured.baseline == 1901)
    }

    @Test func sizeOfATextIsInWholePoints() throws {
      let measurer = FontMeasurer(font: try FontFace(path: FontFixture.path), size: 16)
      let size = TextContent("Hello, World", measurer: measurer)
        .measure(width: .maxContent, height: .maxContent).size
      #expect(size == Size(width: 97, height: 19))
    }

    @Test func widthsGrowWithTheSize() throws {
      let font = try FontFace(path: FontFixture.path)
      let widths = [0, 1, 10, 16, 20.5, 1000].map {
        FontMeasurer(font: font, size: $0).width(of: "Hello, World") / max($0, 1)
      }
      #expect(widths.first == 0)
      for width in widths.dropFirst() { #expect(abs(width - 12362 / 2048) < 1e-9) }
    }

    @Test(arguments: [Double.nan, .infinity, -3])
    func sizeThatIsNoneIsNothing(_ size: Double) throws {
      let measurer = FontMeasurer(font: try FontFace(path: FontFixture.path), size: size)
      #expect(measurer.size == 0)
      #expect(measurer.width(of: "a\tb") == 0)
    }

    @Test func tabsReachToStopsOfEightSpaces() throws {
      let measurer = try FontFixture.units()
      #expect(measurer.tabWidth == 8 * 651)
      #expect(measurer.width(of: "a\ta") == 8 * 651 + 1255)
      #expect(measurer.width(of: "\t\t") == 16 * 651)
    }

    @Test func textIsMeasuredAlikeOnAllThreads() async throws {
      let font = try FontFace(path: FontFixture.path)
      let words = (0..<100).map { "Tofu AV office سلام \($0)" }
      let expected = words.map { FontMeasurer(font: font, size: 13).width(of: $0) }
      await withTaskGroup(of: [Double].self) { group in
        for _ in 0..<8 {
          group.addTask { words.map { FontMeasurer(font: font, size: 13).width(of: $0) } }
        }
        for await widths in group { #expect(widths == expected) }
      }
    }
  }
#endif
