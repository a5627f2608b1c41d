#if os(Linux)
  import RosterAppleRows
  import RosterLayout
  import RosterText
  import Testing

  /// Texts as the stub of a toolkit measures them: each character is half as wide as the font is large, and a point more if
  /// it is bold.
  @Suite("Texts in the font of the system")
  struct SystemTextMeasurerTests {
    private func size(_ text: String, _ measurer: SystemTextMeasurer, width: Double? = nil) -> Size
    {
      TextContent(text, measurer: measurer, options: TextOptions(wrapping: .words))
        .measure(width: width.map { .atMost($0) } ?? .maxContent, height: .maxContent).size
    }

    @Test(arguments: ["", "a", "ab cd", "ab cd ef g", "a\tb", "äöü 中"])
    func aLineHasTheWholePointsThatItsLettersNeed(text: String) {
      let letters = text.filter { $0 != "\t" }.utf16.count
      let width = size(text, SystemTextMeasurer()).width
      #expect(width == width.rounded() && width >= Double(letters) * 8.5)
    }

    @Test func whatIsRoundedDoesNotAddUp() {
      #expect(size("a b c d e f g h i", SystemTextMeasurer()).width == (17 * 8.5).rounded(.up))
    }

    @Test func boldTextsAreWider() {
      #expect(size("ab cd", SystemTextMeasurer()).width == 43)
      #expect(size("ab cd", SystemTextMeasurer(isBold: true)).width == 48)
    }

    @Test func linesAreAsHighAsTheFontInWholePoints() {
      let measurer = SystemTextMeasurer(size: 17)
      #expect(measurer.lineMetrics == LineMetrics(height: 22, baseline: 17))
      #expect(size("ab cd", measurer, width: 25) == Size(width: 18, height: 44))
    }
  }
#endif
