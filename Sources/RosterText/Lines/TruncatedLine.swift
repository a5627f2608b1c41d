/// The visible parts of a line that is truncated.
struct TruncatedLine {
  /// The end of the part before the ending, in UTF-8 code units.
  var end: Int
  /// The string that replaces what is left out; only its beginning if there is no room for more.
  var ending: String
  /// The part behind the ending, in UTF-8 code units; empty if the end of the text is left out.
  var tail: Range<Int>
  var width: Double
  /// The width that the line takes where there is more room than it needs.
  var wantedWidth: Double
}

extension TypesetText {
  /// Shortens a line character by character until there is room for the truncation string.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line, and of what is shown of the end of
  /// the
  ///   text.
  func truncated(_ line: FilledLine, room: Double) -> TruncatedLine {
    let start = start(ofRun: line.runs.lowerBound)
    let limit = room + LineFiller.slack
    let truncation = ruler.options.truncation
    let ending = truncation.string
    let endingWidth = ruler.width(of: ending)
    let textEnd = text.utf8.count
    let nothing = textEnd..<textEnd
    if endingWidth > limit {
      let (ending, width) = prefix(of: ending, limit: limit)
      return TruncatedLine(
        end: start, ending: ending, tail: nothing, width: width, wantedWidth: line.width)
    }
    guard truncation.place == .end else {
      return truncated(line, room: room, around: ending, endingWidth)
    }
    let head = characters(in: start..<self.start(ofRun: line.visibleEnd))
    let count = head.count(fitting: limit - endingWidth, dropping: truncation.dropped)
    return TruncatedLine(
      end: start + head.start(of: count), ending: ending, tail: nothing,
      width: head.width(upTo: count) + endingWidth, wantedWidth: line.width)
  }

  /// Shows the end of the text behind the truncation string, and in the middle of a text about as
  /// much of its beginning before it.
  ///
  ///     room 10   |one two three four|   the middle     |one t…four|
  ///                                      the beginning  |…hree four|
  private func truncated(
    _ line: FilledLine, room: Double, around ending: String, _ endingWidth: Double
  ) -> TruncatedLine {
    let (start, dropped) = (start(ofRun: line.runs.lowerBound), ruler.options.truncation.dropped)
    let isMiddle = ruler.options.truncation.place == .middle
    let free = room - endingWidth + LineFiller.slack
    var half = (room - endingWidth) / 2
    let grid = ruler.grid
    if grid > 0 { half = (half / grid - LineFiller.slack).rounded(.up) * grid }
    let lineEnd = isMiddle ? self.start(ofRun: line.visibleEnd) : start
    let head = characters(in: start..<lineEnd)
    var count = head.count(fitting: min(half + LineFiller.slack, free), dropping: dropped)
    let headEnd = start + head.start(of: count)

    let tail = lastCharacters(from: headEnd, wider: free)
    let first = tail.characters.firstIndex(
      fitting: free - head.width(upTo: count), dropping: dropped)
    let tailStart = tail.range.lowerBound + tail.characters.start(of: first)
    let tailWidth = tail.characters.width(from: first)
    // What the end of the text leaves is for its beginning.
    let longest = head.ends.firstIndex { start + $0 > tailStart } ?? head.count
    count = max(
      count, head.count(fitting: free - tailWidth, dropping: dropped, atMost: longest))
    let headWidth = head.width(upTo: count)
    let wholeWidth = (isMiddle ? line.visibleWidth : 0) + tail.characters.width(from: 0)
    return TruncatedLine(
      end: start + head.start(of: count), ending: ending,
      tail: tailStart..<tail.range.upperBound, width: headWidth + endingWidth + tailWidth,
      wantedWidth: endingWidth + wholeWidth)
  }

  /// Returns the last characters of the text behind its last newline or tab, without white space at
  /// the end: as many as are wider than a length, if there are so many.
  private func lastCharacters(
    from start: Int, wider length: Double
  ) -> (characters: CharacterWidths, range: Range<Int>) {
    var last = runs.count
    if last > 0, runs[last - 1].kind == .newline { last -= 1 }
    while last > 0, runs[last - 1].kind == .whiteSpace { last -= 1 }
    var first = last
    while first > 0, runs[first - 1].kind == .text || runs[first - 1].kind == .whiteSpace {
      first -= 1
    }
    let end = max(start, self.start(ofRun: last))
    let lowest = max(start, self.start(ofRun: first))
    // The part of a text in one line may be much longer than the line.
    var count = 64
    while true {
      let place = max(lowest, text.characterStart(at: end - min(count, end - lowest)))
      let characters = characters(in: min(place, end)..<end)
      if place == lowest || characters.width(from: 0) > length { return (characters, place..<end) }
      count *= 2
    }
  }

  private func prefix(of ending: String, limit: Double) -> (String, width: Double) {
    let characters = CharacterWidths(ending, ruler, from: nil, LineTabs())
    guard let count = characters.widths.lastIndex(where: { $0 <= limit }) else { return ("", 0) }
    return (String(ending.prefix(count + 1)), characters.widths[count])
  }
}

extension CharacterWidths {
  /// The width of the line if it ends behind so many characters.
  fileprivate func width(upTo count: Int) -> Double { count > 0 ? widths[count - 1] : 0 }

  /// Returns the largest number of first characters that fit and end with none that is dropped.
  fileprivate func count(
    fitting limit: Double, dropping dropped: Set<Character>, atMost maximum: Int = .max
  ) -> Int {
    for count in stride(from: min(count, maximum), to: 0, by: -1) {
      if widths[count - 1] > limit || dropped.contains(self[count - 1]) { continue }
      return count
    }
    return 0
  }

  /// Returns the first character from which everything fits and begins with none that is dropped.
  fileprivate func firstIndex(fitting limit: Double, dropping dropped: Set<Character>) -> Int {
    for index in 0..<count {
      if width(from: index) > limit || dropped.contains(self[index]) { continue }
      return index
    }
    return count
  }
}
