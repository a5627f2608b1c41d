public import RosterLayout

/// Measures text as terminals display it: every character takes zero, one or two cells of a grid.
///
/// Characters are grapheme clusters (UAX #29). Wide and full-width characters take two cells (UAX
/// #11), and so do emoji, whatever scalars they consist of: presentation sequences, skin tones,
/// families, flags, keycaps. Combining marks and invisible characters take none. Controls, also
/// those of direction, take one: a terminal must not act upon them, so a picture is shown for each.
/// Ambiguous characters take one, or two where East Asian fonts are used. A tab extends to the next
/// tab stop of its line.
public struct TerminalMeasurer: TextMeasurer, Hashable {
  /// The size of a cell in points. By default it is 1 by 1, so that points are columns and lines.
  public var cell: Size
  /// Whether ambiguous characters take two cells.
  public var ambiguousIsWide: Bool
  /// The number of columns from one tab stop to the next.
  public var tabColumns: Int

  /// Makes a measurer.
  public init(
    cell: Size = Size(width: 1, height: 1), ambiguousIsWide: Bool = false, tabColumns: Int = 8
  ) {
    self.cell = cell
    self.ambiguousIsWide = ambiguousIsWide
    self.tabColumns = tabColumns
  }

  /// The height of a cell; the baseline is its lower edge.
  public var lineMetrics: LineMetrics { LineMetrics(height: cell.height, baseline: cell.height) }

  /// The width of the columns from one tab stop to the next.
  public var tabWidth: Double { Double(tabColumns) * cell.width }

  /// Sets the widths of runs.
  public func measure(_ runs: inout [TextRun], of text: String) {
    for index in runs.indices {
      let run = runs[index]
      let ambiguous = ambiguousIsWide ? run.ambiguousColumns : 0
      runs[index].width = (Double(run.columns) + Double(ambiguous)) * cell.width
    }
    addPictures(to: &runs, of: text)
  }

  /// Returns options whose lengths are whole cells.
  public func supported(_ options: TextOptions) -> TextOptions {
    var options = options
    options.letterSpacing = max(0, rounded(options.letterSpacing, to: cell.width))
    options.lineSpacing = max(0, rounded(options.lineSpacing, to: cell.height))
    options.tabWidth = options.tabWidth.map { rounded($0, to: cell.width) }
    options.tabStops = options.tabStops.map { stop in
      TextOptions.TabStop(at: rounded(stop.position, to: cell.width), stop.alignment)
    }
    options.grid = cell.width
    return options
  }

  private func rounded(_ length: Double, to side: Double) -> Double {
    side > 0 ? (length / side).rounded() * side : length
  }

  /// Adds a column for each scalar that a terminal acts upon, apart from tabs and newlines.
  private func addPictures(to runs: inout [TextRun], of text: String) {
    var copy = text
    copy.withUTF8 { bytes in
      // Few texts have such scalars, and those that have none are read once, quickly.
      guard bytes.contains(where: Self.mayBeginPicture) else { return }
      var start = 0
      for index in runs.indices {
        let end = runs[index].end
        if runs[index].kind == .text || runs[index].kind == .whiteSpace {
          let count = (start..<end).count { Self.isPicture(at: $0, of: bytes) }
          runs[index].width += Double(count) * cell.width
        }
        start = end
      }
    }
  }

  private static func mayBeginPicture(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
  }

  /// Whether a scalar that `Unicode.Scalar.isActedUponByTerminals` begins at an offset.
  private static func isPicture(at offset: Int, of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    func byte(_ distance: Int) -> UInt8 {
      offset + distance < bytes.count ? bytes[offset + distance] : 0
    }
    switch byte(0) {
    case 0..<0x20, 0x7F: return true
    case 0xC2: return 0x80..<0xA0 ~= byte(1)
    case 0xD8: return byte(1) == 0x9C
    case 0xE2 where byte(1) == 0x80:
      return [0x8E, 0x8F].contains(byte(2)) || 0xA8...0xAE ~= byte(2)
    case 0xE2 where byte(1) == 0x81: return 0xA6...0xA9 ~= byte(2)
    default: return false
    }
  }

  /// Returns the number of columns that a text takes; that of the widest line if it has several.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func columns(of text: String) -> Int {
    let grid = TerminalMeasurer(ambiguousIsWide: ambiguousIsWide, tabColumns: tabColumns)
    return Int(grid.width(of: text))
  }

  /// Returns the number of columns that one character takes, or a part of it.
  package func columns(ofCluster scalars: Substring.UnicodeScalarView) -> Int {
    let (fixed, ambiguous) = GraphemeCluster.columns(of: scalars)
    return Int(fixed) + (ambiguousIsWide ? Int(ambiguous) : 0)
  }
}
