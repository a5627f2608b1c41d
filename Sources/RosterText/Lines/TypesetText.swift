internal import RosterLayout

/// A text with the widths of its runs, independent of the width of the lines.
final class TypesetText: Sendable {
  /// Contiguous UTF-8.
  let text: String
  let ruler: TextRuler
  /// The directions of its parts; `nil` if everything runs from left to right.
  let directions: TextDirections?
  let lineMetrics: LineMetrics
  let tabs: LineTabs
  /// The width of the hyphen that is drawn if a line is broken at a soft hyphen.
  let hyphenWidth: Double
  let runs: [TextRun]

  /// Splits a text into runs and measures them.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  init(_ text: String, _ ruler: TextRuler) {
    let runs = ruler.runs(of: text, wrapping: ruler.options.wrapping, from: 0)
    (self.text, self.ruler, self.runs) = (text, ruler, runs)
    directions =
      ruler.options.resolvesDirections
      ? TextDirections(
        text, direction: ruler.options.direction, showsControls: ruler.options.showsControls)
      : nil
    lineMetrics = ruler.lineMetrics
    hyphenWidth = runs.contains(where: \.isHyphenated) ? ruler.width(of: "-") : 0
    var tabs = LineTabs(ruler.options, width: ruler.measurer.tabWidth)
    if tabs.needsSegments { tabs.addSegments(of: text, runs, ruler, directions) }
    self.tabs = tabs
  }
}

extension TypesetText {
  /// The maximum number of visible lines.
  var maximumLines: Int {
    guard let lines = ruler.options.maximumLines, lines > 0 else { return .max }
    return lines
  }

  /// The minimum width: that of the longest run that cannot be broken, regardless of the number of
  /// visible lines.
  var minimumWidth: Double {
    var filler = LineFiller(self, room: 0)
    var width = 0.0
    while let line = filler.next() { width = max(width, line.width) }
    return width
  }

  /// Returns the size of the visible lines.
  ///
  /// A truncated line takes the width that the whole line would take, as far as there is room. So
  /// it is truncated in the same place in a box of exactly this width.
  ///
  /// - Complexity: O(*n*), where *n* is the number of runs in these lines.
  func fit(room: Double) -> TextFit {
    var fit = TextFit(lineCount: 0, width: 0)
    forEachLine(room: room, maximumLines: maximumLines) { line, truncated in
      fit.lineCount += 1
      let width = truncated.map { max(min($0.wantedWidth, room), $0.width) } ?? line.width
      fit.width = max(fit.width, width)
    }
    return fit
  }

  /// Calls a function with each visible line. If the text is truncated, the last line is the
  /// truncated one.
  func forEachLine(
    room: Double, maximumLines: Int, _ body: (FilledLine, TruncatedLine?) -> Void
  ) {
    var filler = LineFiller(self, room: room)
    var count = 0
    while count < maximumLines, let line = filler.next() {
      count += 1
      let isTruncated = count == maximumLines && !filler.isDone
      body(line, isTruncated ? truncated(line, room: room) : nil)
    }
  }

  /// Returns the characters of a part of the text that stands in one line.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the part.
  func characters(in range: Range<Int>) -> CharacterWidths {
    let level = directions?.paragraphLevel(at: range.lowerBound)
    return CharacterWidths(
      String(text[index(range.lowerBound)..<index(range.upperBound)]), ruler,
      from: range.lowerBound, tabs,
      direction: level.map { $0 & 1 == 1 ? .rightToLeft : .leftToRight })
  }

  /// Returns the start of a run, in UTF-8 code units.
  func start(ofRun index: Int) -> Int { index > 0 ? runs[index - 1].end : 0 }

  /// Returns the index in the text at an offset in UTF-8 code units.
  func index(_ offset: Int) -> String.Index {
    text.utf8.index(text.startIndex, offsetBy: offset)
  }
}

extension TextMeasurer {
  /// Returns the width of a text on a line of its own, or that of its widest line.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func width(of text: String) -> Double {
    var text = text
    text.makeContiguousUTF8()
    var options = TextOptions(wrapping: .never)
    options.resolvesDirections = false
    return TypesetText(text, TextRuler(self, options)).fit(room: .infinity).width
  }
}

/// The size of a text in some room.
struct TextFit {
  var lineCount: Int
  /// The width of the widest line.
  var width: Double
}
