/// Splits a text into runs in one pass, by the rules for lines (UAX #14), characters (UAX #29) and
/// columns (UAX #11).
///
/// A line does not end within a character, even where UAX #14 alone would allow it.
struct RunScanner {
  private let text: String
  private let bytes: UnsafeBufferPointer<UInt8>
  private let wrapping: TextOptions.Wrapping
  private let table = UnicodeTable.shared
  private var breaker = LineBreaker()
  private var runs: [TextRun] = []

  // The run that is being built.
  private var kind = TextRun.Kind.text
  private var columns: UInt32 = 0
  private var ambiguousColumns: UInt32 = 0

  /// Returns the runs of a text whose UTF-8 is contiguous; none if it is empty.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  static func runs(of text: String, wrapping: TextOptions.Wrapping) -> [TextRun] {
    let runs = text.utf8.withContiguousStorageIfAvailable { bytes in
      var scanner = RunScanner(text: text, bytes: bytes, wrapping: wrapping)
      scanner.scan()
      return scanner.runs
    }
    guard let runs else { preconditionFailure("the text has been made contiguous") }
    return runs
  }

  private init(text: String, bytes: UnsafeBufferPointer<UInt8>, wrapping: TextOptions.Wrapping) {
    self.text = text
    self.bytes = bytes
    self.wrapping = wrapping
    // An English word and its space take about six bytes.
    runs.reserveCapacity(wrapping == .words ? bytes.count / 3 + 1 : bytes.count + 1)
  }

  private mutating func scan() {
    var offset = 0
    while offset < bytes.count {
      let cluster = next(at: offset)
      let breakBefore = breakKind(cluster)
      let isNew = breakBefore != .none || cluster.kind != kind || cluster.kind == .tab
      if offset > 0, isNew { close(at: offset, breakBefore) }
      kind = cluster.kind
      columns &+= cluster.columns
      ambiguousColumns &+= cluster.ambiguousColumns
      offset = cluster.end
    }
    if offset > 0 { close(at: offset, .mandatory) }
  }

  @inline(__always)
  private func breakKind(_ cluster: GraphemeCluster) -> TextRun.Break {
    if cluster.action == .mandatory { return .mandatory }
    switch wrapping {
    case .words: return cluster.action == .allowed ? .allowed : .none
    case .characters: return .allowed
    case .wordsOrCharacters: return cluster.action == .allowed ? .allowed : .withinWord
    case .never: return .none
    }
  }

  private mutating func close(at end: Int, _ breakAfter: TextRun.Break) {
    let isHyphenated = end > 1 && bytes[end - 1] == 0xAD && bytes[end - 2] == 0xC2
    runs.append(
      TextRun(
        end: end, columns: columns, ambiguousColumns: ambiguousColumns, kind: kind,
        breakAfter: breakAfter, isHyphenated: isHyphenated))
    (columns, ambiguousColumns) = (0, 0)
  }

  /// Returns the cluster at an offset.
  @inline(__always)
  private mutating func next(at offset: Int) -> GraphemeCluster {
    let byte = bytes[offset]
    let end = offset + 1
    let isAlone = end == bytes.count || bytes[end] < 0x80
    if byte < 0x80, isAlone, byte != 0x0D {
      let entry = table[UInt32(byte)]
      let action = step(entry.classValue, end: end)
      return GraphemeCluster(
        end: end, columns: UInt32(entry.width), kind: Self.kind(entry.classValue, UInt32(byte)),
        action: action)
    }
    return nextBeyondASCII(at: offset)
  }

  private mutating func nextBeyondASCII(at offset: Int) -> GraphemeCluster {
    let (value, length) = bytes.scalar(at: offset)
    let entry = table[value]
    let action = step(entry.classValue, end: offset + length)
    let kind = Self.kind(entry.classValue, value)
    let isSimple = GraphemeCluster.isSimple(value)
    if isSimple, isFollowedBySimple(offset + length) {
      let isAmbiguous = entry.width == UnicodeTable.Width.ambiguous.rawValue
      return GraphemeCluster(
        end: offset + length, columns: isAmbiguous ? 1 : UInt32(entry.width),
        ambiguousColumns: isAmbiguous ? 1 : 0, kind: kind, action: action)
    }

    // A substring begins with a character, so nothing before it is read again.
    let rest = text[text.utf8.index(text.startIndex, offsetBy: offset)...]
    let end = rest.index(after: rest.startIndex)
    let (fixed, ambiguous) = GraphemeCluster.columns(of: rest.unicodeScalars[..<end])
    var cluster = GraphemeCluster(
      end: offset + rest.utf8.distance(from: rest.startIndex, to: end), columns: fixed,
      ambiguousColumns: ambiguous, kind: kind, action: action)
    // A mark makes a space visible.
    if kind == .whiteSpace, cluster.end > offset + length { cluster.kind = .text }
    var inner = offset + length
    while inner < cluster.end {
      let (value, length) = bytes.scalar(at: inner)
      inner += length
      _ = step(table[value].classValue, end: inner)
    }
    return cluster
  }

  private func isFollowedBySimple(_ end: Int) -> Bool {
    end == bytes.count || GraphemeCluster.isSimple(bytes.scalar(at: end).value)
  }

  @inline(__always)
  private mutating func step(_ classValue: UInt8, end: Int) -> LineBreakAction {
    let bytes = bytes
    return breaker.step(classValue) { bytes.numberFollows(at: end) }
  }

  @inline(__always)
  private static func kind(_ classValue: UInt8, _ scalar: UInt32) -> TextRun.Kind {
    if classValue > LineBreakClass.space.rawValue {
      if scalar < 0x80 { return scalar == 0x09 ? .tab : .text }
      return isWhiteSpace(scalar) ? .whiteSpace : .text
    }
    return classValue == LineBreakClass.space.rawValue ? .whiteSpace : .newline
  }

  /// The other space separators of CSS Text 3, which hang at the end of a line as spaces do.
  private static func isWhiteSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }
}
