#if Fonts
  internal import CFontconfig

  /// The fonts that are installed on a machine, as fontconfig knows them.
  ///
  /// An application that lays out its rows where they are drawn takes its fallbacks from here:
  ///
  ///     let installed = FontCatalogue().fonts(for: "sans-serif", covering: "aא中")
  ///     let fonts = try installed.map { try $0.font() }
  ///     let measurer = FontMeasurer(font: fonts[0], size: 14, fallbacks: Array(fonts.dropFirst()))
  ///
  /// Other machines have other fonts. Rows that are laid out on one machine and drawn on others need
  /// fonts that the application brings with it.
  public struct FontCatalogue: Hashable, Sendable {
    private let folders: [String]?

    /// Names the fonts of the system, or those below some folders.
    ///
    /// - Parameter folders: The folders to look in; `nil` for those of the system. The configuration
    ///   of the system also says what aliases such as `sans-serif` mean there.
    public init(folders: [String]? = nil) { self.folders = folders }

    /// Returns the font that comes closest to a description, and behind it those that have
    /// characters which the ones before them lack; empty if there are no fonts.
    ///
    /// Fonts without outlines are left out, because they cannot be measured in any size.
    ///
    /// - Parameters:
    ///   - family: The name of a family, such as `DejaVu Sans`, or an alias, such as `serif`.
    ///   - languages: The languages whose letters matter most, such as `ja`, in order. Japanese and
    ///     Chinese share characters that each draws in its own way.
    ///   - isBold: Whether bold fonts are preferred.
    ///   - isItalic: Whether italic fonts are preferred.
    ///   - characters: What the fonts behind the first one are needed for; `nil` for as much as
    ///     possible, which may be hundreds of fonts.
    /// - Complexity: O(*f*) for *f* fonts. The first call reads the configuration of the system, and
    ///   each call with folders looks through the folders.
    public func fonts(
      for family: String, languages: [String] = [], isBold: Bool = false, isItalic: Bool = false,
      covering characters: String? = nil
    ) -> [InstalledFont] {
      guard let configuration = openConfiguration() else { return [] }
      defer { FcConfigDestroy(configuration) }
      guard let pattern = FcPatternCreate() else { return [] }
      defer { FcPatternDestroy(pattern) }
      FcPatternAddString(pattern, FC_FAMILY, family)
      for language in languages { FcPatternAddString(pattern, FC_LANG, language) }
      FcPatternAddInteger(pattern, FC_WEIGHT, isBold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR)
      FcPatternAddInteger(pattern, FC_SLANT, isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
      // Instances with names and whole axes: what comes closer.
      FcPatternAddBool(pattern, FC_VARIABLE, FcBool(FcDontCare))
      FcConfigSubstitute(configuration, pattern, FcMatchPattern)
      FcDefaultSubstitute(pattern)
      var result = FcResultMatch
      guard let sorted = FcFontSort(configuration, pattern, 0, nil, &result) else { return [] }
      defer { FcFontSetSortDestroy(sorted) }
      let found = UnsafeBufferPointer(
        start: sorted.pointee.fonts, count: Int(sorted.pointee.nfont))
      guard var coverage = Coverage(of: characters) else { return [] }
      var fonts: [InstalledFont] = []
      for candidate in found {
        guard !coverage.isComplete || fonts.isEmpty else { break }
        // A variable font has ranges until it is asked what comes closest.
        guard let candidate,
          let prepared = FcFontRenderPrepare(configuration, pattern, candidate)
        else { continue }
        defer { FcPatternDestroy(prepared) }
        let isUpright = Self.slant(of: candidate) == FC_SLANT_ROMAN
        guard let font = InstalledFont(prepared, leans: isItalic && isUpright),
          coverage.add(candidate) || fonts.isEmpty
        else { continue }
        fonts.append(font)
      }
      return fonts
    }

    private static func slant(of pattern: OpaquePointer) -> Int32 {
      var slant: Int32 = FC_SLANT_ROMAN
      FcPatternGetInteger(pattern, FC_SLANT, 0, &slant)
      return slant
    }

    private func openConfiguration() -> OpaquePointer? {
      guard let folders else { return FcConfigReference(nil) }
      // Unlike an empty configuration, this one knows where the cache is.
      let configuration = FcInitLoadConfig()
      for folder in folders { FcConfigAppFontAddDir(configuration, folder) }
      return configuration
    }
  }

  /// A font of a ``FontCatalogue``.
  public struct InstalledFont: Hashable, Sendable {
    /// The file that has the font.
    public let path: String
    /// The index of the font in its file.
    public let index: Int
    /// The index of the instance of a variable font, of those that it has names for; `nil` for the
    /// font as it begins.
    public let instance: Int?
    /// The places on axes of a variable font that come closest to what was asked for.
    public let variations: [FontVariation]
    /// The first name of its family.
    public let family: String

    /// Reads what fontconfig says of a font; `nil` if it has no outlines.
    ///
    /// - Parameter leans: Whether the font is to lean on an axis, if it has one for that.
    fileprivate init?(_ pattern: OpaquePointer, leans: Bool) {
      var (file, name, places):
        (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?)
      var index: Int32 = 0
      var hasOutlines: FcBool = 0
      guard FcPatternGetBool(pattern, FC_OUTLINE, 0, &hasOutlines) == FcResultMatch,
        hasOutlines != 0, FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch, let file
      else { return nil }
      FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
      FcPatternGetString(pattern, FC_FAMILY, 0, &name)
      FcPatternGetString(pattern, FC_FONT_VARIATIONS, 0, &places)
      path = String(cString: file)
      self.index = Int(index & 0xFFFF)
      // The upper half is the number of an instance, from 1. Its first bit means all of them.
      let number = Int(index >> 16)
      instance = number > 0 ? number - 1 : nil
      var variations = places.map { Self.variations(String(cString: $0)) } ?? []
      if leans {
        // Fontconfig does not know these axes. What has neither stays upright.
        variations += [FontVariation("ital", value: 1), FontVariation("slnt", value: -14)]
      }
      self.variations = variations
      family = name.map { String(cString: $0) } ?? ""
    }

    /// Reads places as fontconfig writes them: `wght=700,wdth=100`. The size that letters are drawn for
    /// is left out, since it is that of a measurer.
    private static func variations(_ text: String) -> [FontVariation] {
      text.split(separator: ",").compactMap { part in
        let sides = part.split(separator: "=")
        guard sides.count == 2, sides[0] != "opsz", let value = Double(sides[1]) else { return nil }
        return FontVariation(String(sides[0]), value: value)
      }
    }

    /// Reads the font from its file.
    public func font() throws(FontError) -> FontFace {
      try FontFace(path: path, index: index, instance: instance, variations: variations)
    }
  }

  /// Which characters the fonts that were taken have.
  private struct Coverage: ~Copyable {
    /// The characters of the fonts so far, or those that are still wanted.
    private var characters: OpaquePointer
    private let isLimited: Bool

    /// Begins without a font; `nil` without memory.
    init?(of wanted: String?) {
      guard let characters = FcCharSetCreate() else { return nil }
      for scalar in (wanted ?? "").unicodeScalars { FcCharSetAddChar(characters, scalar.value) }
      self.characters = characters
      isLimited = wanted != nil
    }

    /// Whether no font can add anything.
    var isComplete: Bool { isLimited && FcCharSetCount(characters) == 0 }

    /// Adds the characters of a font. Returns whether there are new ones among them.
    mutating func add(_ pattern: OpaquePointer) -> Bool {
      var added: OpaquePointer?
      guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &added) == FcResultMatch, let added else {
        return false
      }
      guard isLimited else {
        guard FcCharSetSubtractCount(added, characters) > 0 else { return false }
        FcCharSetMerge(characters, added, nil)
        return true
      }
      guard FcCharSetIntersectCount(characters, added) > 0,
        let rest = FcCharSetSubtract(characters, added)
      else { return false }
      FcCharSetDestroy(characters)
      characters = rest
      return true
    }

    deinit { FcCharSetDestroy(characters) }
  }
#endif
