#if Fonts
  internal import CHarfBuzz
  public import RosterText

  /// Measures text as a font shapes it, with HarfBuzz: kerning, ligatures, joined letters.
  ///
  /// A text is shaped once, in parts of one script (UAX #24) and one direction (UAX #9) each. If shapes depend on their
  /// neighbours, a line that ends or begins between them is shaped again, from the next place that
  /// is safe to break. Characters that the font lacks are as wide as its glyph for missing
  /// characters.
  public struct FontMeasurer: TextMeasurer {
    /// The font.
    public let font: Font
    /// The size of the font, in points per em.
    public let size: Double
    /// The features that are switched on or off.
    public let features: [FontFeature]

    /// Makes a measurer.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - size: The size in points per em. A size that is negative or not finite counts as 0.
    ///   - features: The features to switch on or off, in addition to the defaults of the font.
    public init(font: Font, size: Double, features: [FontFeature] = []) {
      self.font = font
      self.size = size.isFinite ? max(0, size) : 0
      self.features = features
    }

    /// The line distance of the font; the baseline lies below its ascender.
    public var lineMetrics: LineMetrics {
      LineMetrics(height: font.metrics.lineHeight * scale, baseline: font.metrics.ascender * scale)
    }

    /// The width of eight spaces.
    public var tabWidth: Double {
      var glyph: hb_codepoint_t = 0
      guard hb_font_get_nominal_glyph(font.shaper, 0x20, &glyph) != 0 else { return 4 * size }
      return 8 * Double(hb_font_get_glyph_h_advance(font.shaper, glyph)) * scale
    }

    /// Sets the widths of runs.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    public func measure(_ runs: inout [TextRun], of text: String) {
      var text = text
      let features = features.map(\.shaped)
      // The direction of a paragraph does not change widths, apart from those of neutral signs.
      let directions = TextDirections(text)
      text.withUTF8 { bytes in
        let shaper = RunShaper(
          bytes: bytes, font: font.shaper, features: features, scale: scale,
          directions: directions)
        shaper.measure(&runs)
      }
    }

    /// The number of points per unit of the font.
    private var scale: Double { size / font.metrics.unitsPerEm }
  }
#endif
