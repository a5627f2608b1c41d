package import RosterLayout

/// The directions of the parts of a text, by UAX #9 of Unicode 15.0.
///
/// A level is even where text runs from left to right, and odd where it runs from right to left.
/// Offsets count UTF-8 code units.
///
///     "abc אבג"     levels 0 0 0 0 1 1 1, seen as  abc גבא
package struct TextDirections: Sendable {
  /// A part of a text that has one level.
  package struct Run: Hashable, Sendable {
    package var range: Range<Int>
    package var level: UInt8

    package init(range: Range<Int>, level: UInt8) { (self.range, self.level) = (range, level) }

    package var isRightToLeft: Bool { level & 1 == 1 }
  }

  private let text: String
  private let showsControls: Bool
  /// All paragraphs with their levels, in order.
  private var paragraphs: [Run] = []
  /// All runs of one level, in order. None contains the end of a paragraph.
  private var runs: [Run] = []

  /// Resolves all paragraphs of a text; `nil` if everything runs from left to right.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - direction: The direction of all paragraphs; `nil` for that of the first strong character
  ///     of each (P2, P3).
  ///   - showsControls: Whether controls of direction are signs like others, since they are shown.
  /// - Complexity: O(*n*), where *n* is the length of the text. Where no scalar runs from right to
  ///   left, its bytes are read once and nothing is allocated.
  package init?(
    _ text: String, direction: WritingDirection? = nil, showsControls: Bool = false
  ) {
    var text = text
    let isNeeded = text.withUTF8 { $0.mayRunFromRightToLeft }
    guard !text.isEmpty, isNeeded || direction == .rightToLeft else { return nil }
    self.init(resolving: text, direction: direction, showsControls: showsControls)
  }

  /// Resolves all paragraphs of a text that is not empty, whatever it consists of.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package init(
    resolving text: String, direction: WritingDirection?, showsControls: Bool = false
  ) {
    var text = text
    (self.text, self.showsControls) = (text, showsControls)
    text.withUTF8 { resolve($0, direction) }
  }

  /// P1: resolves one paragraph after the other.
  private mutating func resolve(
    _ bytes: UnsafeBufferPointer<UInt8>, _ direction: WritingDirection?
  ) {
    let table = BidiTable.shared
    var scalars: [UInt32] = []
    var (start, offset) = (0, 0)
    while offset < bytes.count {
      let (value, length) = bytes.scalar(at: offset)
      offset += length
      scalars.append(value)
      let isReturn = value == 0x0D && offset < bytes.count && bytes[offset] == 0x0A
      let isEnd = table.bidiClass(of: value) == .paragraphSeparator && !isReturn
      guard isEnd || offset == bytes.count else { continue }
      let paragraph = BidiParagraph(
        scalars, direction: direction, showsControls: showsControls)
      add(paragraph, start..<offset, bytes)
      scalars.removeAll(keepingCapacity: true)
      start = offset
    }
  }

  private mutating func add(
    _ paragraph: BidiParagraph, _ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    paragraphs.append(Run(range: range, level: paragraph.level))
    var offset = range.lowerBound
    let first = runs.count
    for level in paragraph.levels {
      let end = offset + bytes.scalar(at: offset).length
      if runs.count > first, runs[runs.count - 1].level == level {
        runs[runs.count - 1].range = runs[runs.count - 1].range.lowerBound..<end
      } else {
        runs.append(Run(range: offset..<end, level: level))
      }
      offset = end
    }
  }

  /// Returns the level of the paragraph at an offset; at the end of the text, that of the last one.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of paragraphs.
  package func paragraphLevel(at offset: Int) -> UInt8 {
    paragraphs[Self.index(of: offset, in: paragraphs)].level
  }

  /// Returns the level at an offset; at the end of the text, that of its last character.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of runs.
  package func level(at offset: Int) -> UInt8 { runs[Self.index(of: offset, in: runs)].level }

  /// Returns the runs of a part of the text, in the order of the text.
  ///
  /// - Parameters:
  ///   - range: The part.
  ///   - lineEnd: The end of the line: white space and isolates before it have the level of the
  ///     paragraph (L1). `nil` if the part is no line.
  /// - Complexity: O(*k* + log *n*), where *k* is the number of runs of the part.
  package func runs(in range: Range<Int>, lineEnd: Int?) -> [Run] {
    guard !range.isEmpty else { return [] }
    let base = paragraphLevel(at: range.lowerBound)
    let end = lineEnd.map { trailingStart(before: $0, from: range.lowerBound) } ?? .max
    var found: [Run] = []
    var index = Self.index(of: range.lowerBound, in: runs)
    while index < runs.count, runs[index].range.lowerBound < min(end, range.upperBound) {
      let part = runs[index].range.clamped(to: range.lowerBound..<min(end, range.upperBound))
      found.append(Run(range: part, level: runs[index].level))
      index += 1
    }
    if end < range.upperBound { found.append(Run(range: end..<range.upperBound, level: base)) }
    return found
  }

  /// Returns where the white space and the isolates begin that end a line.
  private func trailingStart(before end: Int, from start: Int) -> Int {
    let scalars = text.unicodeScalars
    var index = text.utf8.index(text.startIndex, offsetBy: end)
    var offset = end
    while offset > start {
      index = scalars.index(before: index)
      let type = BidiTable.shared.bidiClass(
        of: scalars[index].value, showsControls: showsControls)
      guard type.isTrailing || type == .paragraphSeparator || type == .segmentSeparator else {
        return offset
      }
      offset -= UTF8.width(scalars[index])
    }
    return offset
  }

  private static func index(of offset: Int, in runs: [Run]) -> Int {
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].range.lowerBound <= offset { low = middle } else { high = middle }
    }
    return low
  }
}

extension TextDirections {
  /// Returns the parts of a line as they are seen, from left to right: L2.
  ///
  /// From the highest level down to the lowest odd one, each sequence of parts of that level or of a
  /// higher one is reversed.
  ///
  /// - Parameters:
  ///   - parts: The parts in the order of the text.
  ///   - level: Returns the level of a part.
  /// - Complexity: O(*k* · *l*), where *k* is the number of parts and *l* the difference of their
  ///   levels, at most 126.
  package static func visualOrder<Part>(_ parts: [Part], level: (Part) -> UInt8) -> [Part] {
    var parts = parts
    var levels = parts.map(level)
    guard let highest = levels.max(), let lowest = levels.filter({ $0 & 1 == 1 }).min() else {
      return parts
    }
    for level in stride(from: highest, through: lowest, by: -1) {
      var start = 0
      while start < parts.count {
        var end = start
        while end < parts.count, levels[end] >= level { end += 1 }
        parts[start..<end].reverse()
        levels[start..<end].reverse()
        start = end + 1
      }
    }
    return parts
  }

  /// Returns the runs of a line as they are seen, from left to right: L2.
  package static func visualOrder(_ runs: [Run]) -> [Run] { visualOrder(runs, level: \.level) }

  /// Returns the character to draw at an odd level: the mirror image of brackets and the like (L4).
  package static func mirrored(_ character: Character) -> Character {
    guard let first = character.unicodeScalars.first,
      let mirror = BidiTable.shared.mirror(of: first.value).flatMap(Unicode.Scalar.init)
    else { return character }
    var text = String(Character(mirror))
    text.unicodeScalars.append(contentsOf: character.unicodeScalars.dropFirst())
    return Character(text)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a text may have a scalar that does not run from left to right: a letter, a number or a
  /// control of another direction. Some blocks have others, too.
  ///
  /// The first byte of a scalar tells it for nearly all texts.
  fileprivate var mayRunFromRightToLeft: Bool {
    // Most texts have no such byte. A loop that nothing ends early looks at many bytes at once.
    if reduce(0, Swift.max) < 0xD6 { return false }
    var offset = 0
    while offset < count {
      let byte = self[offset]
      offset += 1
      if byte < 0xD6 { continue }
      switch byte {
      case 0xD6: if self[offset] >= 0x90 { return true }  // U+0590
      case 0xD7...0xDF: return true
      case 0xE0: if self[offset] < 0xA4 { return true }  // U+0800 to U+08FF
      case 0xE2 where self[offset] == 0x80:  // RLM, RLE, RLO
        if [0x8F, 0xAB, 0xAE].contains(self[offset + 1]) { return true }
      case 0xE2 where self[offset] == 0x81: if self[offset + 1] == 0xA7 { return true }  // RLI
      case 0xEF: if 0xAC..<0xBC ~= self[offset] { return true }  // U+FB00 to U+FEFF
      case 0xF0:  // U+10800 to U+10FFF and U+1E800 to U+1EFFF
        if self[offset] == 0x90 || self[offset] == 0x9E, self[offset + 1] >= 0xA0 { return true }
      default: break
      }
    }
    return false
  }
}
