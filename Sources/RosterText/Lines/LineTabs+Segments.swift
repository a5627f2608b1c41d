extension LineTabs {
  /// Measures what is behind the tabs of a text.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  mutating func addSegments(
    of text: String, _ runs: [TextRun], _ ruler: TextRuler, _ directions: TextDirections?
  ) {
    var index = 0
    while index < runs.count {
      let tab = runs[index]
      index += 1
      guard tab.kind == .tab else { continue }
      var segment = Segment()
      var (width, end) = (0.0, tab.end)
      while index < runs.count, runs[index].kind != .tab, runs[index].kind != .newline {
        width += runs[index].width
        if runs[index].kind == .text { (segment.width, end) = (width, runs[index].end) }
        index += 1
      }
      let decimals = decimals
      if !decimals.isEmpty, end > tab.end {
        segment.decimals = Self.distances(
          to: decimals, in: tab.end..<end, of: text, ruler, directions)
      }
      set(segment, behindTabAt: tab.end - 1)
    }
  }

  /// Returns how far the first of each character is from the start of a segment, as it is seen.
  private static func distances(
    to decimals: Set<Character>, in range: Range<Int>, of text: String, _ ruler: TextRuler,
    _ directions: TextDirections?
  ) -> [Character: Double] {
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    let segment = String(text[start..<text.utf8.index(start, offsetBy: range.count)])
    let characters = CharacterWidths(segment, ruler, from: range.lowerBound, LineTabs())
    var found: [Character: Int] = [:]
    for index in 0..<characters.count where decimals.contains(characters[index]) {
      if found[characters[index]] == nil { found[characters[index]] = index }
    }
    guard let directions else {
      return found.mapValues { $0 > 0 ? characters.edges[$0 - 1] : 0 }
    }
    let starts = (0..<characters.count).map {
      directions.level(at: range.lowerBound + characters.start(of: $0))
    }
    let order = TextDirections.visualOrder(Array(starts.indices)) { starts[$0] }
    let isRightToLeft = directions.paragraphLevel(at: range.lowerBound) & 1 == 1
    return found.mapValues { place in
      let before = (isRightToLeft ? order.reversed() : order).prefix { $0 != place }
      return before.reduce(0) { sum, index in
        sum + characters.edges[index] - (index > 0 ? characters.edges[index - 1] : 0)
      }
    }
  }
}
