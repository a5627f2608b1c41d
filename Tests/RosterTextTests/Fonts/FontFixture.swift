#if Fonts
  import RosterText
  import RosterLayout

  /// DejaVu Sans, of Debian's package `fonts-dejavu-core`. An em has 2048 units.
  enum FontFixture {
    static let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

    /// A measurer whose points are units of the font, so that widths are those of its tables.
    static func units(features: [FontFeature] = []) throws -> FontMeasurer {
      FontMeasurer(font: try FontFace(path: path), size: 2048, features: features)
    }
  }

  extension TextContent {
    /// The lines in a box of some width, and how wide each is.
    func widths(in width: Double) -> [Double] {
      lines(in: Size(width: width, height: .infinity)).map(\.width)
    }

    /// What is drawn of the lines in a box of some width.
    func strings(in width: Double) -> [String] {
      lines(in: Size(width: width, height: .infinity)).map(string)
    }
  }
#endif
