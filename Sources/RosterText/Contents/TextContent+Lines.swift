public import RosterLayout

extension TextContent {
  /// Returns the lines to draw in a box.
  ///
  /// If a box is too low for all lines, the last line that fits is truncated. At least one line is
  /// returned.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text in these lines; O(*n*) of the whole
  ///   text at its first measurement.
  public func lines(in size: Size) -> [TextLine] {
    let typeset = measured.typeset
    var lines: [TextLine] = []
    let room = size.width.isNaN ? .infinity : max(0, size.width)
    let maximum = min(typeset.maximumLines, lineCount(within: size.height))
    typeset.forEachLine(room: room, maximumLines: maximum) { line, truncated in
      lines.append(self.line(line, truncated, in: typeset, number: lines.count))
    }
    return lines
  }

  /// Returns the text to draw for a line: without soft hyphens, which are invisible within a line.
  /// Tabs are unchanged.
  ///
  /// - Parameter line: One of the lines of this text.
  public func string(of line: TextLine) -> String {
    Self.visible(text[line.visibleRange]) + line.ending + Self.visible(text[line.tailRange])
  }

  private static func visible(_ part: Substring) -> String {
    String(part.utf8.contains(0xAD) ? part.filter { $0 != "\u{AD}" } : part)
  }

  /// The directions of the parts of the text; `nil` if everything runs from left to right.
  ///
  /// - Complexity: O(1), apart from the first measurement.
  package var directions: TextDirections? { measured.typeset.directions }

  /// Returns the direction of the paragraph that a line belongs to. A line that runs from right to
  /// left starts at its right edge.
  public func direction(of line: TextLine) -> WritingDirection {
    guard let directions else { return .leftToRight }
    let level = directions.paragraphLevel(at: offsets(line.range).lowerBound)
    return level & 1 == 1 ? .rightToLeft : .leftToRight
  }

  /// Returns the visible parts of a line as they are seen, from left to right (UAX #9, L1 and L2).
  /// The ending of the line is at its end: at the left, where ``direction(of:)`` says so. If
  /// something is drawn behind it, the ending is where the range of what is left out is.
  ///
  /// A host that places characters by itself draws those of a part from right to left in reverse
  /// order, and brackets as their mirror images. One whose library reorders text needs no parts.
  ///
  /// - Parameter line: One of the lines of this text.
  public func visualRuns(
    of line: TextLine
  ) -> [(range: Range<String.Index>, isRightToLeft: Bool)] {
    var runs = directionRuns(of: line)
    if line.tailRange.isEmpty {
      let end = offsets(line.visibleRange).upperBound
      runs.removeAll { $0.range.lowerBound >= end }
    }
    return TextDirections.visualOrder(runs).map { run in
      let start = text.utf8.index(text.startIndex, offsetBy: run.range.lowerBound)
      let end = text.utf8.index(start, offsetBy: run.range.count)
      return (start..<end, run.isRightToLeft)
    }
  }

  /// Returns the parts of one direction of what is drawn of a line, in the order of the text. What
  /// is left out of the line is a part with the level of the paragraph.
  func directionRuns(of line: TextLine) -> [TextDirections.Run] {
    let (head, tail) = (offsets(line.visibleRange), offsets(line.tailRange))
    let end = offsets(line.range).upperBound
    let level = directions?.paragraphLevel(at: head.lowerBound) ?? 0
    func runs(_ range: Range<Int>) -> [TextDirections.Run] {
      guard !range.isEmpty else { return [] }
      return directions?.runs(in: range, lineEnd: end)
        ?? [TextDirections.Run(range: range, level: level)]
    }
    guard line.isTruncated else { return runs(head) }
    let hidden = head.upperBound..<max(head.upperBound, tail.lowerBound)
    return runs(head) + (hidden.isEmpty ? [] : [TextDirections.Run(range: hidden, level: level)])
      + runs(tail)
  }

  /// Returns a part of the text as offsets in UTF-8.
  package func offsets(_ range: Range<String.Index>) -> Range<Int> {
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    return start..<start + text.utf8.distance(from: range.lowerBound, to: range.upperBound)
  }

  private func lineCount(within height: Double) -> Int {
    let lineHeight = measured.typeset.lineMetrics.height
    guard lineHeight > 0, height.isFinite else { return .max }
    let count = (max(0, height) / lineHeight + LineFiller.slack).rounded(.down)
    return count < 1 ? 1 : Int(exactly: count) ?? .max
  }

  private func line(
    _ line: FilledLine, _ truncated: TruncatedLine?, in typeset: TypesetText, number: Int
  ) -> TextLine {
    let start = typeset.index(typeset.start(ofRun: line.runs.lowerBound))
    var end = typeset.index(typeset.start(ofRun: line.runs.upperBound))
    let visibleEnd = typeset.index(truncated?.end ?? typeset.start(ofRun: line.visibleEnd))
    var tail = end..<end
    if let truncated {
      let isEnd = options.truncation.place == .end
      end = isEnd ? visibleEnd : text.endIndex
      let shown = truncated.tail
      tail = isEnd ? end..<end : typeset.index(shown.lowerBound)..<typeset.index(shown.upperBound)
    }
    let metrics = typeset.lineMetrics
    return TextLine(
      range: start..<end, visibleRange: start..<visibleEnd,
      ending: truncated?.ending ?? (line.isHyphenated ? "-" : ""), tailRange: tail,
      isTruncated: truncated != nil, width: truncated?.width ?? line.visibleWidth,
      baseline: Double(number) * metrics.height + metrics.baseline)
  }
}

/// A line of a text, with everything that is needed to draw it.
public struct TextLine: Hashable, Sendable {
  /// The whole line, with the white space and the newline at its end. The ranges of the lines of a
  /// text are contiguous.
  public let range: Range<String.Index>
  /// The part of the line to draw: without white space at the end, and without the newline. Empty
  /// where the beginning is left out.
  public let visibleRange: Range<String.Index>
  /// The text to draw behind it: a hyphen if the line is broken at a soft hyphen, the truncation
  /// string if the text is truncated here, otherwise empty.
  public let ending: String
  /// The part of the text to draw behind ``ending``, where the beginning or the middle is left out;
  /// otherwise empty.
  public let tailRange: Range<String.Index>
  /// Whether a part of the text is left out here, and no line follows.
  public let isTruncated: Bool
  /// The width of everything that is drawn.
  public let width: Double
  /// The baseline of the line, from the top of the text.
  public let baseline: Double
}
