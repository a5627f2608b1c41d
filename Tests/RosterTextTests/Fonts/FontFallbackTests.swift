#if Fonts
  import Foundation
  import RosterText
  import RosterLayout
  import Testing

  /// Characters that a font lacks, and fonts that have them. DejaVu Serif has neither Hebrew nor
  /// Arabic, DejaVu Sans has both.
  @Suite struct FontFallbackTests {
    private static let serifPath = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"
    private static let monoPath = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"

    private let serif: FontFace
    private let sans: FontFace
    private let mono: FontFace

    init() throws {
      serif = try FontFace(path: Self.serifPath)
      sans = try FontFace(path: FontFixture.path)
      mono = try FontFace(path: Self.monoPath)
    }

    private func units(_ font: FontFace, _ fallbacks: FontFace...) -> FontMeasurer {
      FontMeasurer(font: font, size: 2048, fallbacks: fallbacks)
    }

    @Test func aFontSaysWhatItHas() {
      #expect(!serif.hasGlyph(for: "א") && sans.hasGlyph(for: "א"))
      #expect(serif.hasGlyph(for: "a") && !sans.hasGlyph(for: "世"))
    }

    @Test func whatAFontLacksIsMeasuredInTheFirstOneThatHasIt() {
      let measurer = units(serif, mono, sans)
      #expect(measurer.width(of: "abc") == units(serif).width(of: "abc"))
      #expect(measurer.width(of: "שלום") == units(sans).width(of: "שלום"))
      #expect(measurer.width(of: "سلام") == units(mono).width(of: "سلام"))
      #expect(units(serif, sans, mono).width(of: "سلام") == units(sans).width(of: "سلام"))
      #expect(
        measurer.width(of: "abcשלום") == units(serif).width(of: "abc")
          + units(sans).width(of: "שלום"))
    }

    @Test func whatNoFontHasIsAsWideAsTheFirstOneSays() {
      #expect(units(serif, sans).width(of: "世") == units(serif).width(of: "世"))
      #expect(units(serif, sans).fonts(of: "世").map(\.font.path) == [Self.serifPath])
      let known = units(serif).width(of: "a") + units(sans).width(of: "א")
      #expect(units(serif, sans).width(of: "a世א") == known + units(serif).width(of: "世"))
    }

    @Test func partsOfATextHaveTheirFonts() {
      let fonts = units(serif, sans).fonts(of: "ab שלום, cd")
      #expect(fonts.map(\.range) == [0..<3, 3..<11, 11..<15])
      #expect(fonts.map(\.font.path) == [Self.serifPath, FontFixture.path, Self.serifPath])
      #expect(units(serif).fonts(of: "ab שלום").map(\.range) == [0..<11])
      #expect(units(serif, sans).fonts(of: "").isEmpty)
    }

    @Test func aCharacterIsInOneFont() {
      // The point of Hebrew is in one font with its letter.
      let text = "xא\u{5B8}y"
      let fonts = units(serif, sans).fonts(of: text)
      #expect(fonts.map(\.range) == [0..<1, 1..<5, 5..<6])
    }

    /// Every character that some font of the list has is in a font that has it.
    @Test func noGlyphIsMissingThatOneFontHas() {
      let list = [serif, mono, sans]
      let measurer = FontMeasurer(font: serif, size: 16, fallbacks: [mono, sans])
      for start in stride(from: UInt32(0x20), to: 0x3000, by: 16) {
        let scalars = (start..<start + 16).compactMap(Unicode.Scalar.init)
        let letters = scalars.filter {
          $0.properties.generalCategory.isLetterOrSymbol
            && $0.properties.canonicalCombiningClass == .notReordered
        }
        let text = letters.map { String($0) }.joined(separator: " ")
        var offset = 0
        let parts = measurer.fonts(of: text)
        for letter in letters {
          let font = parts.first { $0.range.contains(offset) }?.font
          let isInOne = list.contains { $0.hasGlyph(for: letter) }
          let code = String(letter.value, radix: 16)
          // What a font has in parts, it draws of them.
          let parts = String(letter).decomposedStringWithCanonicalMapping.unicodeScalars
          let isWhole = font?.hasGlyph(for: letter) ?? false
          let isShown = isWhole || parts.allSatisfy { font?.hasGlyph(for: $0) ?? false }
          #expect(!isInOne || isShown, "U+\(code)")
          offset += String(letter).utf8.count + 1
        }
      }
    }

    @Test func linesBreakBetweenFontsAsWithinOne() {
      let text = "Serif שלום and سلام with office, To AV"
      let measurer = FontMeasurer(font: serif, size: 16, fallbacks: [sans])
      for wrapping in [TextOptions.Wrapping.words, .wordsOrCharacters, .characters] {
        let content = TextContent(
          text, measurer: measurer, options: TextOptions(wrapping: wrapping))
        for width in stride(from: 0.0, to: 300, by: 17) {
          for line in content.lines(in: Size(width: width, height: .infinity)) {
            let alone = measurer.width(of: content.string(of: line))
            #expect(abs(line.width - alone) < 0.5, "\(content.string(of: line))")
          }
          let measured = content.measure(width: .atMost(width), height: .maxContent).size
          #expect(content.strings(in: measured.width) == content.strings(in: width))
        }
      }
    }

    /// A font with half as many units in an em is twice as large.
    @Test func fontsAreScaledToOneSize() throws {
      var bytes = try Data(contentsOf: URL(filePath: FontFixture.path))
      let head = try #require(bytes.range(of: Data("head".utf8)))
      let entry = bytes[head.lowerBound + 8..<head.lowerBound + 12]
      let table = entry.reduce(0) { $0 << 8 | Int($1) }
      bytes.replaceSubrange(table + 18..<table + 20, with: [0x04, 0x00])
      let file = FileManager.default.temporaryDirectory.appending(path: "font-\(UUID()).ttf")
      try bytes.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let large = try FontFace(path: file.path(percentEncoded: false))
      #expect(units(large).width(of: "שלום") == 2 * 4532)
      #expect(units(serif, large).width(of: "שלום") == 2 * 4532)
      #expect(units(large, serif).width(of: "שלום") == 2 * 4532)
      // Letters that are joined have other shapes where a line ends between them.
      let content = TextContent(
        "سلامسلام", measurer: units(serif, large), options: TextOptions(wrapping: .characters))
      for line in content.lines(in: Size(width: 5000, height: .infinity)) {
        let alone = units(large).width(of: content.string(of: line))
        #expect(abs(line.width - alone) < 1, "\(content.string(of: line))")
      }
    }

    @Test func linesAreAsHighWhateverTheirText() {
      #expect(units(serif, sans).lineMetrics == units(serif).lineMetrics)
    }
  }

  extension Unicode.GeneralCategory {
    fileprivate var isLetterOrSymbol: Bool {
      switch self {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber,
        .mathSymbol, .currencySymbol, .otherSymbol, .otherPunctuation:
        true
      default: false
      }
    }
  }
#endif
