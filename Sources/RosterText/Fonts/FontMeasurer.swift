#if Fonts
  internal import CHarfBuzz

  /// Measures text as a font shapes it, with HarfBuzz: kerning, ligatures, joined letters.
  ///
  /// A text is shaped once, in parts of one script (UAX #24), one direction (UAX #9) and one font
  /// each. If shapes depend on their neighbours, a line that ends or begins between them is shaped
  /// again, from the next place that is safe to break.
  ///
  /// Characters that the font lacks are measured in the first of the ``fallbacks`` that has them.
  /// If there is none, they are as wide as the glyph of the font for missing characters.
  public struct FontMeasurer: TextMeasurer {
    /// The font.
    public let font: FontFace
    /// The size of the font, in points per em.
    public let size: Double
    /// The features that are switched on or off.
    public let features: [FontFeature]
    /// The fonts for characters that ``font`` lacks, in order.
    ///
    /// They are a list of the application and not of the system: a text has the size that it is
    /// drawn in only if the host draws it with the same fonts, and an application that lays out rows
    /// on one machine for others knows which ones these are. ``FontCatalogue`` makes a list of the
    /// fonts of this machine.
    public let fallbacks: [FontFace]
    /// The font and the fallbacks in the size.
    private let shapers: [FontShaper]

    /// Makes a measurer.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - size: The size in points per em. A size that is negative or not finite counts as 0.
    ///   - features: The features to switch on or off, in addition to the defaults of the font.
    ///   - fallbacks: The fonts for characters that the font lacks, in order.
    public init(
      font: FontFace, size: Double, features: [FontFeature] = [], fallbacks: [FontFace] = []
    ) {
      self.font = font
      self.size = size.isFinite ? max(0, size) : 0
      self.features = features
      self.fallbacks = fallbacks
      let size = self.size
      shapers = ([font] + fallbacks).map { $0.shaper(for: size) }
    }

    /// The line distance of the font; the baseline lies below its ascender. Fallbacks do not change
    /// it, so that lines are as high whatever their text is.
    public var lineMetrics: LineMetrics {
      LineMetrics(height: font.metrics.lineHeight * scale, baseline: font.metrics.ascender * scale)
    }

    /// The width of eight spaces.
    public var tabWidth: Double {
      let shaper = shapers[0].font
      var glyph: hb_codepoint_t = 0
      guard hb_font_get_nominal_glyph(shaper, 0x20, &glyph) != 0 else { return 4 * size }
      return 8 * Double(hb_font_get_glyph_h_advance(shaper, glyph)) * scale
    }

    /// Sets the widths of runs.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    public func measure(_ runs: inout [TextRun], of text: String) {
      measure(&runs, of: text, options: TextOptions())
    }

    /// Sets the widths of runs, for paragraphs of a given direction. Letters that have spaces
    /// between them form no ligatures, unless ``features`` say so.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    public func measure(_ runs: inout [TextRun], of text: String, options: TextOptions) {
      shaping(text, options) { $0.measure(&runs) }
    }

    /// Returns the parts of a text with the font in which each is measured, in UTF-8 offsets; for
    /// hosts that draw glyphs.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    public func fonts(
      of text: String, options: TextOptions = TextOptions()
    ) -> [(range: Range<Int>, font: FontFace)] {
      let all = [font] + fallbacks
      return shaping(text, options) { shaper in
        shaper.fontRanges().map { (range: $0.range, font: all[$0.font]) }
      }
    }

    private func shaping<Result>(
      _ text: String, _ options: TextOptions, _ body: (RunShaper) -> Result
    ) -> Result {
      var text = text
      // Later features win over earlier ones.
      var features = features.map(\.shaped)
      if options.letterSpacing != 0 {
        features = ["liga", "clig"].map { FontFeature($0, isOn: false).shaped } + features
      }
      let directions = TextDirections(
        text, direction: options.direction, showsControls: options.showsControls)
      let fonts = zip([font] + fallbacks, shapers).map { other, shaper in
        RunShaper.ScaledFont(
          font: shaper.font, ratio: font.metrics.unitsPerEm / other.metrics.unitsPerEm)
      }
      return text.withUTF8 { bytes in
        body(
          RunShaper(
            bytes: bytes, fonts: fonts, features: features, scale: scale, directions: directions))
      }
    }

    /// The number of points per unit of the font.
    private var scale: Double { size / font.metrics.unitsPerEm }
  }
#endif
