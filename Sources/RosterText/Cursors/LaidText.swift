public import RosterLayout

extension TextContent {
  /// Returns the text in lines of a box, for cursors and pointers.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func laid(in size: Size) -> LaidText { LaidText(self, size: size) }
}

/// A text in lines, with the places of its cursors.
///
/// Offsets count UTF-8 code units of ``TextContent/text``. One that is outside of the text counts
/// as its nearest end, and one within a character as the start of the character.
///
/// A cursor stands in one more line than the text has if the text is empty or ends with a newline:
///
///     |first  |
///     |second⏎|
///     ||      |    the cursor at the end of the text; `lines` has two lines
///
/// Within a line, cursors stand where the measurer puts the edges of characters if it measures the
/// line alone: kerning counts, and a ligature is divided among its characters in proportion to
/// their bytes. White space that hangs behind the end of a line moves the cursor up to the edge of
/// the box and not beyond. In a truncated text, everything that is hidden has its cursor before the
/// truncation string, and what is shown of the end of the text has its cursors behind it. Lines
/// begin at the left of the box, or at its right where a paragraph runs from right to left. A host
/// that aligns lines otherwise adds its distance.
///
/// Characters are placed as they are seen (UAX #9). A cursor stands at the leading edge of the
/// character behind it: at its right edge if that runs from right to left. At the end of a line it
/// stands where the direction of the paragraph has the end.
///
///     offsets  0 1 2 3 4 6 8 10       a cursor at 4 stands at |
///     text     a b c   א ב ג          seen as  abc גבא|
///
/// If there is no box, lines from right to left begin where the text of the line has its right
/// edge, and white space that hangs at their end has cursors left of 0.
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
    let x = stops(in: line).x(of: offset, position.affinity)
    return rectangle(in: line, from: x, width: 0)
  }

  /// Whether the character behind a cursor runs from right to left, so that the cursor is at its
  /// right edge. At the end of a line, the direction of its paragraph counts.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of lines and runs.
  public func isRightToLeft(at position: TextPosition) -> Bool {
    guard let directions = content.directions else { return false }
    let offset = content.text.characterStart(at: position.offset)
    let line = line(of: offset, position.affinity)
    guard offset < end(of: line) else {
      return directions.paragraphLevel(at: min(starts[line], offset)) & 1 == 1
    }
    let runs =
      lines[line].isTruncated
      ? content.directionRuns(of: lines[line]).filter { $0.range.contains(offset) }
      : directions.runs(in: offset..<offset + 1, lineEnd: lineEnd(line))
    return runs.first?.isRightToLeft ?? false
  }

  /// Returns the left edge of a line as it is drawn.
  ///
  /// - Parameter index: The index of one of ``lines``.
  public func leftEdge(ofLine index: Int) -> Double {
    let line = lines[index]
    guard room.isFinite, content.direction(of: line) == .rightToLeft else { return 0 }
    return room - line.width
  }

  /// Returns the position whose cursor is nearest to a point. The point may be outside of the text.
  ///
  /// In the middle between two cursors, the later one is nearer. At the right of a wrapped line is
  /// its end, with upstream affinity.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  public func position(at point: Point) -> TextPosition {
    position(in: line(at: point), at: point.x)
  }

  private func line(at point: Point) -> Int {
    // A comparison with NaN fails, so the first line stands for it.
    guard lineHeight > 0, point.y >= lineHeight else { return 0 }
    let row = (point.y / lineHeight).rounded(.down)
    return row < Double(cursorLineCount) ? Int(row) : cursorLineCount - 1
  }

  /// Returns the position before the character at a point, at whichever side that is.
  ///
  /// - Returns: The position; `nil` if no character is there, or everything in the line runs from
  ///   left to right, so that ``position(at:)`` gives it.
  /// - Complexity: O(*n*), where *n* is the length of the line.
  package func positionBeforeCharacter(at point: Point) -> TextPosition? {
    guard content.directions != nil else { return nil }
    let stops = stops(in: line(at: point))
    return stops.characterIndex(at: point.x).map { TextPosition(offset: stops.offsets[$0]) }
  }

  /// Returns the position in a line whose cursor is nearest to a horizontal place.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  private func position(in line: Int, at x: Double) -> TextPosition {
    let stops = stops(in: line)
    let (nearest, affinity) = stops.nearest(to: x.isNaN ? 0 : x)
    let isEnd = nearest == stops.offsets.count - 1
    return TextPosition(
      offset: stops.offsets[nearest], affinity: isEnd && isWrapped(line) ? .upstream : affinity)
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
  /// or for each part of one direction in a line that has both; in order from left to right.
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
      var parts = stops.parts(of: max(lower, starts[line])..<max(lower, starts[line], upper))
      if upper > stops.end, endsWithNewline(line) {
        let free = room - stops.width
        stops.addEnd(max(0, min(content.measurer.width(of: " "), free)), to: &parts)
      }
      for part in parts where part.upperBound > part.lowerBound {
        let width = part.upperBound - part.lowerBound
        rectangles.append(rectangle(in: line, from: part.lowerBound, width: width))
      }
    }
    return rectangles
  }
}

extension LaidText {
  private var lineHeight: Double { content.measured.typeset.lineMetrics.height }

  /// The end of a line with what hangs there, as an offset.
  private func lineEnd(_ line: Int) -> Int {
    line + 1 < starts.count ? starts[line + 1] : content.text.utf8.count
  }

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

  /// The cursor of a line without characters.
  private func emptyStops(in line: Int) -> CursorStops {
    var stops = CursorStops(start: starts[line])
    if let directions = content.directions {
      let isRightToLeft = directions.paragraphLevel(at: starts[line]) & 1 == 1
      stops.reorder([], isRightToLeft: isRightToLeft, rightEdge: room.isFinite ? room : 0)
    }
    return stops
  }

  /// The cursors of a line.
  private func stops(in line: Int) -> CursorStops {
    let (start, end) = (starts[line], end(of: line))
    guard line < lines.count, end > start else { return emptyStops(in: line) }
    let own = lines[line]
    let typeset = content.measured.typeset
    var stops = CursorStops(start: start)
    let head = own.isTruncated ? content.offsets(own.visibleRange) : start..<end
    stops.add(typeset.characters(in: head))
    if !own.isTruncated, !own.ending.isEmpty {
      // Of the hyphen at which the line is broken, the soft one in the text has the width.
      stops.end(at: own.width)
    } else if own.isTruncated, own.range.upperBound > own.visibleRange.upperBound {
      // The truncation string stands where the hidden characters would.
      let tail = content.offsets(own.tailRange)
      stops.add(tail.lowerBound, width: typeset.ruler.width(of: own.ending))
      stops.add(typeset.characters(in: tail))
    }
    stops.limit(to: max(room, own.width))
    guard let directions = content.directions else { return stops }
    stops.reorder(
      own.isTruncated
        ? content.directionRuns(of: own)
        : directions.runs(in: start..<end, lineEnd: lineEnd(line)),
      isRightToLeft: content.direction(of: own) == .rightToLeft,
      rightEdge: room.isFinite ? room : own.width)
    return stops
  }
}

/// The offsets in a line at which a cursor can stand, ascending, and where it then stands.
private struct CursorStops {
  private(set) var offsets: [Int]
  private var places: [Double] = [0]
  private var visual: VisualStops?

  /// Makes those of an empty line.
  init(start: Int) { offsets = [start] }

  /// Adds characters behind the others.
  mutating func add(_ characters: CharacterWidths) {
    let (start, place) = (end, width)
    offsets += characters.ends.map { start + $0 }
    places += characters.edges.map { place + $0 }
    // A narrower text up to a later character would make a cursor jump back.
    for index in places.indices.dropFirst() {
      places[index] = max(places[index], places[index - 1])
    }
  }

  /// Adds one thing in place of all characters up to an offset.
  mutating func add(_ offset: Int, width: Double) {
    offsets.append(offset)
    places.append(self.width + width)
  }

  mutating func end(at width: Double) {
    places[places.count - 1] = max(places[places.count - 1], width)
  }

  mutating func limit(to width: Double) {
    for index in places.indices { places[index] = min(places[index], width) }
  }

  /// Puts the characters into the order in which they are seen.
  ///
  /// - Parameters:
  ///   - runs: The runs of the line, in the order of the text.
  ///   - isRightToLeft: Whether the paragraph runs from right to left.
  ///   - rightEdge: The right edge of the line, if it does.
  mutating func reorder(
    _ runs: [TextDirections.Run], isRightToLeft: Bool, rightEdge: Double
  ) {
    visual = VisualStops(
      offsets: offsets, places: places, runs: runs, isRightToLeft: isRightToLeft,
      left: isRightToLeft ? rightEdge - width : 0)
  }

  var end: Int { offsets[offsets.count - 1] }

  /// The width of everything, with what hangs at the end.
  var width: Double { places[places.count - 1] }

  /// The place of the last cursor that is not behind an offset.
  func x(of offset: Int, _ affinity: TextPosition.Affinity) -> Double {
    let index = max(0, partition(offsets) { $0 <= offset } - 1)
    return visual?.x(of: index, affinity) ?? places[index]
  }

  /// The index of the nearest cursor, of several the last one.
  func nearest(to x: Double) -> (index: Int, affinity: TextPosition.Affinity) {
    if let visual { return visual.nearest(to: x) }
    let next = partition(places) { $0 <= x }
    guard next < places.count else { return (places.count - 1, .downstream) }
    guard next > 0 else { return (partition(places) { $0 <= places[0] } - 1, .downstream) }
    if x - places[next - 1] < places[next] - x { return (next - 1, .downstream) }
    return (partition(places) { $0 <= places[next] } - 1, .downstream)
  }

  /// The index of the character at a place, where not all run from left to right.
  func characterIndex(at x: Double) -> Int? { visual?.characterIndex(at: x) }

  /// What the characters between two offsets cover, from left to right.
  func parts(of range: Range<Int>) -> [Range<Double>] {
    if let visual { return visual.parts(of: range, offsets: offsets) }
    let start = x(of: range.lowerBound, .downstream)
    return [start..<max(start, x(of: range.upperBound, .downstream))]
  }

  /// Adds what is at the end of the line to the parts of it.
  func addEnd(_ width: Double, to parts: inout [Range<Double>]) {
    let edge = x(of: end, .downstream)
    if visual?.isRightToLeft ?? false {
      let isJoined = parts.first?.lowerBound == edge
      let upper = isJoined ? parts.removeFirst().upperBound : edge
      parts.insert(edge - width..<upper, at: 0)
    } else {
      let isJoined = parts.last?.upperBound == edge
      let lower = isJoined ? parts.removeLast().lowerBound : edge
      parts.append(lower..<edge + width)
    }
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

/// Where the cursors of a line stand of which a part runs from right to left.
private struct VisualStops {
  let isRightToLeft: Bool
  /// The edges of each character, by its place in the text.
  private var leading: [Double]
  private var trailing: [Double]
  /// The characters from left to right.
  private var order: [Int] = []
  /// Where the line ends.
  private let end: Double

  /// Places the characters of a line.
  ///
  /// - Parameters:
  ///   - offsets: The start of each character, and the end.
  ///   - places: Their places in the order of the text.
  ///   - runs: The runs of the line, in the order of the text.
  ///   - isRightToLeft: Whether the paragraph runs from right to left.
  ///   - left: The left edge.
  init(
    offsets: [Int], places: [Double], runs: [TextDirections.Run], isRightToLeft: Bool,
    left: Double
  ) {
    let count = offsets.count - 1
    self.isRightToLeft = isRightToLeft
    leading = Array(repeating: 0, count: count)
    trailing = leading
    end = isRightToLeft ? left : left + places[count]
    order.reserveCapacity(count)
    // The characters of each run; a character belongs to the run in which it begins.
    var (parts, first): ([(characters: Range<Int>, level: UInt8)], Int) = ([], 0)
    for run in runs {
      var next = first
      while next < count, offsets[next] < run.range.upperBound { next += 1 }
      parts.append((first..<next, run.level))
      first = next
    }
    var x = left
    for (characters, level) in TextDirections.visualOrder(parts, level: \.level) {
      let isReversed = level & 1 == 1
      for step in 0..<characters.count {
        let index = isReversed ? characters.upperBound - 1 - step : characters.lowerBound + step
        let next = x + places[index + 1] - places[index]
        (leading[index], trailing[index]) = isReversed ? (next, x) : (x, next)
        order.append(index)
        x = next
      }
    }
  }

  /// The place of a cursor: before a character, or at the end.
  func x(of index: Int, _ affinity: TextPosition.Affinity) -> Double {
    if index >= leading.count { return end }
    return index > 0 && affinity == .upstream ? trailing[index - 1] : leading[index]
  }

  /// The nearest cursor. Of several at one place it is the last one, before a character if
  /// possible.
  func nearest(to x: Double) -> (index: Int, affinity: TextPosition.Affinity) {
    var found = (index: 0, affinity: TextPosition.Affinity.downstream)
    var distance = Double.infinity
    for index in 0...leading.count {
      for affinity in [TextPosition.Affinity.upstream, .downstream] {
        let own = abs(self.x(of: index, affinity) - x)
        if own <= distance { (found, distance) = ((index, affinity), own) }
      }
    }
    return found
  }

  /// The index of the character at a place.
  func characterIndex(at x: Double) -> Int? {
    leading.indices.first {
      min(leading[$0], trailing[$0]) <= x && x < max(leading[$0], trailing[$0])
    }
  }

  /// What the characters between two offsets cover, from left to right.
  func parts(of range: Range<Int>, offsets: [Int]) -> [Range<Double>] {
    var parts: [Range<Double>] = []
    for index in order where range.contains(offsets[index]) {
      let lower = min(leading[index], trailing[index])
      let upper = max(leading[index], trailing[index])
      if let last = parts.last, last.upperBound == lower {
        parts[parts.count - 1] = last.lowerBound..<upper
      } else {
        parts.append(lower..<upper)
      }
    }
    return parts
  }
}
