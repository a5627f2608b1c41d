#if Fonts
  import RosterText

  /// The code in the comments of `RosterText`. It is compiled only: machines have other fonts.
  enum DocCommentExamples {
    static func measurer() throws -> FontMeasurer {
      // begin example
      let installed = FontCatalogue().fonts(for: "sans-serif", covering: "aא中")
      let fonts = try installed.map { try $0.font() }
      let measurer = FontMeasurer(font: fonts[0], size: 14, fallbacks: Array(fonts.dropFirst()))
      // end example
      return measurer
    }
  }
#endif
