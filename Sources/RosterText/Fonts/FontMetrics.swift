#if Fonts
  internal import CFreeType
  internal import CHarfBuzz

  /// The height of a font's lines, in units of the font, as FreeType reads it.
  struct FontMetrics: Hashable, Sendable {
    let unitsPerEm: Double
    /// The distance from the upper edge of a line to its baseline.
    let ascender: Double
    /// The distance from the upper edge of a line to that of the next.
    let lineHeight: Double

    /// Reads the metrics of a font at a place on each of its axes, in the order of the font.
    ///
    /// - Throws: ``FontError`` if the file is not a font, or if the font cannot be scaled.
    init(
      _ file: borrowing FontFile, index: Int, coordinates: [Float]
    ) throws(FontError) {
      var library: FT_Library?
      guard FT_Init_FreeType(&library) == 0, let library else {
        preconditionFailure("FreeType starts unless there is no memory")
      }
      defer { FT_Done_FreeType(library) }

      let collection = try Self.open(file, index: -1, library)
      let count = collection.pointee.num_faces
      FT_Done_Face(collection)
      guard index >= 0, index < count else {
        throw FontError(
          code: .noSuchFace, path: file.path,
          message: "there is no font \(index): the file holds \(count), numbered from 0")
      }

      let face = try Self.open(file, index: index, library)
      defer { FT_Done_Face(face) }
      guard face.pointee.face_flags & FT_FACE_FLAG_SCALABLE != 0, face.pointee.units_per_EM > 0
      else {
        throw FontError(
          code: .notScalable, path: file.path, message: "the font has bitmaps only; use outlines")
      }
      if !coordinates.isEmpty {
        var places = coordinates.map { FT_Fixed(($0 * 65_536).rounded()) }
        // Where it fails, the font has no axes that FreeType knows, and one height.
        FT_Set_Var_Design_Coordinates(face, FT_UInt(places.count), &places)
      }
      unitsPerEm = Double(face.pointee.units_per_EM)
      ascender = Double(face.pointee.ascender)
      lineHeight = max(Double(face.pointee.height), ascender - Double(face.pointee.descender))
    }

    /// Opens a font; with index -1, the collection itself.
    private static func open(
      _ file: borrowing FontFile, index: Int, _ library: FT_Library
    ) throws(FontError) -> FT_Face {
      var length: UInt32 = 0
      let bytes = hb_blob_get_data(file.blob, &length)
      let raw = UnsafeRawPointer(bytes)?.assumingMemoryBound(to: UInt8.self)
      var face: FT_Face?
      let status = FT_New_Memory_Face(library, raw, FT_Long(length), FT_Long(index), &face)
      guard status == 0, let face else {
        throw FontError(
          code: .notAFont, path: file.path,
          message: "this is no font, or a damaged one (FreeType error \(status))")
      }
      return face
    }
  }
#endif
