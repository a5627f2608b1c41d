internal import RosterConcurrency
public import RosterLayout

/// A text as the content of a box. Immutable.
///
/// The text is split into runs and measured once, when its size is first needed. The runs are then
/// put into lines for each width, and the last few results are kept. Any number of threads may
/// measure at the same time.
///
/// White space is preserved, and does not count at the end of a line that is broken
/// (`white-space: pre-wrap` of CSS Text 3). A newline ends its line; no line follows the last
/// newline. An empty text has no lines and no size.
public final class TextContent: Sendable {
  /// The text; each newline is a space unless the options preserve them.
  public let text: String
  /// The measurer of its runs.
  public let measurer: any TextMeasurer
  /// The options for its lines.
  public let options: TextOptions
  /// The parts that have measurers of their own: disjoint, in order, and between characters.
  public let parts: [Part]
  /// 0 until the text is first measured. Then the address of the result, which it owns, and which
  /// does not change again. Not behind a lock: each text has one, and a lock takes eight times as long
  /// to make.
  private let address = AtomicInt(0)

  /// A part of a text that is drawn otherwise, and so has a measurer of its own: in another font.
  public struct Part: Sendable {
    /// The part, in UTF-8 offsets of the text.
    public var range: Range<Int>
    /// Measures it.
    public var measurer: any TextMeasurer

    /// Makes a part.
    public init(_ range: Range<Int>, measurer: any TextMeasurer) {
      (self.range, self.measurer) = (range, measurer)
    }
  }

  /// Makes a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - measurer: Measures it.
  ///   - options: The options for its lines.
  ///   - parts: Parts that have measurers of their own; a later one lies over earlier ones. Ends
  ///     that are not between two characters move towards the beginning. Shapes do not depend on
  ///     characters of other parts.
  public init(
    _ text: String, measurer: any TextMeasurer, options: TextOptions = TextOptions(),
    parts: [Part] = []
  ) {
    var text = text
    if !options.preservesNewlines, text.contains(where: \.isNewline) {
      text = String(text.map { $0.isNewline ? " " : $0 })
    }
    text.makeContiguousUTF8()
    (self.text, self.measurer, self.options) = (text, measurer, options)
    self.parts = parts.isEmpty ? [] : Part.disjoint(parts, in: text)
  }

  deinit { stored?.release() }

  /// The text with the widths of its runs. The thread that needs it first measures the text.
  ///
  var measured: MeasuredText {
    if let stored { return stored.takeUnretainedValue() }
    let ruler = TextRuler(measurer, options, parts: parts)
    let measured = MeasuredText(TypesetText(text, ruler))
    let owned = Unmanaged.passRetained(measured)
    if address.compareExchange(expected: 0, desired: Int(bitPattern: owned.toOpaque())) {
      return measured
    }
    // Another thread was first.
    owned.release()
    return stored?.takeUnretainedValue() ?? measured
  }

  private var stored: Unmanaged<MeasuredText>? {
    UnsafeRawPointer(bitPattern: address.load()).map(Unmanaged.fromOpaque)
  }
}

extension TextContent: MeasuredContent {
  /// Returns the size of the text in some room.
  ///
  /// If the room leaves it open, the width is that of the widest line and the height that of all
  /// lines, both rounded up to whole points and limited by the room. The minimum width is that of
  /// the longest run that cannot be broken. The maximum width is that of the longest line if only
  /// newlines end lines.
  ///
  /// - Complexity: O(*n*) for a text of length *n*; O(1) if there is room for every line, or for
  ///   one of the last few widths.
  public func measure(width: AvailableLength, height: AvailableLength) -> MeasuredSize {
    let measured = measured
    let room: Double
    switch width {
    case .exactly(let length), .atMost(let length): room = length
    case .minContent: room = measured.minimumWidth
    case .maxContent: room = .infinity
    }
    var fit = measured.fit(room: room)
    // Lines may be hidden that need this width, and the visible ones may be narrower.
    if width == .minContent { fit.width = room }
    let metrics = measured.typeset.lineMetrics
    let size = Size(
      width: width.length(of: fit.width),
      height: height.length(of: Double(fit.lineCount) * metrics.height))
    guard fit.lineCount > 0 else { return MeasuredSize(size: size) }
    return MeasuredSize(
      size: size, baseline: metrics.baseline,
      lastBaseline: metrics.baseline + Double(fit.lineCount - 1) * metrics.height)
  }
}

extension TextContent.Part {
  /// Returns parts without what others cover, in order.
  ///
  /// - Complexity: O(*n* + *k*²), where *n* is the length of the text and *k* the number of parts.
  fileprivate static func disjoint(_ parts: [Self], in text: String) -> [Self] {
    let ranges = parts.map { part -> Range<Int> in
      let start = text.characterStart(at: part.range.lowerBound)
      return start..<max(start, text.characterStart(at: part.range.upperBound))
    }
    let places = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
    var found: [(part: Int, range: Range<Int>)] = []
    for (start, end) in zip(places, places.dropFirst()) {
      guard let part = ranges.lastIndex(where: { $0.contains(start) }) else { continue }
      if let last = found.last, last.part == part, last.range.upperBound == start {
        found[found.count - 1].range = last.range.lowerBound..<end
      } else {
        found.append((part, start..<end))
      }
    }
    return found.map { Self($0.range, measurer: parts[$0.part].measurer) }
  }
}

extension AvailableLength {
  /// The length that content of some length gets.
  fileprivate func length(of content: Double) -> Double {
    switch self {
    case .exactly(let length) where length >= 0: length
    case .atMost(let length) where length < content.rounded(.up): max(0, length)
    case .exactly, .atMost, .minContent, .maxContent: content.rounded(.up)
    }
  }
}
