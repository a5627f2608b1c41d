#if Fonts
  internal import CHarfBuzz

  /// A font of a file, in any size.
  ///
  /// The file is read once and not needed afterwards.
  ///
  /// `@unchecked Sendable`: HarfBuzz objects are made immutable before other threads see them, so
  /// that several threads can use them. FreeType is used only while the font is made.
  public final class FontFace: @unchecked Sendable {
    /// The file that the font is from.
    public let path: String
    /// The index of the font in its file.
    public let index: Int
    /// Where the font is on each of its axes, in the order of the font; empty for one that is not
    /// variable. A host that draws the font sets the same, and `opsz` to the size if that was not
    /// asked for.
    public let variations: [FontVariation]
    /// Ascender, descender and line distance, in units of the font.
    let metrics: FontMetrics
    private let face: OpaquePointer
    private let axes: FontAxes
    private let shaper: FontShaper
    /// Whether the letters are drawn for the size in which they are shown.
    private let followsSize: Bool

    /// Reads a font.
    ///
    /// - Parameters:
    ///   - path: A TrueType or OpenType file, or a collection of them.
    ///   - index: The index of the font in a collection.
    ///   - instance: The index of an instance that a variable font has a name for; `nil` for the font
    ///     as it begins.
    ///   - variations: Places on axes that are not those of the instance. Axes that the font does not
    ///     have are ignored. Without `opsz`, that axis follows the size of the measurer.
    /// - Throws: ``FontError`` if there is no such font.
    public init(
      path: String, index: Int = 0, instance: Int? = nil, variations: [FontVariation] = []
    ) throws(FontError) {
      guard let file = FontFile(path: path) else {
        throw FontError(
          code: .unreadable, path: path, message: "the file is not there or cannot be read")
      }
      guard let face = hb_face_create(file.blob, UInt32(clamping: index)) else {
        throw Self.isNoFont(path)
      }
      defer { hb_face_destroy(face) }
      hb_face_make_immutable(face)
      var axes = FontAxes(face)
      let hasInstance = instance.map { axes.move(toInstance: $0, of: face) } ?? true
      for variation in variations { axes.move(to: variation) }
      metrics = try FontMetrics(file, index: index, coordinates: axes.coordinates)
      guard hasInstance else {
        throw FontError(
          code: .noSuchFace, path: path,
          message: "the font has no instance \(instance ?? 0): it has "
            + "\(hb_ot_var_get_named_instance_count(face)), numbered from 0")
      }
      guard hb_face_get_glyph_count(face) > 0, let shaper = FontShaper(face, axes.coordinates)
      else { throw Self.isNoFont(path) }
      (self.path, self.index, self.axes, self.shaper) = (path, index, axes, shaper)
      self.variations = axes.variations
      followsSize =
        !variations.contains { $0.tag == Self.opticalSize }
        && self.variations.contains { $0.tag == Self.opticalSize }
      self.face = hb_face_reference(face)
    }

    /// Returns whether the font has a glyph of its own for a scalar.
    public func hasGlyph(for scalar: Unicode.Scalar) -> Bool {
      var glyph: hb_codepoint_t = 0
      return hb_font_get_nominal_glyph(shaper.font, scalar.value, &glyph) != 0 && glyph != 0
    }

    /// Returns what shapes text in a size, in points per em.
    func shaper(for size: Double) -> FontShaper {
      guard followsSize else { return shaper }
      var axes = axes
      axes.move(to: FontVariation(Self.opticalSize, value: size))
      return FontShaper(face, axes.coordinates) ?? shaper
    }

    private static let opticalSize = "opsz"

    private static func isNoFont(_ path: String) -> FontError {
      FontError(code: .notAFont, path: path, message: "this is no TrueType or OpenType font")
    }

    deinit { hb_face_destroy(face) }
  }
#endif
