#if Fonts
  internal import CFontconfig

  /// The fonts that are installed on a machine, as fontconfig knows them.
  ///
  /// An application that lays out its rows where they are drawn takes its fallbacks from here:
  ///
  ///     let fonts = try FontCatalogue().fonts(for: "sans-serif", covering: "aא中").map { try $0.font() }
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
        guard let candidate, let font = InstalledFont(candidate),
          coverage.add(candidate) || fonts.isEmpty
        else { continue }
        fonts.append(font)
      }
      return fonts
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
    /// The first name of its family.
    public let family: String

    /// Reads what fontconfig says of a font; `nil` if it has no outlines.
    fileprivate init?(_ pattern: OpaquePointer) {
      var (file, name): (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?)
      var index: Int32 = 0
      var hasOutlines: FcBool = 0
      guard FcPatternGetBool(pattern, FC_OUTLINE, 0, &hasOutlines) == FcResultMatch,
        hasOutlines != 0, FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch, let file
      else { return nil }
      FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
      FcPatternGetString(pattern, FC_FAMILY, 0, &name)
      path = String(cString: file)
      // The upper half names a variation of the font.
      self.index = Int(index & 0xFFFF)
      family = name.map { String(cString: $0) } ?? ""
    }

    /// Reads the font from its file.
    public func font() throws(FontError) -> Font { try Font(path: path, index: index) }
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
