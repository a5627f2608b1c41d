public import RosterLayout

extension TextContent {
  /// Returns the text in lines of a box, for cursors and pointers.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func laid(in size: Size) -> LaidText { LaidText(self, size: size) }
}

/// A text in lines, with the places of its cursors.
///
/// Offsets count UTF-8 code units of ``TextContent/text``. One that is outside of the text counts as
/// its nearest end, and one within a character as the start of the character.
///
/// A cursor stands in one more line than the text has if the text is empty or ends with a newline:
///
///     |first  |
///     |second⏎|
///     ||      |    the cursor at the end of the text; `lines` has two lines
///
/// Within a line, cursors stand where the measurer puts the edges of characters if it measures the
/// line alone: kerning counts, and a ligature is divided among its characters in proportion to their
/// bytes. Characters are placed from left to right in the order of the text, also those of scripts
/// that are written from right to left, as ``TerminalMeasurer`` and the lines of ``TextContent`` do
/// it. White space that hangs behind the end of a line moves the cursor up to the edge of the box
/// and not beyond. In a truncated text, everything that is hidden has its cursor before the
/// truncation string. A host that aligns lines to the center or the end adds its distance.
public struct LaidText: Sendable {
  /// The text.
  public let content: TextContent
  /// The lines to draw.
  public let lines: [TextLine]
  /// The width of the box; infinite if there is none.
  private let room: Double
  /// The start of each line in which a cursor can stand.
  private let starts: [Int]

  init(_ content: TextContent, size: Size) {
    self.content = content
    lines = content.lines(in: size)
    room = size.width.isNaN ? .infinity : max(0, size.width)
    let text = content.text
    var starts = lines.map { text.utf8.distance(from: text.startIndex, to: $0.range.lowerBound) }
    let isCut = lines.last?.isTruncated ?? false
    if !isCut, text.last?.isNewline ?? true { starts.append(text.utf8.count) }
    self.starts = starts
  }

  /// The number of lines in which a cursor can stand, at least 1.
  public var cursorLineCount: Int { starts.count }

  /// The height that the lines and the cursor need, if everything is shown.
  public var cursorHeight: Double { Double(cursorLineCount) * lineHeight }

  /// Returns the place of a cursor: a rectangle without width, as high as its line.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  public func cursor(at position: TextPosition) -> TextRectangle {
    let offset = content.text.characterStart(at: position.offset)
    let line = line(of: offset, position.affinity)
    return rectangle(in: line, from: stops(in: line).x(of: offset), width: 0)
  }

  /// Returns the position whose cursor is nearest to a point. The point may be outside of the text.
  ///
  /// In the middle between two cursors, the later one is nearer. At the right of a wrapped line is
  /// its end, with upstream affinity.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  public func position(at point: Point) -> TextPosition {
    var line = 0
    // A comparison with NaN fails, so the first line stands for it.
    if lineHeight > 0, point.y >= lineHeight {
      let row = (point.y / lineHeight).rounded(.down)
      line = row < Double(cursorLineCount) ? Int(row) : cursorLineCount - 1
    }
    return position(in: line, at: point.x)
  }

  /// Returns the position in a line whose cursor is nearest to a horizontal place.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  private func position(in line: Int, at x: Double) -> TextPosition {
    let stops = stops(in: line)
    let nearest = stops.nearest(to: x.isNaN ? 0 : x)
    let isEnd = nearest == stops.offsets.count - 1
    return TextPosition(
      offset: stops.offsets[nearest], affinity: isEnd && isWrapped(line) ? .upstream : .downstream)
  }
}

/// Moving a cursor.
extension LaidText {
  /// Returns the position one unit further: the end of a word, for example.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the unit.
  public func position(after position: TextPosition, by unit: TextUnit) -> TextPosition {
    TextPosition(offset: content.text.offset(after: position.offset, by: unit))
  }

  /// Returns the position one unit back: the start of a word, for example.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the unit.
  public func position(before position: TextPosition, by unit: TextUnit) -> TextPosition {
    TextPosition(offset: content.text.offset(before: position.offset, by: unit))
  }

  /// Returns the start of the line in which a cursor stands.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of lines.
  public func lineStart(of position: TextPosition) -> TextPosition {
    let offset = content.text.characterStart(at: position.offset)
    return TextPosition(offset: starts[line(of: offset, position.affinity)])
  }

  /// Returns the end of the line in which a cursor stands: before its newline, and behind its white
  /// space.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of lines.
  public func lineEnd(of position: TextPosition) -> TextPosition {
    let offset = content.text.characterStart(at: position.offset)
    let line = line(of: offset, position.affinity)
    return TextPosition(
      offset: end(of: line), affinity: isWrapped(line) ? .upstream : .downstream)
  }

  /// Returns the position some lines further down, or up if the number is negative.
  ///
  /// Above the first line is the start of the text, and below the last one its end.
  ///
  /// - Parameters:
  ///   - count: The number of lines.
  ///   - position: The position to start from.
  ///   - x: The horizontal place to stay at; by default that of the cursor. To move over several
  ///     lines one by one, pass the place at which the movement has begun: a short line in between
  ///     then does not change it.
  /// - Complexity: O(*n*), where *n* is the length of the two lines.
  public func position(
    movedByLines count: Int, from position: TextPosition, x: Double? = nil
  ) -> TextPosition {
    let cursor = cursor(at: position)
    let (line, overflow) = cursor.line.addingReportingOverflow(count)
    if overflow ? count < 0 : line < 0 { return TextPosition(offset: 0) }
    guard !overflow, line < cursorLineCount else {
      return TextPosition(offset: content.text.utf8.count)
    }
    return self.position(in: line, at: x ?? cursor.origin.x)
  }

  /// Returns the word, the symbols or the white space at a position: what a double click selects.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the word.
  public func wordRange(at position: TextPosition) -> Range<Int> {
    content.text.wordRange(at: position.offset)
  }

  /// Returns what to draw behind a selected part of the text: at most one rectangle for each line,
  /// in order.
  ///
  /// A selected newline is as wide as a space where there is room, so that selected empty lines are
  /// visible. What takes no room has no rectangle.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the lines that it touches.
  public func rectangles(of range: Range<Int>) -> [TextRectangle] {
    let lower = content.text.characterStart(at: range.lowerBound)
    let upper = content.text.characterStart(at: range.upperBound)
    guard lower < upper else { return [] }
    var rectangles: [TextRectangle] = []
    for line in line(of: lower, .downstream)..<cursorLineCount where starts[line] < upper {
      let stops = stops(in: line)
      let start = stops.x(of: max(lower, starts[line]))
      var end = stops.x(of: upper)
      if upper > stops.end, endsWithNewline(line) {
        end = max(end, min(end + content.measurer.width(of: " "), room))
      }
      if end > start { rectangles.append(rectangle(in: line, from: start, width: end - start)) }
    }
    return rectangles
  }
}

extension LaidText {
  private var lineHeight: Double { content.measurer.lineMetrics.height }

  private func rectangle(in line: Int, from x: Double, width: Double) -> TextRectangle {
    TextRectangle(
      line: line, origin: Point(x: x, y: Double(line) * lineHeight),
      size: Size(width: width, height: lineHeight))
  }

  /// The line of a cursor.
  private func line(of offset: Int, _ affinity: TextPosition.Affinity) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let isBetween = low > 0 && starts[low] == offset && affinity == .upstream
    return isBetween && isWrapped(low - 1) ? low - 1 : low
  }

  private func endsWithNewline(_ line: Int) -> Bool {
    guard line < lines.count, !lines[line].isTruncated else { return false }
    return content.text[lines[line].range].last?.isNewline ?? false
  }

  /// Whether the text goes on in the next line without a newline.
  private func isWrapped(_ line: Int) -> Bool {
    line + 1 < lines.count && !endsWithNewline(line)
  }

  /// The offset of the last cursor of a line.
  private func end(of line: Int) -> Int {
    guard line < lines.count else { return starts[line] }
    let text = content.text
    var end = lines[line].range.upperBound
    if endsWithNewline(line) { end = text.index(before: end) }
    return text.utf8.distance(from: text.startIndex, to: end)
  }

  /// The cursors of a line.
  private func stops(in line: Int) -> CursorStops {
    let (start, end) = (starts[line], end(of: line))
    guard line < lines.count, end > start else { return CursorStops(start: start) }
    let text = content.text
    let part = String(
      text[lines[line].range.lowerBound..<text.utf8.index(text.startIndex, offsetBy: end)])
    var stops = CursorStops(start: start)
    stops.add(CharacterWidths(part, measurer: content.measurer))
    // Of the hyphen at which the line is broken, the soft one in the text has the width.
    if !lines[line].isTruncated, !lines[line].ending.isEmpty { stops.end(at: lines[line].width) }
    stops.limit(to: max(room, lines[line].width))
    return stops
  }
}

/// The offsets in a line at which a cursor can stand, and where it then stands, ascending.
private struct CursorStops {
  private(set) var offsets: [Int]
  private var places: [Double] = [0]

  /// Makes those of an empty line.
  init(start: Int) { offsets = [start] }

  mutating func add(_ characters: CharacterWidths) {
    let start = offsets[0]
    offsets += characters.ends.map { start + $0 }
    places += characters.edges
    // A narrower text up to a later character would make a cursor jump back.
    for index in places.indices.dropFirst() {
      places[index] = max(places[index], places[index - 1])
    }
  }

  mutating func end(at width: Double) {
    places[places.count - 1] = max(places[places.count - 1], width)
  }

  mutating func limit(to width: Double) {
    for index in places.indices { places[index] = min(places[index], width) }
  }

  var end: Int { offsets[offsets.count - 1] }

  /// The place of the last cursor that is not behind an offset.
  func x(of offset: Int) -> Double {
    places[max(0, partition(offsets) { $0 <= offset } - 1)]
  }

  /// The index of the nearest cursor, of several the last one.
  func nearest(to x: Double) -> Int {
    let next = partition(places) { $0 <= x }
    guard next < places.count else { return places.count - 1 }
    guard next > 0 else { return partition(places) { $0 <= places[0] } - 1 }
    if x - places[next - 1] < places[next] - x { return next - 1 }
    return partition(places) { $0 <= places[next] } - 1
  }

  /// The number of first elements that meet a condition that later ones do not meet.
  private func partition<Element>(_ elements: [Element], _ isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(elements[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
