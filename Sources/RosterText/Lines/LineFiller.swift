/// Puts runs into lines: each line takes as many runs as fit (the first fit of CSS Text 3, section
/// 5).
///
/// White space at the end of a line does not count. If the text or a newline ends the line, it
/// counts as far as there is room (CSS Text 3, 4.1.3, `pre-wrap`).
struct LineFiller {
  /// Tolerance for rounding: widths are sums, and rounding must not move a word to the next line.
  static let slack = 1.0 / 4096

  private let runs: [TextRun]
  /// Knows where tabs end; copying that would cost more than a short text does.
  private let text: TypesetText
  private let hyphenWidth: Double
  private let room: Double
  private var start = 0

  /// Makes a filler for lines of some width.
  init(_ text: TypesetText, room: Double) {
    (self.text, runs, hyphenWidth) = (text, text.runs, text.hyphenWidth)
    self.room = room
  }

  /// Whether all runs are in lines.
  var isDone: Bool { start == runs.count }

  /// Returns the next line, or `nil` if there are no more runs.
  ///
  /// The runs behind the best place to end a line are visited again for the next line, which begins
  /// with them, but not a third time.
  ///
  /// - Complexity: O(*n*) for all lines, where *n* is the number of runs.
  mutating func next() -> FilledLine? {
    let start = start
    guard start < runs.count else { return nil }
    let limit = room + Self.slack
    var width = start > 0 ? Double(runs[start - 1].lineStartAdjustment) : 0
    var visibleWidth = 0.0
    var visibleEnd = start
    var best: FilledLine?
    var isBestWithinWord = true

    for index in start..<runs.count {
      let run = runs[index]
      width = run.advancing(width, text.tabs)
      if run.kind == .text {
        (visibleWidth, visibleEnd) = (width, index + 1)
        if width > limit, let best { return finished(best) }
      }
      if run.breakAfter == .none { continue }
      var line = FilledLine(
        runs: start..<(index + 1), visibleEnd: visibleEnd, visibleWidth: visibleWidth,
        width: visibleWidth, isHyphenated: false)
      if run.breakAfter == .mandatory {
        line.width = max(visibleWidth, min(width, room))
        return finished(line)
      }
      line.visibleWidth += Double(run.lineEndAdjustment) + (run.isHyphenated ? hyphenWidth : 0)
      line.width = line.visibleWidth
      line.isHyphenated = run.isHyphenated
      if visibleWidth > limit { return finished(line) }
      let isWithinWord = run.breakAfter == .withinWord
      // A hyphen may be too wide where the rest of the word is not.
      if best == nil || line.width <= limit && (isBestWithinWord || !isWithinWord) {
        (best, isBestWithinWord) = (line, isWithinWord)
      }
    }
    preconditionFailure("the last run ends its line")
  }

  private mutating func finished(_ line: FilledLine) -> FilledLine {
    start = line.runs.upperBound
    return line
  }
}

extension TextRun {
  /// Returns the width of a line after this run is added to it.
  ///
  /// - Parameters:
  ///   - width: The width before.
  ///   - tabs: Where tabs end.
  ///   - offset: The offset in the text from which the ends of runs count.
  @inline(__always)
  func advancing(_ width: Double, _ tabs: LineTabs, from offset: Int = 0) -> Double {
    switch kind {
    case .text, .whiteSpace: width + self.width
    case .newline: width
    // A tab is one byte.
    case .tab: tabs.end(ofTabAt: offset + end - 1, from: width)
    }
  }
}

/// A line that a ``LineFiller`` has filled.
struct FilledLine {
  /// Its runs.
  var runs: Range<Int>
  /// The end of the last visible run.
  var visibleEnd: Int
  /// The width of the visible runs.
  var visibleWidth: Double
  /// The width that the text needs for this line, including white space at its end if that counts.
  var width: Double
  /// Whether a hyphen is drawn at its end.
  var isHyphenated: Bool
}
