/// Where the tabs of a text end.
struct LineTabs: Sendable {
  /// The text between a tab and the next tab or newline, without white space at its end.
  struct Segment {
    var width = 0.0
    /// The distance from its start to the first of some characters, by character; missing where it
    /// has none.
    var decimals: [Character: Double] = [:]
  }

  /// In ascending order.
  private let stops: [TextOptions.TabStop]
  /// The distance of all other stops; 0 if there are none.
  private let width: Double
  private let grid: Double
  /// The segments behind tabs, by the offsets of the tabs; empty if all stops are those of starts.
  private var segments: [Int: Segment] = [:]

  /// Makes those of a text without tabs.
  init() { (stops, width, grid) = ([], 0, 0) }

  /// Makes those of a text.
  init(_ options: TextOptions, width: Double) {
    let stops = options.tabStops
    self.stops =
      stops.isEmpty
      ? [] : stops.filter { $0.position > 0 }.sorted { $0.position < $1.position }
    let width = options.tabWidth ?? width
    self.width = width.isFinite ? max(0, width) : 0
    grid = options.grid
  }

  /// Whether text behind a tab has to be known for where the tab ends.
  var needsSegments: Bool { stops.contains { $0.alignment != .start } }

  /// The characters that stand at stops.
  var decimals: Set<Character> {
    Set(
      stops.compactMap { stop in
        if case .decimal(let character) = stop.alignment { character } else { nil }
      })
  }

  /// Sets what is behind the tab at an offset.
  mutating func set(_ segment: Segment, behindTabAt offset: Int) { segments[offset] = segment }

  /// Returns where a tab ends.
  ///
  /// - Parameters:
  ///   - offset: The offset of the tab in the text.
  ///   - x: The end of what stands before it in its line.
  @inline(never)
  func end(ofTabAt offset: Int, from x: Double) -> Double {
    if let stop = stops.first(where: { $0.position > x }) {
      let segment = segments[offset] ?? Segment()
      let before =
        switch stop.alignment {
        case .start: 0.0
        case .center: segment.width / 2
        case .end: segment.width
        case .decimal(let character): segment.decimals[character] ?? segment.width
        }
      let start = stop.position - before
      return max(x, grid > 0 ? (start / grid + LineFiller.slack).rounded(.down) * grid : start)
    }
    return width > 0 ? ((x / width).rounded(.down) + 1) * width : x
  }
}
