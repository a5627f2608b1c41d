#if Fonts
  import Foundation
  import RosterText
  import RosterLayout
  import Testing

  /// The fonts that `Tools/variable-fonts` makes: the width of a character tells where its font is.
  struct FontVariationTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures").path(percentEncoded: false)
    private static let path = folder + "/VariableBold.ttf"
    private let catalogue = FontCatalogue(folders: [folder])

    /// How wide a character is, in units of the font. The optical size is the smallest one.
    private func width(_ font: FontFace, size: Double = 10) -> Double {
      let text = TextContent("ab", measurer: FontMeasurer(font: font, size: size))
      // Two characters of a thousand units.
      return ((text.widths(in: .infinity).first ?? 0) / size * 500).rounded()
    }

    private func font(_ variations: FontVariation...) throws -> FontFace {
      try FontFace(path: Self.path, variations: variations)
    }

    // MARK: Found fonts

    /// A bold instance has a name in one font, and none in the other one.
    @Test(arguments: ["Roster Bold", "Roster Black"])
    func boldIsMeasuredAsBold(_ family: String) throws {
      let regular = try #require(catalogue.fonts(for: family, covering: "a").first)
      #expect(regular.family == family)
      #expect(width(try regular.font()) == 500)
      let bold = try #require(catalogue.fonts(for: family, isBold: true, covering: "a").first)
      #expect(bold.family == family && bold.path == regular.path && bold.index == 0)
      #expect(width(try bold.font()) == 800)
    }

    @Test func italicLeansOnTheAxisThatIsThere() throws {
      let italic = try #require(
        catalogue.fonts(for: "Roster Bold", isItalic: true, covering: "a").first)
      #expect(width(try italic.font()) == 530)
      let both = try #require(
        catalogue.fonts(for: "Roster Bold", isBold: true, isItalic: true, covering: "a").first)
      #expect(width(try both.font()) == 830)
    }

    @Test func fontThatIsNotVariableHasNoVariations() throws {
      let dejavu = FontCatalogue(folders: ["/usr/share/fonts/truetype/dejavu"])
      let bold = try #require(dejavu.fonts(for: "DejaVu Sans", isBold: true, covering: "a").first)
      #expect(bold.instance == nil && bold.variations.isEmpty)
      #expect(try bold.font().variations.isEmpty)
    }

    // MARK: Fonts of files

    @Test func placeOnAnAxisIsMeasured() throws {
      #expect(width(try font()) == 500)
      #expect(width(try font(FontVariation("wght", value: 650))) == 750)
      let both = try font(FontVariation("wght", value: 900), FontVariation("slnt", value: -10))
      #expect(width(both) == 1_030)
      #expect(
        both.variations == [
          FontVariation("wght", value: 900), FontVariation("slnt", value: -10),
          FontVariation("opsz", value: 10),
        ])
    }

    @Test func placeBehindTheEndOfAnAxisIsTheEnd() throws {
      #expect(width(try font(FontVariation("wght", value: 5_000))) == 1_000)
      #expect(width(try font(FontVariation("wght", value: -.infinity))) == 500)
      #expect(width(try font(FontVariation("wght", value: .nan))) == 500)
      #expect(width(try font(FontVariation("none", value: 700))) == 500)
    }

    @Test func instanceIsMeasured() throws {
      #expect(width(try FontFace(path: Self.path, instance: 0)) == 800)
      let leaning = [FontVariation("slnt", value: -10)]
      #expect(width(try FontFace(path: Self.path, instance: 0, variations: leaning)) == 830)
      // FreeType counts the font as it begins behind the others.
      #expect(width(try FontFace(path: Self.path, instance: 1)) == 500)
    }

    @Test(arguments: [-1, 2])
    func instanceThatIsNotThereIsNone(_ instance: Int) {
      let error = #expect(throws: FontError.self) {
        try FontFace(path: Self.path, instance: instance)
      }
      #expect(error?.code == .noSuchFace)
      #expect(throws: FontError.self) { try FontFace(path: FontFixture.path, instance: 0) }
    }

    @Test func linesAreAsHighAsTheVariationSays() throws {
      let regular = FontMeasurer(font: try font(), size: 1_000).lineMetrics
      #expect((regular.baseline, regular.height) == (800, 1_000))
      let black = try font(FontVariation("wght", value: 900))
      let metrics = FontMeasurer(font: black, size: 1_000).lineMetrics
      #expect((metrics.baseline, metrics.height) == (900, 1_100))
    }

    @Test func opticalSizeFollowsTheSize() throws {
      #expect(width(try font(), size: 30) == 460)
      #expect(width(try font(), size: 400) == 420)
      let fixed = try font(FontVariation("opsz", value: 10))
      #expect(width(fixed, size: 30) == 500)
      let found = try #require(catalogue.fonts(for: "Roster Bold", isBold: true).first)
      #expect(width(try found.font(), size: 50) == 720)
    }
  }
#endif
