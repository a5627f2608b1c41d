/// A text with the widths of its runs, independent of the width of the lines.
final class TypesetText: Sendable {
  /// Contiguous UTF-8.
  let text: String
  let options: TextOptions
  let measurer: any TextMeasurer
  let lineMetrics: LineMetrics
  let tabWidth: Double
  /// The width of the hyphen that is drawn if a line is broken at a soft hyphen.
  let hyphenWidth: Double
  let runs: [TextRun]

  /// Splits a text into runs and measures them.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  init(_ text: String, measurer: any TextMeasurer, options: TextOptions) {
    var runs = RunScanner.runs(of: text, wrapping: options.wrapping)
    measurer.measure(&runs, of: text)
    let hasHyphens = Self.complete(&runs)
    (self.text, self.options, self.measurer, self.runs) = (text, options, measurer, runs)
    lineMetrics = measurer.lineMetrics
    tabWidth = measurer.tabWidth.isFinite ? measurer.tabWidth : 0
    hyphenWidth = hasHyphens ? measurer.width(of: "-") : 0
  }

  /// Replaces invalid lengths by 0, and returns whether a line may end with a hyphen.
  private static func complete(_ runs: inout [TextRun]) -> Bool {
    var hasHyphens = false
    for index in runs.indices {
      let run = runs[index]
      if run.isHyphenated { hasHyphens = true }
      let adjustment = run.lineStartAdjustment + run.lineEndAdjustment
      if run.width >= 0, run.width.isFinite, adjustment.isFinite { continue }
      if !(run.width >= 0 && run.width.isFinite) { runs[index].width = 0 }
      if !adjustment.isFinite {
        (runs[index].lineStartAdjustment, runs[index].lineEndAdjustment) = (0, 0)
      }
    }
    return hasHyphens
  }
}

extension TypesetText {
  /// The maximum number of visible lines.
  var maximumLines: Int {
    guard let lines = options.maximumLines, lines > 0 else { return .max }
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
      let width = truncated.map { max(min(line.width, room), $0.width) } ?? line.width
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
    let options = TextOptions(wrapping: .never)
    return TypesetText(text, measurer: self, options: options).fit(room: .infinity).width
  }
}

/// The size of a text in some room.
struct TextFit {
  var lineCount: Int
  /// The width of the widest line.
  var width: Double
}
