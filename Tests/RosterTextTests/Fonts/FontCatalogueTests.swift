#if Fonts
  import Foundation
  import RosterText
  import Testing

  /// The fonts of Debian's package `fonts-dejavu-core`, and whatever else the machine has.
  @Suite struct FontCatalogueTests {
    private let dejavu = FontCatalogue(folders: ["/usr/share/fonts/truetype/dejavu"])

    private func names(_ fonts: [InstalledFont]) -> [String] {
      fonts.map { URL(filePath: $0.path).lastPathComponent }
    }

    @Test func theFirstFontIsOfTheFamily() throws {
      let serif = try #require(dejavu.fonts(for: "DejaVu Serif").first)
      #expect(serif.path == "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf")
      #expect(serif.family == "DejaVu Serif" && serif.index == 0)
      #expect(try serif.font().path == serif.path)
      let bold = dejavu.fonts(for: "DejaVu Sans Mono", isBold: true)
      #expect(names(bold).first == "DejaVuSansMono-Bold.ttf")
    }

    @Test func fontsBehindItHaveWhatTheOnesBeforeLack() throws {
      let fonts = try dejavu.fonts(for: "DejaVu Serif").map { try $0.font() }
      #expect(fonts.count > 1 && !fonts[0].hasGlyph(for: "א"))
      let scalars = (0x20...0x1FFFF).compactMap(Unicode.Scalar.init(_:))
      var known: Set<Unicode.Scalar> = []
      for font in fonts {
        let new = scalars.filter { font.hasGlyph(for: $0) && !known.contains($0) }
        #expect(!new.isEmpty, "\(font.path)")
        known.formUnion(new)
      }
    }

    @Test func onlyFontsThatAreNeededAreFound() throws {
      #expect(names(dejavu.fonts(for: "DejaVu Serif", covering: "abc")) == ["DejaVuSerif.ttf"])
      #expect(names(dejavu.fonts(for: "DejaVu Serif", covering: "")) == ["DejaVuSerif.ttf"])
      let fonts = try dejavu.fonts(for: "DejaVu Serif", covering: "aא").map { try $0.font() }
      try #require(fonts.count == 2)
      #expect(fonts[1].hasGlyph(for: "א"))
      let measurer = FontMeasurer(font: fonts[0], size: 12, fallbacks: [fonts[1]])
      #expect(measurer.fonts(of: "aא").map(\.font.path) == fonts.map(\.path))
    }

    @Test func whatNoFontHasFindsNone() {
      // A character for private use.
      let fonts = dejavu.fonts(for: "DejaVu Sans", covering: "a\u{10FFFD}")
      #expect(names(fonts) == ["DejaVuSans.ttf"])
    }

    @Test func languagesDecideBetweenFontsOfAnAlias() throws {
      let serif = try #require(dejavu.fonts(for: "serif", covering: "").first).font()
      #expect(!serif.hasGlyph(for: "ع"))
      let arabic = try #require(dejavu.fonts(for: "serif", languages: ["ar"], covering: "").first)
      #expect(try arabic.font().hasGlyph(for: "ع"))
    }

    @Test func anUnknownFamilyHasTheClosestFont() {
      #expect(!dejavu.fonts(for: "No Such Family", covering: "a").isEmpty)
      #expect(FontCatalogue(folders: ["/nonexistent"]).fonts(for: "DejaVu Sans").isEmpty)
      #expect(FontCatalogue(folders: []).fonts(for: "DejaVu Sans").isEmpty)
    }

    @Test func theSystemHasThemToo() throws {
      let first = try #require(FontCatalogue().fonts(for: "DejaVu Sans", covering: "a").first)
      #expect(first.family == "DejaVu Sans")
      #expect(try first.font().hasGlyph(for: "a"))
    }
  }
#endif
