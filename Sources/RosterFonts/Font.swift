#if Fonts
  internal import CHarfBuzz

  /// A font of a file, in any size.
  ///
  /// The file is read once and not needed afterwards.
  ///
  /// `@unchecked Sendable`: HarfBuzz objects are made immutable before other threads see them, so
  /// that several threads can use them. FreeType is used only while the font is made.
  public final class Font: @unchecked Sendable {
    /// The file that the font is from.
    public let path: String
    /// Ascender, descender and line distance, in units of the font.
    let metrics: FontMetrics
    /// Scaled to units of the font.
    let shaper: OpaquePointer

    /// Reads a font.
    ///
    /// - Parameters:
    ///   - path: A TrueType or OpenType file, or a collection of them.
    ///   - index: The index of the font in a collection.
    /// - Throws: ``FontError`` if there is no such font.
    public init(path: String, index: Int = 0) throws(FontError) {
      guard let file = FontFile(path: path) else {
        throw FontError(
          code: .unreadable, path: path, message: "the file is not there or cannot be read")
      }
      metrics = try FontMetrics(file, index: index)
      let face = hb_face_create(file.blob, UInt32(clamping: index))
      defer { hb_face_destroy(face) }
      guard let face, hb_face_get_glyph_count(face) > 0, let shaper = hb_font_create(face) else {
        throw FontError(
          code: .notAFont, path: path, message: "this is no TrueType or OpenType font")
      }
      hb_face_make_immutable(face)
      hb_font_make_immutable(shaper)
      self.path = path
      self.shaper = shaper
    }

    /// Returns whether the font has a glyph of its own for a scalar.
    public func hasGlyph(for scalar: Unicode.Scalar) -> Bool {
      var glyph: hb_codepoint_t = 0
      return hb_font_get_nominal_glyph(shaper, scalar.value, &glyph) != 0 && glyph != 0
    }

    deinit { hb_font_destroy(shaper) }
  }
#endif
