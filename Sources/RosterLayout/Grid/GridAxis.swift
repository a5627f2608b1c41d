/// The tracks of a grid along an axis while they are sized.
///
/// Tracks between the same items that have the same sizes in the style have the same size in the end.
/// They are one ``Set``, so that a grid takes as much memory as its items and its style, however many
/// tracks there are.
struct GridAxis {
  /// What a track becomes at least or at most.
  enum Bound: UInt8 {
    case fixed
    case auto
    case minContent
    case maxContent
    case fitContent
    case flexible
  }

  /// Tracks of one size.
  struct Set {
    let count: Double
    var min = Bound.auto
    var max = Bound.auto
    /// The factor of a flexible track.
    var factor = 0.0
    /// The most that content may make of a track with `fit-content(…)`.
    var fitLimit = Double.infinity
    var base = 0.0
    /// The growth limit.
    var limit = Double.infinity
    /// Whether the growth limit was infinite before this step (section 12.5, step 3.5).
    var isGrowable = false
    /// The increase by one item.
    var increase = 0.0
    /// The largest increase by items of a step.
    var planned = 0.0
  }

  /// Tracks between which no item begins or ends, nor the tracks that the style repeats.
  struct Stretch {
    /// The lines before the first one and behind the last one.
    let lines: Range<Int>
    let firstSet: Int
    let endSet: Int
    /// Whether they are tracks of `auto-fit` without items.
    let isCollapsed: Bool
    /// Where they begin and end, after all tracks have their sizes. Collapsed tracks begin behind the
    /// gap before them, and end before it.
    var offset = 0.0
    var end = 0.0
  }

  var sets: [Set] = []
  private(set) var stretches: [Stretch] = []
  /// The gap between two tracks, without what distribution adds.
  let gap: Double
  /// The number of tracks that are not collapsed.
  private(set) var trackCount = 0
  /// The gap and what distribution adds.
  var spacing = 0.0

  /// - Parameters:
  ///   - spans: The lines of the items.
  ///   - guides: Other lines whose places are asked for.
  ///   - base: The length that percentages refer to; NaN if it is not known.
  init(
    _ template: GridTemplate, implicit: [GridTrack], lines: GridPlacement.Axis,
    spans: [Range<Int>], guides: [Int], gap: Double, base: Double
  ) {
    self.gap = gap
    let bounds = Self.bounds(template, lines, spans, guides)
    let isTaken = Self.takenStretches(spans, bounds)
    var segment = 0
    for (index, (start, end)) in zip(bounds, bounds.dropFirst()).enumerated() {
      // The index among the tracks that the container names; negative before them.
      let first = start - lines.before
      while segment < template.segments.count, first >= template.segments[segment].end {
        segment += 1
      }
      let firstSet = sets.count
      var isCollapsed = false
      if first >= 0, segment < template.segments.count {
        let known = template.segments[segment]
        isCollapsed = known.isAutoFit && !isTaken[index]
        append(
          known.tracks, phase: first - known.start, count: end - start, base: base,
          isCollapsed: isCollapsed)
      } else {
        let tracks = implicit.isEmpty ? [.auto] : implicit
        let phase = first < 0 ? first : first - template.count
        append(tracks, phase: phase, count: end - start, base: base)
      }
      stretches.append(
        Stretch(
          lines: start..<end, firstSet: firstSet, endSet: sets.count, isCollapsed: isCollapsed))
      if !isCollapsed { trackCount += end - start }
    }
  }

  /// The lines at which something begins or ends.
  private static func bounds(
    _ template: GridTemplate, _ lines: GridPlacement.Axis, _ spans: [Range<Int>],
    _ guides: [Int]
  ) -> [Int] {
    var bounds = [0, lines.count, lines.before, lines.before + template.count] + guides
    for segment in template.segments { bounds.append(lines.before + segment.start) }
    for segment in template.segments where segment.isAutoFit {
      // Each repetition may vanish by itself, and so may each track.
      bounds.append(lines.before + segment.end)
    }
    for span in spans {
      bounds.append(span.lowerBound)
      bounds.append(span.upperBound)
    }
    bounds.sort()
    var unique: [Int] = []
    for bound in bounds where bound <= lines.count && unique.last != bound { unique.append(bound) }
    return unique
  }

  private static func takenStretches(_ spans: [Range<Int>], _ bounds: [Int]) -> [Bool] {
    var changes = [Int](repeating: 0, count: bounds.count)
    for span in spans {
      changes[index(of: span.lowerBound, in: bounds)] += 1
      changes[index(of: span.upperBound, in: bounds)] -= 1
    }
    var open = 0
    return changes.map { change in
      open += change
      return open > 0
    }
  }

  private static func index(of line: Int, in bounds: [Int]) -> Int {
    var (low, high) = (0, bounds.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle] < line { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Appends the sets of some tracks, which follow a pattern.
  ///
  /// - Parameter phase: The index of the first track in the pattern, which goes on in both directions.
  private mutating func append(
    _ pattern: [GridTrack], phase: Int, count: Int, base: Double, isCollapsed: Bool = false
  ) {
    let length = pattern.count
    for offset in 0..<min(length, count) {
      let index = ((phase + offset) % length + length) % length
      let tracks = (count - offset + length - 1) / length
      if isCollapsed {
        sets.append(Set(count: Double(tracks), min: .fixed, max: .fixed, limit: 0))
      } else {
        sets.append(Self.set(pattern[index], count: tracks, base: base))
      }
    }
  }

  /// CSS Grid 2, section 12.4: the initial base size and growth limit of tracks.
  private static func set(_ track: GridTrack, count: Int, base: Double) -> Set {
    var set = Set(count: Double(count))
    let (least, most) = (track.min.points(of: base), track.max.points(of: base))
    set.min = bound(track.min, least)
    if set.min == .flexible { set.min = .auto }
    if set.min == .fixed { set.base = least }
    if track.isFitContent {
      (set.min, set.base) = (.auto, 0)
      if most.isNaN { return set }
      (set.max, set.fitLimit) = (.fitContent, most)
      return set
    }
    set.max = bound(track.max, most)
    if set.max == .fixed { set.limit = Swift.max(most, set.base) }
    if case .fraction(let factor) = track.max { set.factor = GridBreadth.valid(factor) }
    return set
  }

  private static func bound(_ breadth: GridBreadth, _ points: Double) -> Bound {
    switch breadth {
    case .points: .fixed
    case .percent, .calc: points.isNaN ? .auto : .fixed
    case .fraction: .flexible
    case .auto: .auto
    case .minContent: .minContent
    case .maxContent: .maxContent
    }
  }

  // MARK: Items

  /// Returns the indices of the stretches of an item.
  func stretches(of span: Range<Int>) -> Range<Int> {
    var (low, high) = (0, stretches.count)
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].lines.lowerBound < span.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var end = low
    while end < stretches.count, stretches[end].lines.lowerBound < span.upperBound { end += 1 }
    return low..<end
  }

  /// Returns the sets of some stretches.
  func sets(of stretches: Range<Int>) -> Range<Int> {
    guard let first = stretches.first, let last = stretches.last else { return 0..<0 }
    return self.stretches[first].firstSet..<self.stretches[last].endSet
  }

  /// The length of all tracks and gaps.
  var total: Double {
    sets.reduce(gap * Double(max(trackCount - 1, 0))) { $0 + $1.base * $1.count }
  }

  /// The sum of the lengths of an item's tracks, whose sizes are definite; NaN if one is not.
  func definiteLength(of stretches: Range<Int>) -> Double {
    var sum = -gap
    for set in sets[sets(of: stretches)] {
      guard set.min == .fixed, set.max == .fixed else { return .nan }
      sum += (set.base + gap) * set.count
    }
    return sum
  }

  /// The sum of the most that an item's tracks become, if that is definite; NaN if one is not.
  func definiteMaximum(of stretches: Range<Int>) -> Double {
    var sum = -gap
    for set in sets[sets(of: stretches)] {
      guard set.max == .fixed else { return .nan }
      sum += (set.limit + gap) * set.count
    }
    return sum
  }

  /// Whether the tracks, or the gap between them, are other ones than for another length of the grid,
  /// or some of them share what remains of that.
  func differs(from other: GridAxis) -> Bool {
    gap != other.gap || sets.contains { $0.max == .flexible }
      || !sets.elementsEqual(other.sets) { $0.min == $1.min && $0.max == $1.max }
  }

  // MARK: Places

  /// CSS Grid 2, section 12.1, last step: distributes the tracks in the grid.
  ///
  /// - Parameter free: The room that they leave.
  mutating func distribute(_ distribution: Alignment, free: Double) {
    let space = LayoutSolver.space(
      distribution, free: free, count: max(trackCount, 1), isReversed: false)
    spacing = gap + space.between
    var offset = space.before
    var isFirst = true
    for index in stretches.indices {
      stretches[index].offset = isFirst ? offset : offset + spacing
      if !stretches[index].isCollapsed {
        offset = stretches[index].offset + length(of: index..<index + 1)
        isFirst = false
      }
      stretches[index].end = offset
    }
  }

  /// Returns where an area begins and ends that is bounded by lines; NaN for the edges of the grid.
  func edges(of lines: GridPlacement.Lines) -> (start: Double, end: Double) {
    let first = lines.start.map { line in
      stretches.first { $0.lines.lowerBound == line }?.offset ?? stretches.last?.end ?? 0
    }
    let last = lines.end.map { line in
      stretches.last { $0.lines.upperBound == line }?.end ?? stretches.first?.offset ?? 0
    }
    return (first ?? .nan, last ?? .nan)
  }

  /// Returns where an area begins, and its length.
  func area(of stretches: Range<Int>) -> (start: Double, length: Double) {
    guard let first = stretches.first else { return (0, 0) }
    return (self.stretches[first].offset, length(of: stretches))
  }

  /// Returns the length of an area with the gaps in it.
  func length(of stretches: Range<Int>) -> Double {
    var sum = 0.0
    var count = 0.0
    for set in sets[sets(of: stretches)] {
      sum += set.base * set.count
      count += set.count
    }
    return sum + spacing * (count - 1)
  }
}
